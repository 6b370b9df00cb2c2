import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { retry } from '@shop/runtime';
import { freePort } from '../run-command';

const ROOT = join(__dirname, '..', '..', '..', '..');

export type ServiceProcess = {
  url: string;
  /** Ends the process as abruptly as a power cut. */
  kill: () => Promise<void>;
  /** Starts the process again at the same address. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts one service, from its build, as the process that compose and Kubernetes run. */
export async function startServiceProcess(service: string, env: Record<string, string>): Promise<ServiceProcess> {
  const [port, opsPort] = [await freePort(), await freePort()];
  const settings = {
    PATH: process.env.PATH ?? '',
    LISTEN: '127.0.0.1',
    PORT: String(port),
    OPS_PORT: String(opsPort),
    LOG_LEVEL: 'warn',
    ...env,
  };
  let child: ChildProcess;
  let said = '';

  const launch = async () => {
    child = spawn(process.execPath, [join(ROOT, 'services', service, 'dist', 'main.js')], {
      env: settings,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream!.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)));
    const notReady = () => new Error(`${service} does not start: ${said}`);
    const ask = async () => {
      const answer = await fetch(`http://127.0.0.1:${opsPort}/readyz`).catch(() => null);
      if (!answer?.ok) throw notReady();
    };
    const giveUpOnTheDead = () => {
      if (child.exitCode !== null) throw notReady();
    };
    await retry(ask, { withinMs: 30_000, pauseMs: 100, onFailure: giveUpOnTheDead });
  };
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };

  await launch();
  return { url: `http://127.0.0.1:${port}`, kill: () => end('SIGKILL'), restart: launch, stop: () => end('SIGTERM') };
}
