import { promises } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { noteDiskOrder } from '../testing/disk-order';
import { addFile, copyTree, putInPlace } from './copy-tree';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-copy-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a copy is on the disk with all its files before it takes its place', async () => {
  await mkdir(join(folder, 'from', 'objects'), { recursive: true });
  await writeFile(join(folder, 'from', 'backup_label'), 'where the log of changes begins');
  await writeFile(join(folder, 'from', 'objects', 'cover.webp'), 'a picture');

  await copyTree(join(folder, 'from'), join(folder, 'copy.part'));
  const order = noteDiskOrder();
  await putInPlace(join(folder, 'copy.part'), join(folder, 'copy'));
  const before = order.slice(0, order.indexOf('copy.part renamed'));
  expect(before.sort()).toEqual(['backup_label forced', 'copy.part forced', 'cover.webp forced', 'objects forced']);
  expect(order.slice(-2)).toEqual(['copy.part renamed', `${basename(folder)} forced`]);
  expect(await readFile(join(folder, 'copy', 'objects', 'cover.webp'), 'utf8')).toBe('a picture');
});

test.each([
  ['a backup', undefined],
  ['the objects of a shop', addFile],
])('what is copied into %s is for its owner alone, whoever may read its source', async (_, copy) => {
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  await mkdir(join(from, 'private'), { recursive: true });
  await writeFile(join(from, 'private', 'passport.pdf'), 'a document');
  await chmod(join(from, 'private', 'passport.pdf'), 0o666);
  await copyTree(from, to, { copy });
  const rights = await Promise.all(
    ['.', 'private', 'private/passport.pdf'].map(async (path) => (await stat(join(to, path))).mode),
  );
  expect(rights.map((mode) => (mode & 0o777).toString(8))).toEqual(['700', '700', '600']);
});

describe('objects that are added to those of a shop', () => {
  const [from, to] = [() => join(folder, 'from'), () => join(folder, 'objects')];
  const textOf = (name: string) => readFile(join(to(), name), 'utf8');
  beforeEach(async () => {
    for (const path of [from(), to()]) await mkdir(path);
    await writeFile(join(from(), 'cover.webp'), 'a picture');
  });

  test('stay as they are where they are whole, and are made whole where they are not', async () => {
    await writeFile(join(from(), 'cut-off.webp'), 'another picture');
    await writeFile(join(from(), 'lost.webp'), 'a third one');
    await writeFile(join(to(), 'cover.webp'), 'A PICTURE');
    await writeFile(join(to(), 'cut-off.webp'), 'another');
    expect(await copyTree(from(), to(), { copy: addFile })).toEqual({ files: 3, bytes: 35 });
    expect(await Promise.all(['cover.webp', 'cut-off.webp', 'lost.webp'].map(textOf))).toEqual([
      'A PICTURE',
      'another picture',
      'a third one',
    ]);
    expect(await readdir(to())).toHaveLength(3);
  });

  test('are whole or as they were when the copy breaks off, and its remains are those of an upload', async () => {
    await writeFile(join(to(), 'cover.webp'), 'a newer picture');
    const halfWritten: string[] = [];
    jest.spyOn(promises, 'copyFile').mockImplementationOnce(async (_, path) => {
      halfWritten.push(String(path));
      await writeFile(path, 'a pic');
      throw new Error('ENOSPC: no space left on device');
    });
    await expect(copyTree(from(), to(), { copy: addFile })).rejects.toThrow('no space left');
    expect(halfWritten).toEqual([expect.stringMatching(/cover\.webp\.[0-9a-f-]{36}\.part$/)]);
    expect(await readdir(to())).toEqual(['cover.webp']);
    expect(await textOf('cover.webp')).toBe('a newer picture');
  });
});
