const FRAMES_PER_BLOCK = 4096;

/** Writes whole numbers of bits one behind the other. */
function bitWriter() {
  const bytes: number[] = [];
  let [held, count] = [0, 0];
  return {
    put(value: number, bits: number) {
      for (let bit = bits - 1; bit >= 0; bit -= 1) {
        held = (held << 1) | ((value >> bit) & 1);
        count += 1;
        if (count < 8) continue;
        bytes.push(held);
        [held, count] = [0, 0];
      }
    },
    bytes,
  };
}

function crcOf(bytes: readonly number[], bits: 8 | 16, polynomial: number): number {
  const top = 1 << (bits - 1);
  const mask = 2 ** bits - 1;
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << (bits - 8);
    for (let i = 0; i < 8; i += 1) crc = ((crc & top ? (crc << 1) ^ polynomial : crc << 1) & mask) >>> 0;
  }
  return crc;
}

/** Writes a FLAC file whose samples are not compressed, which any decoder takes. */
export function flacOf(
  samples: Float32Array[],
  { rate = 44_100, bits = 24 }: { rate?: 44_100 | 48_000; bits?: 16 | 24 } = {},
): Buffer {
  const frames = samples[0]!.length;
  const about = Buffer.alloc(42);
  about.write('fLaC', 'latin1');
  about[4] = 0x80;
  about.writeUIntBE(34, 5, 3);
  about.writeUInt16BE(FRAMES_PER_BLOCK, 8);
  about.writeUInt16BE(FRAMES_PER_BLOCK, 10);
  // 20 bits of the rate, 3 of the channels, 5 of the depth
  about.writeUIntBE(rate * 16 + (samples.length - 1) * 2 + ((bits - 1) >> 4), 18, 3);
  about[21] = ((bits - 1) & 0xf) << 4;
  about.writeUInt32BE(frames, 22);
  const parts: Buffer[] = [about];
  for (let at = 0, number = 0; at < frames; at += FRAMES_PER_BLOCK, number += 1) {
    const count = Math.min(FRAMES_PER_BLOCK, frames - at);
    const { put, bytes } = bitWriter();
    put(0xfff8, 16);
    // a length of 16 bits at the end of the head, and the rate: some decoders do not look for it in the stream's
    put(rate === 48_000 ? 0x7a : 0x79, 8);
    put(((samples.length - 1) << 4) | ((bits === 16 ? 4 : 6) << 1), 8);
    if (number < 0x80) put(number, 8);
    else if (number < 0x800) for (const byte of [0xc0 | (number >> 6), 0x80 | (number & 63)]) put(byte, 8);
    else for (const byte of [0xe0 | (number >> 12), 0x80 | ((number >> 6) & 63), 0x80 | (number & 63)]) put(byte, 8);
    put(count - 1, 16);
    put(crcOf(bytes, 8, 0x07), 8);
    for (const values of samples) {
      put(0x02, 8);
      for (let i = at; i < at + count; i += 1) put(Math.round(values[i]! * 2 ** (bits - 1)), bits);
    }
    put(crcOf(bytes, 16, 0x8005), 16);
    parts.push(Buffer.from(bytes));
  }
  return Buffer.concat(parts);
}
