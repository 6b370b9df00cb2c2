import { text } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { fromBufferPromise } from 'yauzl';
import { partsIn, zipLayout, type ZipLayout } from './zip-layout';

type File = { path: string; body: Buffer };

const MODIFIED = new Date('2026-11-29T12:34:56Z');
const layoutOf = (files: readonly File[]) =>
  zipLayout(
    files.map(({ path, body }) => ({ path, sizeBytes: body.length, crc32: crc32(body) })),
    MODIFIED,
  );
const bytesIn = (layout: ZipLayout, files: readonly File[], range: { start: number; end: number }) =>
  Buffer.concat(
    [...partsIn(layout, range)].map((part) =>
      'bytes' in part ? part.bytes : files[part.entry]!.body.subarray(part.start, part.end + 1),
    ),
  );
const wholeOf = (layout: ZipLayout, files: readonly File[]) => bytesIn(layout, files, { start: 0, end: layout.sizeBytes - 1 });

const FILES: File[] = [
  { path: 'Master/Ночной рейс.wav', body: Buffer.from('the master') },
  { path: 'Stems/ベース.wav', body: Buffer.alloc(70_000, 7) },
  { path: 'Stems/empty.wav', body: Buffer.alloc(0) },
  { path: 'MIDI/lead.mid', body: Buffer.from('MThd') },
];

test('what is laid out opens as a ZIP, with every file as it was, and has the length that was announced', async () => {
  const layout = layoutOf(FILES);
  const archive = wholeOf(layout, FILES);
  expect(archive).toHaveLength(layout.sizeBytes);
  const zip = await fromBufferPromise(archive, { autoClose: false, lazyEntries: true });
  const contents: Record<string, string> = {};
  for await (const entry of zip.eachEntry()) {
    expect([entry.compressionMethod, entry.getLastModDate({ timezone: 'UTC' })]).toEqual([0, MODIFIED]);
    contents[entry.fileName] = await text(await zip.openReadStreamPromise(entry));
  }
  expect(contents).toEqual(Object.fromEntries(FILES.map(({ path, body }) => [path, body.toString()])));
});

test('any range has the bytes that the whole has there', () => {
  const files = fc.array(
    fc.record({
      path: fc.string({ minLength: 1, maxLength: 20 }),
      body: fc.uint8Array({ maxLength: 300 }).map((body) => Buffer.from(body)),
    }),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(files, fc.nat(), fc.nat(), (entries, one, other) => {
      const layout = layoutOf(entries);
      const whole = wholeOf(layout, entries);
      expect(whole).toHaveLength(layout.sizeBytes);
      const [start, end] = [one % layout.sizeBytes, other % layout.sizeBytes].sort((a, b) => a - b) as [number, number];
      expect(bytesIn(layout, entries, { start, end }).equals(whole.subarray(start, end + 1))).toBe(true);
    }),
  );
});

test('more bytes than 32 bits can count are laid out without reading one', () => {
  const sizeBytes = 6 * 1024 ** 3;
  const layout = zipLayout(
    [
      { path: 'a.wav', sizeBytes, crc32: 1 },
      { path: 'b.wav', sizeBytes, crc32: 0xffffffff },
    ],
    MODIFIED,
  );
  expect(layout.sizeBytes).toBeGreaterThan(2 * sizeBytes);
  expect([...partsIn(layout, { start: sizeBytes, end: sizeBytes + 1 })]).toMatchObject([{ entry: 0 }]);
  const second = sizeBytes + 1000;
  expect([...partsIn(layout, { start: second, end: second })]).toEqual([
    { entry: 1, start: expect.any(Number), end: expect.any(Number) },
  ]);
});
