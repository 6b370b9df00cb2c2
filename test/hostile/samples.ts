import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { aFlac, anMp3, anOgg, aWav } from '../../services/catalog/src/testing/a-recording';

/** A file that somebody uploads: its fault, and the bytes, with the name and the type that it claims. */
export type HostileFile = { what: string; name: string; type: string; bytes: Buffer };

/** All active content hidden in a file contains it; no file that the shop serves may contain it. */
export const MARKER = 'hostile-marker-3f9c';
export const SCRIPT = `<script>alert("${MARKER}")</script>`;
export const JAVASCRIPT = `*/=1;alert("${MARKER}");/*`;

export const latin1 = (text: string) => Buffer.from(text, 'latin1');
export const file = (label: string, name: string, type: string, bytes: Buffer | string): HostileFile => ({
  what: label,
  name,
  type,
  bytes: typeof bytes === 'string' ? latin1(bytes) : bytes,
});

export type Samples = Record<'jpeg' | 'png' | 'webp' | 'gif' | 'mp3' | 'wav' | 'flac' | 'ogg', Buffer>;

/** Good files of every accepted format, to be spoilt. Recordings last 11 seconds. */
export async function goodSamples(): Promise<Samples> {
  const pixels = Buffer.from(Array.from({ length: 96 * 96 * 3 }, (_, i) => (i * 7) % 251));
  const image = (format: 'jpeg' | 'png' | 'webp' | 'gif') =>
    sharp(pixels, { raw: { width: 96, height: 96, channels: 3 } })
      .toFormat(format)
      .toBuffer();
  return {
    jpeg: await image('jpeg'),
    png: await image('png'),
    webp: await image('webp'),
    gif: await image('gif'),
    mp3: await anMp3(),
    wav: aWav({ sampleRate: 8000 }),
    flac: aFlac(),
    ogg: await anOgg(),
  };
}

/** A chunk of a PNG with its check sum. */
export function pngChunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([latin1(kind), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

export const PNG_START = latin1('\x89PNG\r\n\x1a\n');

/** The header of a grey PNG: one bit for each pixel. */
export function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  return pngChunk('IHDR', header);
}

/** A whole PNG of this many white pixels, which is a few kilobytes on the wire. */
export const flatPng = (width: number, height: number) =>
  Buffer.concat([
    PNG_START,
    pngHeader(width, height),
    pngChunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);

/** The PNG with these chunks right behind its header. */
export const withChunks = (png: Buffer, ...chunks: Buffer[]) => Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);

/** The JPEG with these segments right behind its start. */
export const withSegments = (jpeg: Buffer, ...segments: [marker: number, data: Buffer][]) =>
  Buffer.concat([
    jpeg.subarray(0, 2),
    ...segments.map(([marker, data]) => {
      const head = Buffer.from([0xff, marker, 0, 0]);
      head.writeUInt16BE(data.length + 2, 2);
      return Buffer.concat([head, data]);
    }),
    jpeg.subarray(2),
  ]);

/** The same bytes with some changed; negative offsets count from the end. */
export function spoilt(bytes: Buffer, ...changes: [offset: number, with_: Buffer | number[]][]): Buffer {
  const copy = Buffer.from(bytes);
  for (const [offset, with_] of changes) copy.set(with_, offset < 0 ? copy.length + offset : offset);
  return copy;
}

/** Changes every n-th byte, from a quarter of the file on. */
export function damaged(bytes: Buffer, every = 97): Buffer {
  const copy = Buffer.from(bytes);
  for (let at = Math.floor(copy.length / 4); at < copy.length; at += every) copy[at] = copy[at]! ^ 0x5a;
  return copy;
}

export const uint32le = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};

function crc32(bytes: Buffer): number {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let i = 0; i < 8; i += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  }
  return (rest ^ 0xffffffff) >>> 0;
}
