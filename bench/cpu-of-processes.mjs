import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

const TICK_MS = 10;

/** Milliseconds of CPU that a process and those it has started have used so far; null where the system has no /proc. */
export async function cpuMillisOf(pid) {
  const names = await readdir('/proc').catch(() => []);
  const found = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(statOf));
  const family = found.filter((one) => one && (one.pid === pid || one.parent === pid));
  return family.length === 0 ? null : family.reduce((sum, { ticks }) => sum + ticks, 0) * TICK_MS;
}

async function statOf(name) {
  const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // the name of the program may hold blanks, so the numbers begin after its bracket
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent] = fields;
  // own time, and that of children that have ended
  const ticks = fields.slice(11, 15).reduce((sum, one) => sum + one, 0);
  return { pid: Number(name), parent, ticks };
}

/**
 * The same to a few microseconds, for what one call costs: the running time of each thread, of those that are there. Its own reading takes some
 * milliseconds, so it is for calls that come one by one.
 */
export function runMillisOf(pid) {
  const family = [pid, ...(read(`/proc/${pid}/task/${pid}/children`) ?? '').split(' ').filter(Boolean)];
  return family.flatMap((one) => threadsOf(one).map((thread) => ranFor(one, thread))).reduce((sum, ms) => sum + ms, 0);
}

/** Begins to count; the answer tells which part of a core everything but these processes and their children has taken since. */
export function othersSince(pids) {
  const own = () => pids.reduce((sum, pid) => sum + runMillisOf(pid), 0);
  const [busyBefore, ownBefore, began] = [busyMillis(), own(), performance.now()];
  return () => Math.max(0, busyMillis() - busyBefore - (own() - ownBefore)) / (performance.now() - began);
}

/** What all cores have done so far. */
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
