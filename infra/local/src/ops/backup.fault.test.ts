import { existsSync, promises } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SERVICES } from '@shop/ops';
import { Client } from 'pg';
import { LocalConfig } from '../config';
import { makeDataDir, postgresIn, removeDataDir } from '../data-dir';
import { startPostgres } from '../postgres/postgres';
import { keepSecrets } from '../secrets';
import { backup } from './backup';
import { restore } from './restore';

let dataDir: string;
let config: LocalConfig;
beforeAll(async () => {
  dataDir = await makeDataDir();
  config = LocalConfig.parse({ DATA_DIR: dataDir });
  await keepSecrets(dataDir);
});
afterAll(() => removeDataDir(dataDir));

const at = async <Row>(server: string, database: string, sql: string): Promise<Row[]> => {
  const client = new Client({ connectionString: Object.assign(new URL(server), { pathname: `/${database}` }).href });
  await client.connect();
  return client.query(sql).then(
    ({ rows }) => client.end().then(() => rows as Row[]),
    (error) => client.end().then(() => Promise.reject(error as Error)),
  );
};
const running = async <Result>(work: (url: string) => Promise<Result>): Promise<Result> => {
  const server = await startPostgres({ dataDir: postgresIn(dataDir) });
  return work(server.url).finally(() => server.stop());
};

test('a backup of a shop that is written to meanwhile comes back as it was at one moment, ahead in its numbers', async () => {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  await mkdir(join(dataDir, 'objects'));
  await writeFile(join(dataDir, 'objects', 'cover.webp'), 'a picture');

  const { folder, before } = await running(async (url) => {
    for (const name of SERVICES) {
      await at(url, 'postgres', `CREATE DATABASE ${name}`);
      await at(
        url,
        name,
        `CREATE TABLE outbox (id serial, data jsonb DEFAULT '{"a":1}', occurred_at timestamptz DEFAULT now(), sent_at timestamptz, next_try_at timestamptz);
         CREATE TABLE backups (bytes bigint, finished_at timestamptz DEFAULT now());
         INSERT INTO outbox (sent_at) SELECT now() FROM generate_series(1, 5000)`,
      );
    }
    let writing = true;
    const writer = (async () => {
      while (writing) await at(url, 'orders', `INSERT INTO outbox (sent_at) SELECT now() FROM generate_series(1, 200)`);
    })();
    const [kept] = await at<{ n: number }>(url, 'orders', 'SELECT count(*)::int AS n FROM outbox');
    const folder = await backup(config, join(dataDir, 'backups'), say);
    writing = false;
    await writer;
    expect(await at(url, 'identity', 'SELECT bytes > 0 AS noted FROM backups')).toEqual([{ noted: true }]);
    await at(url, 'orders', `DELETE FROM outbox; INSERT INTO outbox (data) VALUES ('{"after": true}')`);
    await expect(restore(config, folder, say)).rejects.toThrow('The shop runs. Stop it first.');
    return { folder, before: kept!.n };
  });
  expect(existsSync(join(folder, 'secrets.json'))).toBe(false);
  expect(said.join('\n')).toContain('secrets.json and postgres/password');

  await rm(join(dataDir, 'objects'), { recursive: true });
  await restore(config, folder, say);
  expect(await readFile(join(dataDir, 'objects', 'cover.webp'), 'utf8')).toBe('a picture');
  await running(async (url) => {
    const [rows] = await at<{ n: number; late: number; again: boolean; highest: number }>(
      url,
      'orders',
      `SELECT count(*)::int AS n, count(*) FILTER (WHERE data ? 'after')::int AS late, bool_and(sent_at IS NULL) AS again, max(id) AS highest FROM outbox`,
    );
    expect(rows).toMatchObject({ late: 0, again: true });
    expect(rows!.n).toBeGreaterThanOrEqual(before);
    expect(rows!.n % 200).toBe(0);
    const [next] = await at<{ id: number }>(url, 'orders', 'INSERT INTO outbox DEFAULT VALUES RETURNING id');
    expect(next!.id).toBeGreaterThanOrEqual(rows!.highest + 1000);
    for (const name of SERVICES)
      expect(await at(url, name, 'SELECT count(*)::int >= 5000 AS whole FROM outbox')).toEqual([{ whole: true }]);
  });
}, 270_000);

test('a shop that was never started with this release has nowhere to note a backup, and gets it all the same', async () => {
  await running((url) => at(url, 'identity', 'DROP TABLE backups'));
  const folder = await backup(config, join(dataDir, 'backups'), () => {});
  expect(existsSync(join(folder, 'postgres', 'backup_label'))).toBe(true);
});

test('a restore that breaks off leaves the shop as it was, and the next one goes through', async () => {
  const folder = await backup(config, join(dataDir, 'backups'), () => {});
  await running((url) => at(url, 'orders', 'CREATE TABLE since_then (id int)'));
  jest.spyOn(promises, 'copyFile').mockRejectedValueOnce(new Error('ENOSPC: no space left on device'));
  await expect(restore(config, folder, () => {})).rejects.toThrow('no space left');
  const since = () => running((url) => at(url, 'orders', `SELECT to_regclass('since_then') IS NOT NULL AS kept`));
  expect(await since()).toEqual([{ kept: true }]);

  await restore(config, folder, () => {});
  expect(await since()).toEqual([{ kept: false }]);
});

test('what cannot be restored is refused before anything is moved', async () => {
  await expect(restore(config, dataDir, () => {})).rejects.toThrow('holds no backup of the shop');
  const folder = await backup(config, join(dataDir, 'backups'), () => {});
  await rm(join(dataDir, 'postgres', 'password'));
  await expect(restore(config, folder, () => {})).rejects.toThrow(/postgres\/password is not there/);
});
