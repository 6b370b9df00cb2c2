import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LocalConfig } from '../config';
import { makeDataDir, postgresIn, removeDataDir } from '../data-dir';
import { hasSecrets } from '../kept/secrets';
import { startShop } from './shop';

let dataDir: string;
beforeEach(async () => {
  dataDir = await makeDataDir();
});
afterEach(() => removeDataDir(dataDir));

/** The message of a failed start. Nothing answers at the address of its database server. */
async function refusalOfStart() {
  const config = LocalConfig.parse({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://shop:secret@127.0.0.1:1/postgres' });
  return startShop({ config, env: {}, say: () => {}, isReady: () => true }).catch((error: Error) => error.message);
}

test('a database server that cannot be reached is named when the shop starts, and its password is not', async () => {
  const refusal = await refusalOfStart();
  expect(refusal).toMatch(/^The database server of DATABASE_URL \(127\.0\.0\.1:1\) cannot be reached \(.*ECONNREFUSED/);
  expect(refusal).not.toContain('secret');
});

test('beside a database server of its own the first start makes the secrets, also where a Postgres stands in the data folder', async () => {
  await mkdir(postgresIn(dataDir));
  await writeFile(join(postgresIn(dataDir), 'password'), 'kept');
  expect(await refusalOfStart()).toMatch(/^The database server of DATABASE_URL .* cannot be reached/);
  expect(hasSecrets(dataDir)).toBe(true);
});
