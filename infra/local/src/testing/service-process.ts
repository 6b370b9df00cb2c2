import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { retry } from '@shop/runtime';
import { dyingWithUs, freePort } from '../run-command';

const ROOT = join(__dirname, '..', '..', '..', '..');
const STARTS_WITHIN_MS = 90_000;

export type ServiceProcess = {
  url: string;
  opsUrl: string;
  /** Ends the process as abruptly as a power cut. */
  kill: () => Promise<void>;
  /** Freezes the process: its connections stay, and nothing is answered. */
  pause: () => void;
  resume: () => void;
  signal: (signal: NodeJS.Signals) => void;
  /** Starts the process again at the same address. */
  restart: () => Promise<void>;
  /** Asks the process to end, as a roll-out does, and waits for it. */
  stop: () => Promise<void>;
};

type Started = {
  /** The folder of the build that the process runs; by default this one. */
  root?: string;
  execArgv?: string[];
};

/** Starts the gateway or one service, from its build, as the process that compose and Kubernetes run. */
export async function startServiceProcess(
  part: string,
  env: Record<string, string>,
  { root = ROOT, execArgv = [] }: Started = {},
): Promise<ServiceProcess> {
  const [port, opsPort] = [await freePort(), await freePort()];
  const opsUrl = `http://127.0.0.1:${opsPort}`;
  const program = join(root, part === 'gateway' ? '' : 'services', part, 'dist', 'main.js');
  const settings = {
    PATH: process.env.PATH ?? '',
    LISTEN: '127.0.0.1',
    PORT: String(port),
    OPS_PORT: String(opsPort),
    LOG_LEVEL: 'warn',
    ...env,
  };
  let child: ChildProcess;
  let output = '';

  const launch = async () => {
    const { command, args } = dyingWithUs('TERM', process.execPath, [...execArgv, program]);
    child = spawn(command, args, { env: settings, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream!.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000)));
    const notReady = () => new Error(`${part} does not start: ${output}`);
    const ask = async () => {
      const answer = await fetch(`${opsUrl}/readyz`).catch(() => null);
      if (!answer?.ok) throw notReady();
    };
    const giveUpOnTheDead = () => {
      if (hasEnded()) throw notReady();
    };
    try {
      await retry(ask, { withinMs: STARTS_WITHIN_MS, pauseMs: 100, onFailure: giveUpOnTheDead });
    } catch (error) {
      await end('SIGKILL');
      throw error;
    }
  };
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const end = async (signal: NodeJS.Signals) => {
    if (hasEnded()) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  };

  await launch();
  return {
    url: `http://127.0.0.1:${port}`,
    opsUrl,
    kill: () => end('SIGKILL'),
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    signal: (signal) => void child.kill(signal),
    restart: launch,
    stop: () => end('SIGTERM'),
  };
}
