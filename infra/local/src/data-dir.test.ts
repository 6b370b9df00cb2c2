import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataDir, removeDataDir, startOver } from './data-dir';
import { keepSecrets } from './kept/secrets';

let dataDir: string;
beforeEach(async () => {
  dataDir = await makeDataDir();
  await keepSecrets({ DATA_DIR: dataDir });
});
afterEach(() => removeDataDir(dataDir));

const secrets = () => readFile(join(dataDir, 'secrets.json'), 'utf8');

test('beside a database server of its own nothing is removed: its data need the keys', async () => {
  const before = await secrets();
  const said: string[] = [];
  const starting = startOver({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://127.0.0.1:1/postgres' }, (line) => said.push(line));
  await expect(starting).rejects.toThrow(`drop its five databases there, then remove ${dataDir}`);
  expect([await secrets(), said]).toEqual([before, []]);
});

test('otherwise the whole folder goes', async () => {
  await startOver({ DATA_DIR: dataDir, DATABASE_URL: undefined }, () => {});
  expect(existsSync(dataDir)).toBe(false);
});
