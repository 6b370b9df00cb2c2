import { spawnSync } from 'node:child_process';

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
  return {
    LD_PRELOAD: preload.stdout.trim(),
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    // The times of files are moved when they are read, so they have to be moved back when a test sets them.
    FAKE_UTIME: '1',
  };
}
