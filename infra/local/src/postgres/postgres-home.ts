import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, mkdtemp, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readKept, replaceKept } from '../kept/kept-file';
import { npmBinaries, program, type Binaries } from './postgres-binaries';
import { runCommand, type Log } from '../run-command';

type Account = { uid: number; gid: number };
/** Programs and cluster of a Postgres, and its operating system account (undefined: the account of this process). */
export type Home = { binaries: Binaries; folder: string; cluster: string; account?: Account };

/**
 * Chooses where Postgres runs. Postgres refuses to run as root, so root gives it an account of its own. When that account cannot
 * reach the checkout (a clone under a 0700 home), programs and data go to a folder under /var/lib and stay there, wherever the
 * checkout moves. The real path names the folder, because it identifies a running Postgres.
 * @throws Error in a sentence when the data folder is a copy whose databases belong to another one, or when they are missing
 */
export async function chooseHome(namedFolder: string, log: Log): Promise<Home> {
  await mkdir(namedFolder, { recursive: true });
  const dataDir = await realpath(namedFolder);
  const binaries = await npmBinaries();
  const here = { binaries, folder: dataDir, cluster: join(dataDir, 'cluster') };
  if (process.getuid?.() !== 0) return here;

  await chmod(dataDir, 0o711);
  const account = await unprivilegedAccount(log);
  const home = { ...here, account };
  const keptFolder = (await keptElsewhere(dataDir)) ?? (await olderFolder(home));
  if (!keptFolder && (existsSync(here.cluster) || (await canReach(home)))) return home;

  const elsewhere = keptFolder ?? (await mkdtemp(join(existsSync('/var/lib') ? '/var/lib' : tmpdir(), 'shop-postgres-')));
  await claim(elsewhere, dataDir);
  log(`Postgres may not run as root; what its own account has to reach is kept in ${elsewhere}.`);
  return { binaries: await copyBinaries(binaries, elsewhere), folder: elsewhere, cluster: join(elsewhere, 'cluster'), account };
}

/** Whether the account of Postgres can run its programs and enter its folder. */
export async function canReach({ account, binaries, folder }: Home): Promise<boolean> {
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

/** The file in the data folder that only its owner can read. */
export const PASSWORD = 'password';

/** The file in the data folder that names the folder elsewhere, which in turn names its data folder: both may be moved. */
const noteIn = (dataDir: string) => join(dataDir, 'elsewhere');

/** The folder elsewhere that holds the cluster; undefined when the data folder holds it. */
export const keptElsewhere = async (dataDir: string): Promise<string | undefined> =>
  (await readKept(noteIn(dataDir)))?.trim() || undefined;

/**
 * The folder of an older release, named after the path that the data folder had. That release looked there only while its account
 * could not reach the data folder, so a reachable data folder that has a cluster, or never had one, ignores it.
 */
async function olderFolder(home: Home): Promise<string | undefined> {
  const folder = `/var/tmp/shop-postgres-${createHash('sha256').update(home.folder).digest('hex').slice(0, 12)}`;
  if (!existsSync(folder)) return undefined;
  const lacksCluster = existsSync(join(home.folder, PASSWORD)) && !existsSync(home.cluster);
  return lacksCluster || !(await canReach(home)) ? folder : undefined;
}

/** Assigns the folder elsewhere to this data folder. Others may write to its parent, so it must belong to root. */
async function claim(folder: string, dataDir: string): Promise<void> {
  // Making the folder here would hide a mistyped path.
  if (!existsSync(folder))
    throw new Error(
      `${noteIn(dataDir)} names ${folder}, which is not there. Put it back, or write its path into that file. Where it is lost, remove that file and restore a backup: docs/runbooks/restore.md.`,
    );
  const stats = await lstat(folder);
  if (!stats.isDirectory() || stats.uid !== 0) throw new Error(`${folder} belongs to somebody else.`);
  await chmod(folder, 0o711);
  const owner = join(folder, 'data-folder');
  const before = await readKept(owner);
  if (before === dataDir) return;
  if (before !== undefined && (await keptElsewhere(before)) === folder)
    throw new Error(
      `${dataDir} is a copy of ${before}, and its databases in ${folder} are still those of the first. Remove the copy, and take the shop there by backup and restore: docs/runbooks/restore.md.`,
    );
  await replaceKept(owner, dataDir);
  await replaceKept(noteIn(dataDir), folder);
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
