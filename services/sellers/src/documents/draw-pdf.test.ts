import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { parse, parseAllDocuments } from 'yaml';
import { anEndlessPdf, aPackedPdf, aPdf, aStream } from '../testing/documents';
import { drawPdf } from './draw-pdf';
import { AT_ONCE, MOST_BYTES } from './draw-pdf-limits';
import { hiddenParts, SAYS_ACTIVE, SAYS_ENCRYPTED } from './hidden-parts';

const problemOf = async (pdf: Buffer) => {
  const images = await drawPdf(pdf);
  return 'problem' in images ? images.problem : null;
};
const hex = (content: Buffer) => Buffer.from(`${deflateSync(content).toString('hex')}>`);
const packed = (content: Buffer) => deflateSync(content);
const redBox = aStream('', Buffer.from('1 0 0 rg 0 100 200 100 re f'));

test('every page becomes an image of what is drawn on it, and of nothing else', async () => {
  const images = await drawPdf(aPdf('', { page: '/Contents 9 0 R ', pages: 2, objects: [redBox] }));
  if ('problem' in images) throw new Error(images.problem);
  expect(images.pages).toHaveLength(2);
  const image = sharp(images.pages[0]);
  expect(await image.metadata()).toMatchObject({ format: 'webp', width: 800, height: 800 });
  const { data } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * 800 + x) * 3, (y * 800 + x) * 3 + 3)];
  expect(at(400, 100).map((value) => Math.round(value / 16))).toEqual([16, 0, 0]);
  expect(at(400, 700)).toEqual([255, 255, 255]);
});

const script = '<< /S /JavaScript /JS (app.alert(1)) >>';
test.each<[string, Buffer]>([
  ['when it is opened', aPackedPdf(script, { catalog: '/OpenAction 9 0 R ' })],
  ['when it is closed', aPackedPdf(script, { catalog: '/AA << /WC 9 0 R >> ' })],
  ['when a page is shown', aPackedPdf(script, { page: '/AA << /O 9 0 R >> ' })],
  ['with its name in other letters', aPackedPdf(script.replace('JavaS', 'J#61va#53'), { catalog: '/OpenAction 9 0 R ' })],
  ['behind two filters', aPackedPdf(script, { catalog: '/OpenAction 9 0 R ' }, '[/ASCIIHexDecode /FlateDecode]', hex)],
  ['that starts a program', aPackedPdf('<< /S /Launch /F (cmd.exe) >>', { catalog: '/OpenAction 9 0 R ' })],
  ['that opens another file', aPackedPdf('<< /S /GoToE /F (a.pdf) >>', { catalog: '/OpenAction 9 0 R ' })],
  ['that prints', aPackedPdf('<< /S /Named /N /Print >>', { catalog: '/OpenAction 9 0 R ' })],
  ['that holds a file', aPackedPdf('<< /Names [(a) 10 0 R] >>', { catalog: '/Names << /Embedded#46iles 9 0 R >> ' })],
  ['that holds a film', aPdf('', { page: '/Annots [<< /Type /Annot /Subtype /Movie /Rect [0 0 9 9] >>] ' })],
  ['in a form', aPackedPdf('<< /XFA [(template) (x)] /Fields [] >>', { catalog: '/AcroForm 9 0 R ' })],
])('a script or the like, packed away, is found: one %s', async (_, pdf) => {
  expect(pdf.includes('/JavaScript')).toBe(false);
  expect(await problemOf(pdf)).toBe(SAYS_ACTIVE);
});

test('a PDF that is packed plainly and does nothing is drawn', async () => {
  expect(await problemOf(aPackedPdf('<< /Lang (en) >>', { catalog: '/Extra 9 0 R /OpenAction [3 0 R /Fit] ' }))).toBeNull();
});

test('names are found behind every filter that is read, and what cannot be read is not taken', () => {
  const say = (filter: string, pack: (content: Buffer) => Buffer) =>
    hiddenParts(aPackedPdf('<< /S /Launch >>', {}, filter, pack));
  expect(say('/Fl', packed)).toBe(SAYS_ACTIVE);
  expect(say('/ASCIIHexDecode', (content) => Buffer.from(`${content.toString('hex')}>`))).toBe(SAYS_ACTIVE);
  expect(say('/ASCII85Decode', ascii85)).toBe(SAYS_ACTIVE);
  expect(say('9 0 R', packed)).toBe(SAYS_ACTIVE);
  for (const filter of ['/LZWDecode', '/RunLengthDecode', '[/FlateDecode /Crypt]'])
    expect(say(filter, packed)).toMatch(/packed in a way that we do not read/);
  expect(say('/FlateDecode', () => deflateSync(Buffer.alloc(200 * 1024 * 1024)))).toMatch(/packed/);
});

test.each<[string, Buffer, RegExp]>([
  ['is encrypted', aPdf('/Encrypt 9 0 R '), new RegExp(SAYS_ENCRYPTED)],
  ['has too many pages', aPdf('', { pages: 11 }), /more than 10 pages/],
  ['has no page', aPdf('', { pages: 0 }), /damaged/],
  ['is a picture of 3.6 billion pixels', hugePicture(), /Not everything in the PDF can be drawn/],
])('a PDF that %s is turned down in words', async (_, pdf, words) => {
  expect(await problemOf(pdf)).toMatch(words);
});

test('a PDF that draws itself without end is stopped, and the next one is drawn', async () => {
  expect(await drawPdf(anEndlessPdf(), { withinMs: 3000 })).toEqual({
    problem: 'The PDF cannot be drawn. Please send a plain scan.',
  });
  expect(await problemOf(aPdf())).toBeNull();
});

test('a PDF whose sender has left takes no turn, and its drawing is stopped', async () => {
  const [drawn, waiting] = [new AbortController(), new AbortController()];
  const first = drawPdf(anEndlessPdf(), { withinMs: 600_000, left: drawn.signal });
  const second = drawPdf(aPdf(), { left: waiting.signal });
  const third = problemOf(aPdf());
  waiting.abort(new Error('the second has left'));
  await expect(second).rejects.toThrow('the second has left');
  drawn.abort(new Error('the first has left'));
  await expect(first).rejects.toThrow('the first has left');
  expect(await third).toBeNull();
  await expect(drawPdf(aPdf(), { left: drawn.signal })).rejects.toThrow('the first has left');
});

const MIB = 1024 * 1024;
/** The memory of the service itself, with a margin. */
const SERVICE_BYTES = 160 * MIB;
const read = (path: string) => readFileSync(join(__dirname, '../../../..', path), 'utf8');

test('all that may be drawn at a time fits into the container beside the service: in compose and in Kubernetes', () => {
  const { services } = parse(read('docker-compose.yml'), { merge: true, maxAliasCount: -1 }) as {
    services: { sellers: { mem_limit: string } };
  };
  const manifests = parseAllDocuments(read('infra/k8s/rendered/small.yaml')).map((document) => document.toJS() as Manifest);
  const limits = [services.sellers.mem_limit, ...manifests.flatMap(memoryOfSellers)];
  expect(limits).toEqual([expect.stringMatching(/^\d+m$/), expect.stringMatching(/^\d+Mi$/)]);
  for (const limit of limits) expect(AT_ONCE * MOST_BYTES + SERVICE_BYTES).toBeLessThanOrEqual(parseInt(limit, 10) * MIB);
});

type Container = { name: string; resources: { limits: { memory: string } } };
type Manifest = { kind: string; metadata: { name: string }; spec: { template: { spec: { containers: Container[] } } } };
const memoryOfSellers = ({ kind, metadata, spec }: Manifest) =>
  kind === 'Deployment' && metadata.name === 'shop-sellers'
    ? spec.template.spec.containers.map(({ resources }) => resources.limits.memory)
    : [];

test('a sheet that was scanned with 600 points an inch is drawn', async () => {
  const [width, height] = [4960, 7016];
  const scan = await sharp({ create: { width, height, channels: 3, background: 'white' } })
    .jpeg()
    .toBuffer();
  expect(await problemOf(aPicture(width, height, '/ColorSpace /DeviceRGB /Filter /DCTDecode', scan))).toBeNull();
});

test('a page of no sensible size is drawn small', async () => {
  const images = await drawPdf(aPdf('', { page: '/MediaBox [0 0 1 900000] ' }));
  if ('problem' in images) throw new Error(images.problem);
  expect(await sharp(images.pages[0]).metadata()).toMatchObject({ width: 1, height: 2000 });
});

function hugePicture(): Buffer {
  return aPicture(60000, 60000, '/ColorSpace /DeviceGray /Filter /FlateDecode', deflateSync(Buffer.alloc(9)));
}

function aPicture(width: number, height: number, packing: string, content: Buffer): Buffer {
  const picture = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 ${packing}`;
  return aPdf('', {
    page: '/Contents 9 0 R /Resources << /XObject << /P 10 0 R >> >> ',
    objects: [aStream('', Buffer.from('200 0 0 200 0 0 cm /P Do')), aStream(picture, content)],
  });
}

function ascii85(content: Buffer): Buffer {
  let text = '';
  for (let at = 0; at < content.length; at += 4) {
    const part = content.subarray(at, at + 4);
    let value = Buffer.concat([part, Buffer.alloc(4 - part.length)]).readUInt32BE();
    const signs = Array.from({ length: 5 }, () => {
      const sign = String.fromCharCode((value % 85) + 33);
      value = Math.floor(value / 85);
      return sign;
    }).reverse();
    text += signs.slice(0, part.length + 1).join('');
  }
  return Buffer.from(`${text}~>`);
}
