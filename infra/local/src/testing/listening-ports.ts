import { readdir, readFile, readlink } from 'node:fs/promises';

type ListeningPort = { address: string; port: number; loopback: boolean };

const LISTENS = '0A';

/** Every TCP port on which this process or a descendant of it listens, as the kernel reports them (Linux alone). */
export async function portsOfOurs(): Promise<ListeningPort[]> {
  const inodes = new Set((await Promise.all((await ourProcesses()).map(socketsOf))).flat());
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')));
  return tables.flatMap((table) =>
    table
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === LISTENS && inodes.has(inode!))
      .map(([, local]) => portIn(local!)),
  );
}

/** `0100007F:1F90` is 127.0.0.1, port 8080: the address in words of 32 bits, each with its lowest byte first. */
function portIn(local: string): ListeningPort {
  const [hex, port] = local.split(':') as [string, string];
  const bytes = hex.match(/.{8}/g)!.flatMap((word) => word.match(/../g)!.reverse());
  const groups = bytes.map((byte) => parseInt(byte, 16));
  const address =
    bytes.length === 4 ? groups.join('.') : new URL(`http://[${bytes.join('').match(/.{4}/g)!.join(':')}]`).hostname.slice(1, -1);
  return { address, port: parseInt(port, 16), loopback: /^127\.|^::1$|^::ffff:7f/.test(address) };
}

async function ourProcesses(): Promise<number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map(await Promise.all(all.map(async (pid) => [pid, await parentOf(pid)] as const)));
  const isOurs = (pid: number): boolean => pid === process.pid || ((parents.get(pid) ?? 0) > 1 && isOurs(parents.get(pid)!));
  return all.filter(isOurs);
}

/** The parent of a process. The name in its stat file may hold any characters; state and parent come after it. */
const parentOf = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
};

async function socketsOf(pid: number): Promise<string[]> {
  const names = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const links = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')));
  return links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []);
}
