import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../run-command';

const ROOT = join(__dirname, '..', '..', '..', '..');

export type ServiceProcess = {
  url: string;
  /** As a power cut would. */
  kill: () => Promise<void>;
  /** Starts it again at the same address. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
};

/** One service as the process that compose and Kubernetes run, from its build. */
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
    for (const until = Date.now() + 30_000; ; await pause(100)) {
      const ready = await fetch(`http://127.0.0.1:${opsPort}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (ready) return;
      if (child.exitCode !== null || Date.now() > until) throw new Error(`${service} does not start: ${said}`);
    }
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
