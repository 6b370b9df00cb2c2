import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/**
 * The variables under which a process, and all that it starts, takes it to be `moment` now: Debian's faketime. Postgres gets the same
 * clock, because it is moved by a distance and not set; what measures how long something takes stays as it is.
 * @throws without faketime, or when `moment` is no time
 */
export function clockAt(moment) {
  const seconds = Math.round((Date.parse(moment) - Date.now()) / 1000);
  if (Number.isNaN(seconds)) throw new Error(`--clock needs a time such as 2028-02-29T23:05:00Z, and not ${moment}.`);
  const preload = spawnSync('faketime', ['-f', '+0', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' });
  if (preload.status !== 0) throw new Error('--clock needs the program faketime, which Debian has as a package.');
  const moved = {
    LD_PRELOAD: preload.stdout.trim(),
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  return { ...moved, ...(readsMovedTimes(moved) ? { FAKE_UTIME: '1' } : { FAKE_UTIME: '0', NO_FAKE_STAT: '1' }) };
}

/**
 * Whether Node gets the times of files moved, which depends on its version. Where it does, a time that a test sets has to be moved back,
 * so that it is read as it was set. Where it does not, no program gets them moved: what one sets the other reads, and a file that was just
 * written looks as old as the clock is moved.
 */
function readsMovedTimes(moved) {
  const file = import.meta.filename;
  const script = `process.stdout.write(String(require('node:fs').statSync(${JSON.stringify(file)}).mtimeMs))`;
  const { stdout } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', env: { ...process.env, ...moved } });
  return Number(stdout) !== statSync(file).mtimeMs;
}
