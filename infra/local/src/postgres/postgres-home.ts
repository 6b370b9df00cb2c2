import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmBinaries, program, type Binaries } from './postgres-binaries';
import { runCommand, type Log } from '../run-command';

type Account = { uid: number; gid: number };
/**
 * Where Postgres runs: its programs, its cluster in `folder`, and its operating system account (undefined: the account of this
 * process).
 */
export type Home = { binaries: Binaries; folder: string; cluster: string; account?: Account };

/**
 * Chooses where Postgres runs. Postgres refuses to run as root, so root gives it an account of its own. When that account cannot reach
 * the checkout (a clone under a 0700 home), programs and data go to a folder under /var/tmp that it can reach. The folder has one name,
 * whichever link led to it: a Postgres that runs there is known by it.
 */
export async function chooseHome(named: string, log: Log): Promise<Home> {
  await mkdir(named, { recursive: true });
  const dataDir = await realpath(named);
  const binaries = await npmBinaries();
  const here = { binaries, folder: dataDir, cluster: join(dataDir, 'cluster') };
  if (process.getuid?.() !== 0) return here;

  await chmod(dataDir, 0o711);
  const account = await unprivilegedAccount(log);
  if (await canReach(account, binaries, dataDir)) return { ...here, account };

  const elsewhere = await ownFolder(dataDir);
  log(`Postgres may not run as root, and its own account cannot reach ${dataDir}: it is kept in ${elsewhere}.`);
  const copy = await copyBinaries(binaries, elsewhere);
  if (!(await canReach(account, copy, elsewhere))) throw new Error(`The account of Postgres cannot reach ${elsewhere} either.`);
  return { binaries: copy, folder: elsewhere, cluster: join(elsewhere, 'cluster'), account };
}

async function canReach(account: Account, binaries: Binaries, folder: string): Promise<boolean> {
  const runs = await runCommand(program(binaries, 'postgres'), ['--version'], { ...account, cwd: '/' });
  const enters = await runCommand('/bin/sh', ['-c', 'test -x "$1"', 'sh', folder], { ...account, cwd: '/' });
  return runs.code === 0 && enters.code === 0;
}

async function unprivilegedAccount(log: Log): Promise<Account> {
  const existing = accountOf('postgres');
  if (existing) return existing;
  log('Creating the system account postgres, because Postgres may not run as root …');
  await runCommand('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', 'postgres']);
  if (!accountOf('postgres')) await runCommand('adduser', ['--system', '--group', '--no-create-home', 'postgres']);
  return accountOf('postgres') ?? accountOf('nobody') ?? { uid: 65534, gid: 65534 };
}

function accountOf(name: string): Account | undefined {
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : [];
  const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** The folder under /var/tmp. Others may write there too, so a folder that exists already is used only when it belongs to root. */
async function ownFolder(dataDir: string): Promise<string> {
  const parent = existsSync('/var/tmp') ? '/var/tmp' : tmpdir();
  const folder = join(parent, `shop-postgres-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`);
  await mkdir(folder, { mode: 0o711 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== 0) throw new Error(`${folder} belongs to somebody else.`);
  await chmod(folder, 0o711);
  return folder;
}

async function copyBinaries(binaries: Binaries, folder: string): Promise<Binaries> {
  const copy = { ...binaries, folder: join(folder, 'native') };
  const stamp = join(copy.folder, 'version');
  if ((await readFile(stamp, 'utf8').catch(() => '')) === binaries.version) return copy;
  const fresh = `${copy.folder}.new`;
  await rm(fresh, { recursive: true, force: true });
  await cp(binaries.folder, fresh, { recursive: true, verbatimSymlinks: true });
  await runCommand('chmod', ['-R', 'u+rwX,go+rX,go-w', fresh]);
  await writeFile(join(fresh, 'version'), binaries.version);
  await rm(copy.folder, { recursive: true, force: true });
  await rename(fresh, copy.folder);
  return copy;
}
