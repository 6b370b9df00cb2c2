import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, copyFile, cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readKept, replaceKept } from '../kept/kept-file';
import { answers } from './postgres-answers';
import { program } from './postgres-binaries';
import { canReach, chooseHome, keptElsewhere, PASSWORD, type Home } from './postgres-home';
import { ownerFile, stopOrphan } from './postgres-orphan';
import { dyingWithUs, freePort, runCommand, stopChild, type Log } from '../run-command';

export type PostgresOptions = {
  /** A folder for Postgres alone. It holds the cluster, and the password in a file that only its owner can read. */
  dataDir: string;
  /** The folder of databases beside the shop's own, which are the default. */
  cluster?: string;
  /** Default: any free port. */
  port?: number;
  /** For tests: faster, but a power cut may cost all data. */
  fast?: boolean;
  log?: Log;
  /** Called when Postgres ends without `stop`. */
  onEnd?: () => void;
};
export type Postgres = {
  url: string;
  port: number;
  /** The main process of Postgres. */ pid: number;
  stop(): Promise<void>;
};

/**
 * Starts the Postgres that npm installed, on 127.0.0.1 alone, and waits until it answers, however long it recovers from a crash.
 * The folder keeps its data from start to start.
 * @throws Error when the port is taken, when another process uses the folder, or with Postgres' own words
 */
export async function startPostgres({
  dataDir,
  cluster,
  port,
  fast = false,
  log = () => {},
  onEnd = () => {},
}: PostgresOptions): Promise<Postgres> {
  const folder = resolve(dataDir);
  const home = { ...(await chooseHome(folder, log)), ...(cluster !== undefined && { cluster }) };
  if (home.account && !(await canReach(home)))
    throw new Error(
      `The account of Postgres cannot reach ${home.folder}. Let others pass through the folders above it (chmod o+x), or move it to where they may.`,
    );
  await stopOrphan(home.cluster, log);
  const password = await initialise(home, folder, fast, log);

  // By hand, because `retry` is in a package of ours and a run of the tests may begin before they are built (postgres-answers.ts).
  for (let attempt = 1; ; attempt++) {
    const chosenPort = port ?? (await freePort());
    const url = `postgres://postgres:${password}@127.0.0.1:${chosenPort}/postgres`;
    const { server, said } = launch(home, chosenPort, fast);
    const running = () => server.pid !== undefined && server.exitCode === null && server.signalCode === null;
    const ready = await answers(url, { running, log });
    if (ready)
      await writeFile(ownerFile(home.cluster), String(process.pid)).catch(async (error: unknown) => {
        await stopChild(server, 'SIGINT', 15_000);
        throw error;
      });
    // It may have ended during the write, when nobody listened yet.
    if (ready && running()) {
      if (server.pid === undefined) throw new Error(`Postgres has no process: ${said()}`);
      return {
        url,
        port: chosenPort,
        pid: server.pid,
        stop: stopper(server, () => {
          log(`Postgres has stopped unexpectedly: ${said()}`);
          onEnd();
        }),
      };
    }
    await stopChild(server, 'SIGQUIT', 5_000);
    // The workers of a killed Postgres need a moment to release its memory, and another program may have taken a free port meanwhile.
    if (attempt === 8) throw new Error(`Postgres did not start on port ${chosenPort}: ${said()}`);
    await pause(500);
  }
}

/** Stops a Postgres that was left running in this folder and removes its data, wherever they are stored. */
export async function removePostgres(dataDir: string, log: Log = () => {}): Promise<void> {
  const { cluster, folder } = await chooseHome(resolve(dataDir), log);
  await stopOrphan(cluster, log);
  for (const path of [folder, dataDir]) await rm(path, { recursive: true, force: true });
}

/** Copies a stopped cluster, with its password, to a folder that has none yet. @throws Error with the words of cp */
export async function copyPostgres(from: string, to: string): Promise<void> {
  const [source, copy] = [await chooseHome(resolve(from), () => {}), await chooseHome(resolve(to), () => {})];
  // `cp` keeps the owner: Postgres' own account when root starts it.
  if (source.account) {
    const { code, output } = await runCommand('cp', ['-a', source.cluster, copy.cluster]);
    if (code !== 0) throw new Error(`The database was not copied: ${output}`);
  } else await cp(source.cluster, copy.cluster, { recursive: true });
  await copyFile(join(resolve(from), PASSWORD), join(resolve(to), PASSWORD));
}

/**
 * Creates the cluster of a new shop in another folder and then renames it, so that an interrupted first start leaves nothing half
 * made. A password without a cluster means that the databases are missing: no empty ones replace them.
 */
async function initialise(home: Home, folder: string, fast: boolean, log: Log): Promise<string> {
  const { cluster, binaries, account } = home;
  const fresh = `${cluster}.new`;
  const passwordFile = join(folder, PASSWORD);
  const keptPassword = await readKept(passwordFile);
  if (keptPassword && existsSync(join(cluster, 'PG_VERSION'))) return keptPassword;
  if (keptPassword && existsSync(cluster))
    throw new Error(
      `${cluster} is there, but not whole: it lacks PG_VERSION. Restore a backup, or put back one that stands beside it.`,
    );
  if (existsSync(cluster))
    throw new Error(
      `${cluster} is there, but its password (${passwordFile}) is not. Put it back: docs/runbooks/restore.md. \`npm start -- --reset\` removes all data instead.`,
    );
  const elsewhere = await keptElsewhere(folder);
  if (keptPassword && !account && elsewhere)
    throw new Error(
      `The databases are in ${elsewhere}, where root has started them: start the shop as root, or take it to this account by backup and restore (docs/runbooks/restore.md).`,
    );
  if (keptPassword && !existsSync(fresh))
    throw new Error(
      `${passwordFile} is there, but its databases (${cluster}) are not. Put them back, or restore a backup: docs/runbooks/restore.md. \`npm start -- --reset\` starts over instead.`,
    );

  log('Creating the database …');
  const password = keptPassword ?? randomBytes(24).toString('hex');
  const handedOver = `${cluster}.password`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  await writeFile(handedOver, password, { mode: 0o600 });
  if (account) for (const path of [fresh, handedOver]) await chown(path, account.uid, account.gid);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${handedOver}`];
  const flags = [
    `--pgdata=${fresh}`,
    ...access,
    ...locale,
    ...(fast ? ['--no-sync', '--no-data-checksums', '--set=scram_iterations=1'] : []),
  ];
  const initdb = await runCommand(program(binaries, 'initdb'), flags, { ...account, cwd: dirname(cluster), env: environment() });
  await rm(handedOver);
  if (initdb.code !== 0) throw new Error(`initdb failed: ${initdb.output}`);
  await replaceKept(passwordFile, password);
  await rename(fresh, cluster);
  return password;
}

function launch({ binaries, cluster, account }: Home, port: number, fast: boolean): { server: ChildProcess; said: () => string } {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...(fast && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', scram_iterations: '1', autovacuum: 'off' }),
    // The file system copies databases without copying their blocks.
    ...(fast && process.platform === 'linux' && { file_copy_method: 'clone' }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { command, args } = dyingWithUs('INT', program(binaries, 'postgres'), ['-D', cluster, '-p', String(port), ...flags]);
  // A process group of its own: Ctrl-C then reaches only this process, which stops the services before their database.
  const stdio: ['ignore', 'ignore', 'pipe'] = ['ignore', 'ignore', 'pipe'];
  const server = spawn(command, args, {
    ...account,
    cwd: dirname(cluster),
    env: environment(),
    stdio,
    detached: process.platform !== 'win32',
  });
  let output = '';
  server.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-2_000)));
  server.on('error', (error) => (output += error.message));
  return { server, said: () => output.trim() };
}

function stopper(server: ChildProcess, onEnd: () => void): () => Promise<void> {
  server.once('exit', onEnd);
  return async () => {
    server.off('exit', onEnd);
    await stopChild(server, 'SIGINT', 15_000);
  };
}

/** The environment without the shell's PG* variables, which would send this server or its clients elsewhere. */
const environment = () => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG'))),
  LC_ALL: 'C',
});
