import { existsSync } from 'node:fs';
import { findProgram, runCommand, type Log } from '../run-command';

/** The command for a person who installs Debian packages. */
export const aptCommand = (name: string) => `sudo apt-get install -y ${name}`;

/**
 * Whether packages may be installed without asking: only as root on a machine without systemd, which is a container or a build machine
 * and never somebody's own computer.
 */
export const mayInstall = () =>
  process.getuid?.() === 0 && !existsSync('/run/systemd/system') && findProgram('apt-get') !== undefined;

const quiet = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
const apt = (args: string[]) =>
  runCommand('apt-get', ['-y', '-o', 'DPkg::Lock::Timeout=400', '-o', 'Acquire::http::Timeout=30', ...args], {
    env: quiet,
    timeoutMs: 600_000,
  });

/**
 * Installs one Debian package; `RUNLEVEL=1` keeps its service from being started.
 * @returns undefined when it worked, else the last words of apt-get
 */
export async function aptInstall(name: string, log: Log): Promise<string | undefined> {
  log(`Installing the system package ${name} with apt-get (npm test -- --no-install leaves the system as it is) …`);
  await apt(['update']);
  const { code, output } = await apt(['install', '--no-install-recommends', name]);
  return code === 0 ? undefined : (output.split('\n').at(-1) ?? 'apt-get failed');
}
