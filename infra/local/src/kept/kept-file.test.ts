import { promises } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { noteDiskOrder } from '../testing/disk-order';
import { replaceKept, syncFile, syncFolder } from './kept-file';

test('a file is on the disk before it takes its place, and its new name before the caller goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shop-kept-test-'));
  const order = noteDiskOrder();
  await replaceKept(join(folder, 'secrets.json'), 'kept');
  expect(order).toEqual(['secrets.json.part forced', 'secrets.json.part renamed', `${basename(folder)} forced`]);
  expect(await readFile(join(folder, 'secrets.json'), 'utf8')).toBe('kept');
  await rm(folder, { recursive: true });
});

test.each(['EINVAL', 'EBADF', 'ENOTSUP', 'EPERM', 'EIO'])(
  'of a folder, %s is an error only where its disk fails',
  async (code) => {
    const failure = Object.assign(new Error(code), { code });
    const close = jest.fn().mockResolvedValue(undefined);
    const file = { sync: () => Promise.reject(failure), close } as unknown as promises.FileHandle;
    jest.spyOn(promises, 'open').mockResolvedValue(file);
    if (code === 'EIO') await expect(syncFolder('folder')).rejects.toBe(failure);
    else await syncFolder('folder');
    await expect(syncFile('file')).rejects.toBe(failure);
    expect(close).toHaveBeenCalledTimes(2);
  },
);
