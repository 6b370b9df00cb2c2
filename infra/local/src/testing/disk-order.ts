import { promises } from 'node:fs';
import { basename } from 'node:path';

/** Notes in which order files and folders are forced to the disk and renamed, by their names. */
export function noteDiskOrder(): string[] {
  const order: string[] = [];
  const { writeFile, rename, open } = promises;
  jest.spyOn(promises, 'writeFile').mockImplementation(async (file, data, options) => {
    await writeFile(file, data, options);
    if (typeof file === 'string' && typeof options === 'object' && options?.flush) order.push(`${basename(file)} forced`);
  });
  jest.spyOn(promises, 'rename').mockImplementation(async (from, to) => {
    await rename(from, to);
    order.push(`${basename(String(from))} renamed`);
  });
  jest.spyOn(promises, 'open').mockImplementation(async (path, ...rest) => {
    const file = await open(path, ...rest);
    const sync = file.sync.bind(file);
    file.sync = async () => {
      await sync();
      order.push(`${basename(String(path))} forced`);
    };
    return file;
  });
  return order;
}
