import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = /^\d{8}T\d{6}Z$/;
/** A killed backup leaves this. A younger one may be under way. */
const UNFINISHED = /^(\d{8}T\d{6}Z)\.part$/;
const DAY_MS = 86_400_000;

export const nameOfBackup = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, '');
export const isNameOfBackup = (name: string) => NAME.test(name);

/** Removes all backups below `folder` but the newest `keep`, and unfinished ones. Everything else stays. */
export async function removeOldBackups(folder: string, keep: number, say: (line: string) => void): Promise<void> {
  const names = (await readdir(folder)).sort();
  const finishedBackups = names.filter(
    (name) => isNameOfBackup(name) && existsSync(join(folder, name, 'postgres', 'backup_label')),
  );
  const yesterday = nameOfBackup(new Date(Date.now() - DAY_MS));
  const unfinishedBackups = names.filter((name) => (UNFINISHED.exec(name)?.[1] ?? yesterday) < yesterday);
  const old = [...finishedBackups.slice(0, -keep), ...unfinishedBackups];
  for (const name of old) await rm(join(folder, name), { recursive: true });
  if (old.length > 0) say(`Removed: ${old.join(', ')}.`);
}
