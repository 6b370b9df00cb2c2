/** How the samples of a WAV or AIFF file are written. */
export type Layout = {
  bytes: 1 | 2 | 3 | 4 | 8;
  isFloat: boolean;
  isBigEndian: boolean;
  /** 8 bits of a WAV begin at 0 */ isUnsigned?: boolean;
};

/** Makes samples between −1 and 1 of whole frames, each channel for itself. */
export function samplesOf(data: Buffer, channels: number, layout: Layout): Float32Array[] {
  const { bytes } = layout;
  const frames = Math.floor(data.length / (bytes * channels));
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return Array.from({ length: channels }, (_, channel) => {
    const samples = new Float32Array(frames);
    fill(samples, { data, view, from: channel * bytes, step: channels * bytes }, layout);
    return samples;
  });
}

type Source = { data: Buffer; view: DataView; from: number; step: number };

function fill(samples: Float32Array, { data, view, from, step }: Source, { bytes, isFloat, isBigEndian, isUnsigned }: Layout) {
  const little = !isBigEndian;
  const count = samples.length;
  if (bytes === 3) {
    const [low, high] = little ? [0, 2] : [2, 0];
    for (let i = 0, at = from; i < count; i += 1, at += step)
      samples[i] =
        ((((data[at + high] ?? 0) << 24) | ((data[at + 1] ?? 0) << 16) | ((data[at + low] ?? 0) << 8)) >> 8) / 8_388_608;
  } else if (bytes === 2)
    for (let i = 0, at = from; i < count; i += 1, at += step) samples[i] = view.getInt16(at, little) / 32_768;
  else if (bytes === 4 && isFloat)
    for (let i = 0, at = from; i < count; i += 1, at += step) samples[i] = finite(view.getFloat32(at, little));
  else if (bytes === 4)
    for (let i = 0, at = from; i < count; i += 1, at += step) samples[i] = view.getInt32(at, little) / 2_147_483_648;
  else if (bytes === 8)
    for (let i = 0, at = from; i < count; i += 1, at += step) samples[i] = finite(view.getFloat64(at, little));
  else
    for (let i = 0, at = from; i < count; i += 1, at += step)
      samples[i] = isUnsigned ? ((data[at] ?? 0) - 128) / 128 : view.getInt8(at) / 128;
}

/** Some programs write what is no number where a plug-in failed. */
const finite = (value: number) => (Number.isFinite(value) ? value : 0);

export type ByteReader = {
  /** The next bytes; fewer only at the end. */
  read: (bytes: number) => Promise<Buffer>;
  /** @returns how many there were */
  skip: (bytes: number) => Promise<number>;
  position: () => number;
  close: () => Promise<void>;
};

/** Reads a stream forward by numbers of bytes. */
export function readBytes(stream: AsyncIterable<Uint8Array>): ByteReader {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  let position = 0;
  const next = async () => {
    const chunk = await chunks.next();
    return chunk.done ? undefined : Buffer.from(chunk.value.buffer, chunk.value.byteOffset, chunk.value.byteLength);
  };
  const take = (bytes: number) => {
    const takenBytes = rest.subarray(0, bytes);
    rest = rest.subarray(bytes);
    position += takenBytes.length;
    return takenBytes;
  };
  return {
    async read(bytes) {
      const first = take(bytes);
      const parts = [first];
      for (let missing = bytes - first.length; missing > 0;) {
        const chunk = await next();
        if (!chunk) break;
        rest = chunk;
        const part = take(missing);
        parts.push(part);
        missing -= part.length;
      }
      return parts.length === 1 ? first : Buffer.concat(parts);
    },
    async skip(bytes) {
      let skippedBytes = take(bytes).length;
      while (skippedBytes < bytes) {
        const chunk = await next();
        if (!chunk) break;
        rest = chunk;
        skippedBytes += take(bytes - skippedBytes).length;
      }
      return skippedBytes;
    },
    position: () => position,
    async close() {
      await chunks.return?.();
    },
  };
}
