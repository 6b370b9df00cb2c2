import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LocalConfig } from './config';
import { makeDataDir, postgresIn, removeDataDir, startOver } from './data-dir';
import { loadSecrets } from './kept/secrets';
import { withDoors } from './testing/with-doors';

let dataDir: string;
beforeEach(async () => {
  dataDir = await makeDataDir();
  await loadSecrets({ DATA_DIR: dataDir });
});
afterEach(() => removeDataDir(dataDir));

const secrets = () => readFile(join(dataDir, 'secrets.json'), 'utf8');

test.each([
  [{ DATABASE_URL: 'postgres://127.0.0.1:1/postgres' }, 'DATABASE_URL: drop its five databases'],
  [{ S3_ENDPOINT: 'https://objects.test' }, 'S3_ENDPOINT: empty its bucket'],
  [{ MONGODB_URL: 'mongodb://127.0.0.1:1/shop' }, 'MONGODB_URL: drop its database'],
  [
    { AMQP_URL: 'amqp://127.0.0.1:1', MONGODB_URL: 'mongodb://127.0.0.1:1/shop' },
    'MONGODB_URL: drop its database; AMQP_URL: delete its queues',
  ],
])('beside servers of its own that would keep a part nothing is removed: %j', async (env, named) => {
  const before = await secrets();
  const lines: string[] = [];
  const starting = startOver(LocalConfig.parse({ DATA_DIR: dataDir, ...env }), (line) => lines.push(line));
  await expect(starting).rejects.toThrow(
    `--reset removes what is in ${dataDir} alone. First clear what is elsewhere (${named}), then`,
  );
  expect([await secrets(), lines]).toEqual([before, []]);
});

test('a folder of Postgres that is elsewhere is named with the data folder', async () => {
  await mkdir(postgresIn(dataDir));
  await writeFile(join(postgresIn(dataDir), 'elsewhere'), '/var/lib/shop-postgres-x');
  const starting = startOver(LocalConfig.parse({ DATA_DIR: dataDir, MONGODB_URL: 'mongodb://127.0.0.1:1/shop' }), () => {});
  await expect(starting).rejects.toThrow(`then remove ${dataDir} and /var/lib/shop-postgres-x.`);
  await rm(postgresIn(dataDir), { recursive: true });
});

test('beside a shop that runs nothing is removed, whatever its Postgres does', async () => {
  const before = await secrets();
  const starting = () => startOver(LocalConfig.parse({ DATA_DIR: dataDir }), () => {});
  await withDoors(dataDir, () => expect(starting()).rejects.toThrow('The shop runs. Stop it first.'));
  expect(await secrets()).toBe(before);
});

test('otherwise the whole folder goes', async () => {
  await startOver(LocalConfig.parse({ DATA_DIR: dataDir }), () => {});
  expect(existsSync(dataDir)).toBe(false);
});
