import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@shop/runtime/testing';
import { makeDataDir, postgresIn, removeDataDir } from '../data-dir';
import { queryOnce } from '../postgres/in-database';
import { supervisePostgres } from './kept-postgres';

let dataDir: string;
beforeEach(async () => {
  dataDir = await makeDataDir();
});
afterEach(() => removeDataDir(dataDir));

const cluster = () => join(postgresIn(dataDir), 'cluster');

/** Starts a Postgres with a row in it. `kill` ends it as a lack of memory does, and is done once nobody answers. */
async function aKeptPostgres() {
  const lines: string[] = [];
  const postgres = await supervisePostgres({ dataDir: postgresIn(dataDir), fast: true, log: (line) => lines.push(line) });
  await queryOnce(postgres.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await queryOnce(postgres.url, 'CHECKPOINT');
  const kill = async () => {
    process.kill(Number.parseInt(await readFile(join(cluster(), 'postmaster.pid'), 'utf8')), 'SIGKILL');
    await eventually(() => expect(lines).toContainEqual(expect.stringMatching(/^Postgres has stopped unexpectedly/)));
  };
  const row = () => queryOnce(postgres.url, 'SELECT answer FROM kept');
  return { ...postgres, said: lines, kill, row };
}

test('a Postgres that ends unasked is started again, at the same address and with its rows, each time', async () => {
  const { said, kill, row, stop } = await aKeptPostgres();
  for (const _time of ['first', 'second']) {
    said.splice(0);
    await kill();
    await eventually(() => expect(said).toContain('Postgres runs again.'));
    expect(await row()).toEqual([{ answer: 42 }]);
  }
  await stop();
  await expect(row()).rejects.toThrow('ECONNREFUSED');
});

test('as long as it cannot be started, it is tried again, and the console says once why', async () => {
  const { said, kill, row, stop } = await aKeptPostgres();
  const file = join(cluster(), 'PG_VERSION');
  await rename(file, `${file}.away`);
  await kill();
  const why = (line: string) => /^Postgres cannot be started again yet: .* is there, but not whole/.test(line);
  await eventually(() => expect(said.filter(why)).toHaveLength(1));
  await rename(`${file}.away`, file);
  expect(await eventually(row)).toEqual([{ answer: 42 }]);
  expect(said.filter(why)).toHaveLength(1);
  await stop();
});

test('a shop that stops while Postgres is away does not start it again', async () => {
  const { said, kill, row, stop } = await aKeptPostgres();
  await kill();
  await stop();
  await expect(row()).rejects.toThrow('ECONNREFUSED');
  expect(said).not.toContain('Postgres runs again.');
});
