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
