import { createMp3Encoder, createOggEncoder } from 'wasm-media-encoders';

type Sound = { seconds?: number; sampleRate?: number; hertz?: number };

function sine({ seconds = 11, sampleRate = 44_100, hertz = 220 }: Sound): Float32Array {
  const samples = new Float32Array(Math.round(seconds * sampleRate));
  for (let i = 0; i < samples.length; i += 1) samples[i] = 0.5 * Math.sin((2 * Math.PI * hertz * i) / sampleRate);
  return samples;
}

/** 16-bit stereo. */
export function aWav(sound: Sound = {}): Buffer {
  const { sampleRate = 44_100 } = sound;
  const samples = sine(sound);
  const wav = Buffer.alloc(44 + samples.length * 4);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(2, 22);
  wav.writeUInt32LE(sampleRate, 24);
  wav.writeUInt32LE(sampleRate * 4, 28);
  wav.writeUInt16LE(4, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples.length * 4, 40);
  const levels = new Int16Array(wav.buffer, wav.byteOffset + 44, samples.length * 2);
  samples.forEach((sample, i) => levels.fill(Math.round(sample * 32767), i * 2, i * 2 + 2));
  return wav;
}

/** A WAVE with another chunk before its sound, as studio programs write it: a chunk of odd length is followed by an empty byte. */
export function aWavWith(id: string, bytes: number, sound: Sound = {}): Buffer {
  const wav = aWav(sound);
  const chunk = Buffer.alloc(8 + bytes + (bytes % 2), 1);
  chunk.write(id, 0);
  chunk.writeUInt32LE(bytes, 4);
  if (bytes % 2) chunk[8 + bytes] = 0;
  const whole = Buffer.concat([wav.subarray(0, 36), chunk, wav.subarray(36)]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

export async function anMp3(sound: Sound = {}): Promise<Buffer> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: sound.sampleRate ?? 44_100, channels: 1, bitrate: 64 });
  return encoded(encoder, sound);
}

export async function anOgg(sound: Sound = {}): Promise<Buffer> {
  const encoder = await createOggEncoder();
  encoder.configure({ sampleRate: sound.sampleRate ?? 44_100, channels: 1, vbrQuality: 2 });
  return encoded(encoder, sound);
}

type Encoder = { encode: (samples: Float32Array[]) => Uint8Array; finalize: () => Uint8Array };

function encoded(encoder: Encoder, sound: Sound): Buffer {
  const samples = sine(sound);
  const parts: Uint8Array[] = [];
  for (let from = 0; from < samples.length; from += 44_100)
    parts.push(encoder.encode([samples.subarray(from, from + 44_100)]).slice());
  return Buffer.concat([...parts, encoder.finalize().slice()]);
}

/** Mono 16-bit; every frame is one level, which costs 13 bytes for 4096 samples. The header claims `claimed` seconds. */
export function aFlac({ seconds = 11, claimed = seconds }: { seconds?: number; claimed?: number } = {}): Buffer {
  const rate = 44_100;
  const block = 4096;
  const frames = Math.ceil((seconds * rate) / block);
  const total = BigInt(claimed === seconds ? frames * block : Math.round(claimed * rate));
  const info = Buffer.alloc(42);
  info.write('fLaC', 0);
  info.writeUInt32BE(0x80000022, 4);
  info.writeUInt16BE(block, 8);
  info.writeUInt16BE(block, 10);
  info.writeBigUInt64BE((BigInt(rate) << 44n) | (0n << 41n) | (15n << 36n) | total, 18);
  const body = Array.from({ length: frames }, (_, i) => {
    const head = Buffer.concat([Buffer.from([0xff, 0xf8, 0xc9, 0x08]), utf8Number(i)]);
    const level = (i % 40) * 400;
    const frame = Buffer.concat([head, Buffer.from([crc(head, 8, 0x07), 0x00, level >> 8, level & 0xff])]);
    const check = crc(frame, 16, 0x8005);
    return Buffer.concat([frame, Buffer.from([check >> 8, check & 0xff])]);
  });
  return Buffer.concat([info, ...body]);
}

const utf8Number = (value: number) =>
  Buffer.from(
    value < 0x80
      ? [value]
      : value < 0x800
        ? [0xc0 | (value >> 6), 0x80 | (value & 63)]
        : [0xe0 | (value >> 12), 0x80 | ((value >> 6) & 63), 0x80 | (value & 63)],
  );

function crc(bytes: Buffer, width: 8 | 16, polynomial: number): number {
  const top = 1 << (width - 1);
  const mask = (1 << width) - 1;
  let rest = 0;
  for (const byte of bytes) {
    rest ^= byte << (width - 8);
    for (let i = 0; i < 8; i += 1) rest = (rest & top ? (rest << 1) ^ polynomial : rest << 1) & mask;
  }
  return rest;
}
