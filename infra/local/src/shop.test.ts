import { LocalConfig } from './config';
import { makeDataDir, removeDataDir } from './data-dir';
import { startShop } from './shop';

let dataDir: string;
beforeEach(async () => {
  dataDir = await makeDataDir();
});
afterEach(() => removeDataDir(dataDir));

test('a database server that cannot be reached is named when the shop starts, and its password is not', async () => {
  const config = LocalConfig.parse({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://shop:secret@127.0.0.1:1/postgres' });
  const said = await startShop({ config, env: {}, say: () => {}, isReady: () => true }).catch((error: Error) => error.message);
  expect(said).toMatch(/^The database server of DATABASE_URL \(127\.0\.0\.1:1\) cannot be reached \(.*ECONNREFUSED/);
  expect(said).not.toContain('secret');
});
