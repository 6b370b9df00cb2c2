import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { noteDiskOrder } from '../testing/disk-order';
import { replaceKept } from './kept-file';

test('a file is on the disk before it takes its place, and its new name before the caller goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shop-kept-test-'));
  const order = noteDiskOrder();
  await replaceKept(join(folder, 'secrets.json'), 'kept');
  expect(order).toEqual(['secrets.json.part forced', 'secrets.json.part renamed', `${basename(folder)} forced`]);
  expect(await readFile(join(folder, 'secrets.json'), 'utf8')).toBe('kept');
  await rm(folder, { recursive: true });
});
