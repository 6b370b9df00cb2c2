import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nameOfBackup, removeOldBackups } from './old-backups';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'shop-old-backups-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const thereIs = (name: string) => {
  mkdirSync(join(folder, name, 'postgres'), { recursive: true });
  writeFileSync(join(folder, name, 'postgres', 'backup_label'), 'where the log of changes begins');
};

test('the newest backups stay, and so does all that is no backup', async () => {
  const backups = ['20260128T024000Z', '20260129T024000Z', '20260130T024000Z', '20260131T024000Z'];
  backups.forEach(thereIs);
  mkdirSync(join(folder, '20260101T000000Z')); // not a backup of ours
  mkdirSync(join(folder, 'photographs'));
  const lines: string[] = [];
  await removeOldBackups(folder, 3, (line) => lines.push(line));
  expect(readdirSync(folder).sort()).toEqual(['20260101T000000Z', ...backups.slice(1), 'photographs']);
  expect(lines).toEqual(['Removed: 20260128T024000Z.']);
  await removeOldBackups(folder, 7, (line) => lines.push(line));
  expect(lines).toHaveLength(1);
});

test('the remains of a killed backup are removed, and a backup under way is not', async () => {
  const running = `${nameOfBackup(new Date())}.part`;
  [`20260131T024000Z.part`, running].forEach(thereIs);
  await removeOldBackups(folder, 7, () => {});
  expect(readdirSync(folder)).toEqual([running]);
});
