import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { examineArchive, readArchive, type ArchiveEntry } from './archive';
import { zipOf, type ZipEntry } from './testing/zip';

const folder = mkdtempSync(join(tmpdir(), 'archive-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MB = 1024 ** 2;

/** Entries that lie one behind the other. */
function entriesOf(...entries: (Partial<ArchiveEntry> & { name: string })[]): ArchiveEntry[] {
  let offset = 0;
  return entries.map((entry) => {
    const whole = { nameBytes: entry.name.length, method: 8, flags: 0, mode: 0, sizeBytes: 10, packedBytes: 5, offset, ...entry };
    offset += 30 + whole.nameBytes + whole.packedBytes;
    return whole;
  });
}
const codesOf = (entries: ArchiveEntry[], sizeBytes = 10_000) =>
  examineArchive({ sizeBytes, entries }).findings.map(({ code }) => code);
const named = (...names: string[]) => codesOf(entriesOf(...names.map((name) => ({ name }))));

test.each([
  ['climbs out', '../Master/a.wav'],
  ['climbs out in the middle', 'Master/../../a.wav'],
  ['is absolute', '/etc/passwd'],
  ['names a drive', 'C:/Windows/a.wav'],
  ['has backslashes', 'Master\\a.wav'],
  ['has a NUL', 'Master/a.wav\0.txt'],
  ['has a line break', 'Master/a\n.wav'],
  ['turns its letters around', 'Master/\u202evaw.exe.wav'],
  ['is a folder that climbs', '../Master/'],
  ['is endless', `${'a'.repeat(300)}/${'b'.repeat(300)}.wav`],
])('a path that %s is refused', (_, name) => expect(named(name, 'b.wav')).toEqual(['archive-unsafe-path']));

test.each([
  ['case', 'Master/A.wav', 'master/a.wav'],
  ['Unicode form', 'Master/Caf\u00e9.wav', 'Master/Cafe\u0301.wav'],
  ['nothing at all', 'a.wav', 'a.wav'],
  ['a step that leads nowhere', 'Master/a.wav', 'Master/./a.wav'],
  ['being a folder', 'Master', 'Master/a.wav'],
])('two names that differ by %s are refused', (_, a, b) => expect(named(a, b)).toEqual(['archive-duplicate-path']));

test('links and devices are refused, whatever they are called', () => {
  for (const mode of [0o120777, 0o020666, 0o010644])
    expect(codesOf(entriesOf({ name: 'a.wav', mode }))).toEqual(['archive-unsafe-path']);
  for (const mode of [0o100644, 0o644, 0]) expect(codesOf(entriesOf({ name: 'a.wav', mode }))).toEqual([]);
});

test('programs, shortcuts, disk images and archives are refused, and folders called like a site are not', () => {
  for (const name of ['Setup.EXE', 'a/Synth.app/Contents/x', 'Serum.vst3', 'Visit us.url', 'Plug-ins.dmg', 'run.command'])
    expect(named(name)).toEqual(['program-in-package']);
  for (const name of ['Project/Song.zip', 'Stems.rar', 'x.7z']) expect(named(name)).toEqual(['archive-bomb']);
  expect(named('beats.com/Master/a.wav', 'beats.com/Song.als')).toEqual([]);
});

test('encryption and rare methods are refused', () => {
  expect(codesOf(entriesOf({ name: 'a.wav', flags: 1 }))).toEqual(['archive-encrypted']);
  expect(codesOf(entriesOf({ name: 'a.wav', method: 99, flags: 1 }))).toEqual(['archive-encrypted']);
  expect(codesOf(entriesOf({ name: 'a.wav', method: 14 }))).toEqual(['archive-unreadable']);
});

test('forty stems that rest for minutes pass, though they shrink to a thousandth', () => {
  const silent = Array.from({ length: 36 }, (_, i) => ({ name: `Stems/${i}.wav`, sizeBytes: 95 * MB, packedBytes: 0.1 * MB }));
  const loud = Array.from({ length: 6 }, (_, i) => ({ name: `Stems/loud ${i}.wav`, sizeBytes: 95 * MB, packedBytes: 88 * MB }));
  expect(codesOf(entriesOf(...silent, ...loud), 532 * MB)).toEqual([]);
});

test('bombs are refused by what they would fill, by shared bytes and by their number', () => {
  expect(codesOf(entriesOf({ name: 'a.wav', sizeBytes: 10_000 * MB, packedBytes: 10 * MB }), 10 * MB)).toEqual(['archive-bomb']);
  const many = entriesOf(
    ...Array.from({ length: 25 }, (_, i) => ({ name: `${i}.wav`, sizeBytes: 1024 * MB, packedBytes: 1000 * MB })),
  );
  expect(codesOf(many, 25_000 * MB)).toEqual(['archive-bomb']);
  const shared = entriesOf({ name: 'a.wav', packedBytes: 500 }, { name: 'b.wav', packedBytes: 500, offset: 100 });
  expect(codesOf(shared)).toEqual(['archive-bomb']);
  expect(named(...Array.from({ length: 2001 }, (_, i) => `${i}.wav`))).toEqual(['archive-bomb']);
});

test('what a computer keeps for itself is left out with a note, also where it would be refused', () => {
  const { entries, findings } = examineArchive({
    sizeBytes: 10_000,
    entries: entriesOf(
      ...['Master/a.wav', '__MACOSX/Master/._a.wav', 'Master/.DS_Store', 'Thumbs.db', 'Icon\r'].map((name) => ({ name })),
    ),
  });
  expect(entries.map(({ name }) => name)).toEqual(['Master/a.wav']);
  expect(findings).toMatchObject([
    { code: 'extra-files', level: 'note', text: expect.stringContaining('and 3 other files are left out') },
  ]);
});

test('an archive without files is refused', () => expect(codesOf([])).toEqual(['archive-unreadable']));

let count = 0;
function archiveOf(content: Buffer | ZipEntry[]) {
  count += 1;
  const path = join(folder, `${count}.zip`);
  writeFileSync(path, Array.isArray(content) ? zipOf(content) : content);
  return readArchive(path);
}
const silence = Buffer.alloc(2 * MB);

test('a ZIP is opened file by file, with names in one form, also those that do not say that they are UTF-8', async () => {
  const archive = await archiveOf([
    { name: 'Мастер/Кафе\u0301.wav', bytes: silence },
    { name: 'Master/' },
    { name: 'ステム/b.wav', bytes: Buffer.from('bass'), method: 0 },
    { name: Buffer.from([0x81, 0x2e, 0x77, 0x61, 0x76]) },
  ]);
  expect(archive.findings).toEqual([]);
  expect(archive.files.map(({ path, sizeBytes }) => [path, sizeBytes])).toEqual([
    ['Мастер/Кафе\u0301.wav'.normalize('NFC'), 2 * MB],
    ['ステム/b.wav', 4],
    ['ü.wav', 5],
  ]);
  expect((await buffer(await archive.files[0]!.open())).equals(silence)).toBe(true);
  expect(String(await buffer(await archive.files[1]!.open()))).toBe('bass');
  archive.close();
});

test('a file that is larger than the archive says stops there, and damaged bytes are found', async () => {
  const archive = await archiveOf([
    { name: 'larger.wav', bytes: silence, sizeBytes: 1000 },
    { name: 'smaller.wav', bytes: Buffer.alloc(10), sizeBytes: 11 },
    { name: 'other.wav', crc: 1 },
  ]);
  expect(archive.findings).toEqual([]);
  const read = async (i: number) => buffer(await archive.files[i]!.open());
  await expect(read(0)).rejects.toMatchObject({ finding: { code: 'archive-bomb' } });
  await expect(read(1)).rejects.toMatchObject({ finding: { code: 'archive-unreadable', file: 'smaller.wav' } });
  await expect(read(2)).rejects.toMatchObject({ finding: { code: 'archive-unreadable', file: 'other.wav' } });
  archive.close();
});

test('what cannot be opened is refused with the reason', async () => {
  const whole = zipOf([{ name: 'a.wav' }]);
  const broken = Buffer.from(whole);
  broken.fill(0, whole.indexOf('PK\x01\x02'), whole.indexOf('PK\x01\x02') + 8);
  const cases: [Buffer | ZipEntry[], string, string][] = [
    [Buffer.from('Rar!\x1a\x07'), 'archive-unreadable', 'RAR'],
    [whole.subarray(0, -30), 'archive-unreadable', 'its end is missing'],
    [Buffer.from('no archive at all, but long enough'), 'archive-unreadable', 'no ZIP'],
    [broken, 'archive-unreadable', 'damaged'],
    [[{ name: 'a.wav', flags: 1 }], 'archive-encrypted', 'password'],
    [[{ name: 'a.wav', flags: 0x41 }], 'archive-encrypted', 'password'],
    [[{ name: '../a.wav' }], 'archive-unsafe-path', 'leaves the folder'],
    [[{ name: 'a.wav', mode: 0o120777 }], 'archive-unsafe-path', 'link'],
    [[{ name: 'a.wav' }, { name: 'b.wav', offset: 0 }], 'archive-bomb', 'same bytes'],
  ];
  for (const [content, code, words] of cases) {
    const archive = await archiveOf(content);
    expect([archive.files, archive.findings]).toEqual([
      [],
      [expect.objectContaining({ code, level: 'fail', text: expect.stringContaining(words) })],
    ]);
    archive.close();
  }
});
