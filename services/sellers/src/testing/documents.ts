import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A scan with noise, so that it does not compress to nothing, and with a camera's metadata. */
export const aScan = (format: 'jpeg' | 'png' | 'webp' | 'gif' = 'png', side = 300): Promise<Buffer> =>
  sharp(Buffer.from(Array.from({ length: side * side * 3 }, (_, i) => (i * 7919) % 251)), {
    raw: { width: side, height: side, channels: 3 },
  })
    .withExif({ IFD0: { Copyright: 'GPS 59.91, 10.75' } })
    .toFormat(format)
    .toBuffer();

type Inside = { page?: string; pages?: number; objects?: (string | Buffer)[] };
type Pack = (content: Buffer) => Buffer;

/** The smallest PDF that readers open; `catalog` and `page` go into the dictionaries of these names, `objects` are numbered from 9. */
export function aPdf(catalog = '', { page = '', pages = 1, objects = [] }: Inside = {}): Buffer {
  const kids = Array.from({ length: pages }, () => '3 0 R').join(' ');
  return pdfOf(
    new Map<number, string | Buffer>([
      [1, `<< /Type /Catalog /Pages 2 0 R ${catalog}>>`],
      [2, `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`],
      [3, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] ${page}>>`],
      ...objects.map((object, i) => [9 + i, object] as const),
    ]),
  );
}

/** Each of its forms draws the next one forty times. */
export function anEndlessPdf(): Buffer {
  const form = (next: number) =>
    `/Type /XObject /Subtype /Form /BBox [0 0 200 200] /Resources << /XObject << /F ${next} 0 R >> >>`;
  const often = Buffer.from('/F Do '.repeat(40));
  const forms = Array.from({ length: 8 }, (_, i) => aStream(form(11 + i), often));
  return aPdf('', {
    page: '/Contents 9 0 R /Resources << /XObject << /F 10 0 R >> >> ',
    objects: [aStream('', often), ...forms, aStream(form(18).replace('/F 18', '/G 18'), Buffer.from('0 0 9 9 re f'))],
  });
}

/** A PDF with its object number 9 in an object stream, so that the file does not show the object in plain text. */
export function aPackedPdf(
  hidden: string,
  { catalog = '', page = '' } = {},
  filter = '/FlateDecode',
  pack: Pack = (content) => deflateSync(content),
): Buffer {
  const packed = pack(Buffer.from(`9 0 ${hidden}`));
  const objects = new Map<number, string | Buffer>([
    [1, `<< /Type /Catalog /Pages 2 0 R ${catalog}>>`],
    [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [3, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] ${page}>>`],
    [4, aStream(`/Type /ObjStm /N 1 /First 4 /Filter ${filter}`, packed)],
  ]);
  return pdfOf(objects, { number: 9, stream: 4 });
}

export const aStream = (dictionary: string, content: Buffer) =>
  Buffer.concat([Buffer.from(`<< ${dictionary} /Length ${content.length} >>\nstream\n`), content, Buffer.from('\nendstream')]);

/** A PDF of these objects. It ends in a stream with the position of each object, as PDF does from version 1.5 on. */
function pdfOf(objects: Map<number, string | Buffer>, packed?: { number: number; stream: number }): Buffer {
  let file = Buffer.from('%PDF-1.5\n');
  const places = new Map<number, [kind: number, place: number]>([[0, [0, 0]]]);
  const add = (number: number, body: string | Buffer) => {
    places.set(number, [1, file.length]);
    file = Buffer.concat([file, Buffer.from(`${number} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')]);
  };
  for (const [number, body] of objects) add(number, body);
  if (packed) places.set(packed.number, [2, packed.stream]);
  const table = file.length;
  const own = Math.max(...places.keys()) + 1;
  places.set(own, [1, table]);
  const rows = Array.from({ length: own + 1 }, (_, number) => {
    const [kind, place] = places.get(number) ?? [0, 0];
    const row = Buffer.alloc(6);
    row.writeUInt8(kind, 0);
    row.writeUInt32BE(place, 1);
    return row;
  });
  add(own, aStream(`/Type /XRef /Size ${own + 1} /W [1 4 1] /Root 1 0 R /Filter /FlateDecode`, deflateSync(Buffer.concat(rows))));
  return Buffer.concat([file, Buffer.from(`startxref\n${table}\n%%EOF\n`)]);
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
