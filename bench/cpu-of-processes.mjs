import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

/** The unit of CPU time in /proc: a hundredth of a second. */
const TICK_MS = 10;

/** Milliseconds of CPU that a process and its children have used; null where the system has no /proc. */
export async function cpuMillisOf(pid) {
  const names = await readdir('/proc').catch(() => []);
  const stats = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(statOf));
  const family = stats.filter((stat) => stat && (stat.pid === pid || stat.parent === pid));
  return family.length === 0 ? null : family.reduce((sum, { ticks }) => sum + ticks, 0) * TICK_MS;
}

async function statOf(name) {
  const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // The program's name stands in brackets and may hold blanks, so the fields are counted from behind the closing bracket.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent] = fields;
  // User and system time, of the process itself and of its children that have ended.
  const ticks = fields.slice(11, 15).reduce((sum, tick) => sum + tick, 0);
  return { pid: Number(name), parent, ticks };
}

/**
 * The same, exact to a few microseconds: the running time of all present threads of the process and its children. Reading it takes
 * some milliseconds, so it suits only calls that come one by one.
 */
export function runMillisOf(pid) {
  return familyOf(pid)
    .flatMap((member) => threadsOf(member).map((thread) => ranFor(member, thread)))
    .reduce((sum, ms) => sum + ms, 0);
}

/** Megabytes in memory of a process and each of its children, by their ids; nothing where the system has no /proc. */
export const memoryOf = (pid) =>
  new Map(
    familyOf(pid).flatMap((member) => {
      const [, kb] = /VmRSS:\s+(\d+)/.exec(read(`/proc/${member}/status`) ?? '') ?? [];
      return kb ? [[member, (Number(kb) * 1024) / 1e6]] : [];
    }),
  );

const familyOf = (pid) => [String(pid), ...(read(`/proc/${pid}/task/${pid}/children`) ?? '').split(' ').filter(Boolean)];

/**
 * Begins to measure.
 * @returns a function for the share of a core that all processes but these and their children have used since
 */
export function othersSince(pids) {
  const own = () => pids.reduce((sum, pid) => sum + runMillisOf(pid), 0);
  const [busyBefore, ownBefore, began] = [busyMillis(), own(), performance.now()];
  return () => Math.max(0, busyMillis() - busyBefore - (own() - ownBefore)) / (performance.now() - began);
}

/** Milliseconds of CPU that all cores have used. */
function busyMillis() {
  const [user, nice, system, , , irq, softirq] = (read('/proc/stat') ?? 'cpu').split('\n')[0].split(/\s+/).slice(1).map(Number);
  return (user + nice + system + irq + softirq) * TICK_MS;
}

const ranFor = (pid, thread) => Number((read(`/proc/${pid}/task/${thread}/schedstat`) ?? '0').split(' ')[0]) / 1e6;

function threadsOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
