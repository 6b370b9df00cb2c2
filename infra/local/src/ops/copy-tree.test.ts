import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { noteDiskOrder } from '../testing/disk-order';
import { copyTree, putInPlace } from './copy-tree';

test('a copy is on the disk with all its files before it takes its place', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shop-copy-test-'));
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
  await rm(folder, { recursive: true });
});
