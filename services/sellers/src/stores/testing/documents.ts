import { crc32 } from 'node:zlib';
import sharp from 'sharp';

/** A scan with noise, so that it does not compress to nothing, and with what a camera writes beside the picture. */
export const aScan = (format: 'jpeg' | 'png' | 'webp' | 'gif' = 'png', side = 300): Promise<Buffer> =>
  sharp(Buffer.from(Array.from({ length: side * side * 3 }, (_, i) => (i * 7919) % 251)), {
    raw: { width: side, height: side, channels: 3 },
  })
    .withExif({ IFD0: { Copyright: 'GPS 59.91, 10.75' } })
    .toFormat(format)
    .toBuffer();

/** The smallest PDF that readers open; `extra` goes into the catalog of its objects. */
export function aPdf(extra = ''): Buffer {
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${extra}>>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = text.length;
  text += `xref\n0 4\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}`;
  return Buffer.from(`${text}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`, 'latin1');
}

/** A PNG that promises 60,000 × 60,000 pixels. */
export async function aBomb(): Promise<Buffer> {
  const png = Buffer.from(
    await sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
      .png()
      .toBuffer(),
  );
  png.writeUInt32BE(60_000, 16);
  png.writeUInt32BE(60_000, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}
