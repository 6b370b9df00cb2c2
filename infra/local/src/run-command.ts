import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';

export type Log = (line: string) => void;
type CommandResult = { code: number | null; output: string };

/**
 * Runs a program to its end.
 * @returns its exit code and all of its output; the code is null when the program cannot be started, or is still running after
 * `timeoutMs` (milliseconds). Throws nothing.
 */
export function runCommand(
  command: string,
  args: string[],
  options: SpawnOptions & { timeoutMs?: number } = {},
): Promise<CommandResult> {
  const { timeoutMs, ...spawnOptions } = options;
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, { ...spawnOptions, stdio: ['ignore', 'pipe', 'pipe'] });
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    const finish = (code: number | null) => {
      clearTimeout(timer);
      resolve({ code, output: output.trim() });
    };
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', (error) => {
      output += error.message;
      finish(null);
    });
    child.on('close', finish);
  });
}

/** The full path of an executable program, from the PATH or from one of `moreFolders`; undefined when there is none. */
export function findProgram(name: string, moreFolders: string[] = []): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...moreFolders].filter(Boolean);
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Wraps a command so that it receives `signal` when this process dies, however it dies. Without Linux' setpriv, the command stays
 * as it is.
 */
export function dyingWithUs(signal: 'INT' | 'TERM', command: string, args: string[]): { command: string; args: string[] } {
  const setpriv = process.platform === 'linux' ? findProgram('setpriv') : undefined;
  return setpriv ? { command: setpriv, args: ['--pdeathsig', signal, '--', command, ...args] } : { command, args };
}

/** Sends a signal and waits for the process to end; after `patienceMs` (milliseconds) the process is killed. */
export async function stopChild(child: ChildProcess, signal: NodeJS.Signals, patienceMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await exit;
  clearTimeout(timer);
}

type PortRange = { from: number; to: number };
/** Below the ports that systems assign to outgoing connections: one of those could be taken before the program listens on it. */
const PORTS: PortRange = { from: 20_000, to: 32_000 };
const issuedPorts = new Set<number>();

/**
 * A TCP port of 127.0.0.1 that is free now. Never returns the same port twice. Processes that choose ports at the same time need
 * ranges of their own.
 */
export async function freePort(range: PortRange = PORTS): Promise<number> {
  const port = randomInt(range.from, range.to);
  if (issuedPorts.has(port) || !(await isFree(port))) return freePort(range);
  issuedPorts.add(port);
  return port;
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
