import { crc32 } from 'node:zlib';
import sharp from 'sharp';

type Size = { width?: number; height?: number; format?: 'jpeg' | 'png' | 'webp' | 'gif' };

/** A gradient, so that it does not compress to nothing. */
export const anImage = ({ width = 400, height = 300, format = 'png' }: Size = {}): Promise<Buffer> => {
  const pixels = new Uint8Array(width * height * 3).map((_, i) => (i * 7) % 251);
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .withExif({ IFD0: { Copyright: 'somebody private' } })
    .toFormat(format)
    .toBuffer();
};

/** A PNG header that promises a picture of this size, and nothing more. */
export function aPngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(33);
  header.write('\x89PNG\r\n\x1a\n', 0, 'latin1');
  header.writeUInt32BE(13, 8);
  header.write('IHDR', 12);
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  header.set([8, 2, 0, 0, 0], 24);
  header.writeUInt32BE(crc32(header.subarray(12, 29)), 29);
  return header;
}
