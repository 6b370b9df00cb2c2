import { execFile } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { byPsql } from '../../load/psql';
import { SERVICES, type RunningShop } from '../../load/running-shop';

const root = join(__dirname, '../../..');
const run = promisify(execFile);

/** The parts with two replicas: users of one that ends go on with the other. */
export const REPLICATED = ['gateway', ...SERVICES] as const;

const PORTS = { PORT: '18480', MAIL_INBOX_PORT: '18425', PAYPAL_SIMULATOR_PORT: '18490' };
const SHOP = `http://127.0.0.1:${PORTS.PORT}`;
export const INBOX = `http://127.0.0.1:${PORTS.MAIL_INBOX_PORT}`;
const SIMULATOR = `http://127.0.0.1:${PORTS.PAYPAL_SIMULATOR_PORT}`;

const env = {
  ...process.env,
  ...PORTS,
  COMPOSE_PROJECT_NAME: 'shop-tried',
  COMPOSE_FILE: ['docker-compose.yml', 'infra/docker/replicas.yml'].join(delimiter),
  FRONT_NETWORK: '172.30.81',
  RATE_LIMIT_SCALE: '100000',
  ADMIN_SECOND_FACTOR: 'optional',
};

/** Runs `docker compose` in a checkout's folder, with the demo profile and ports of its own. @throws Error with its output */
const composeIn =
  (folder: string) =>
  async (...args: string[]): Promise<string> =>
    (await run('docker', ['compose', '--profile', 'demo', ...args], { cwd: folder, env, maxBuffer: 2 ** 28 })).stdout;

const compose = composeIn(root);

const docker = async (...args: string[]) => (await run('docker', args, { env })).stdout;

/** Two replicas of each replicated part. */
const SCALE = REPLICATED.flatMap((name) => ['--scale', `${name}=2`]);

/** Builds changed images and waits until all is healthy. `folder` is another checkout, whose composition replaces this one. */
export const up = (folder = root) => composeIn(folder)('up', '--build', '--wait', ...SCALE);
/** Ends the composition and removes all its data. */
export const down = () => compose('down', '--volumes', '--timeout', '5');

/** The containers of one part, the oldest first. */
export async function containersOf(part: string): Promise<string[]> {
  const lines = (await compose('ps', '--all', '--format', '{{.Name}}', part)).trim().split('\n');
  return lines.toSorted();
}

export const kill = (container: string) => docker('kill', container);
export const start = (container: string) => docker('start', container);
export const stop = (container: string) => docker('stop', container);
/**
 * Stops a container as a roll-out does, and starts it again.
 * @returns how many milliseconds the stop took, and the exit code of its process
 */
export async function restart(container: string): Promise<{ stopMs: number; exitCode: number }> {
  const startedAt = Date.now();
  await stop(container);
  const stopMs = Date.now() - startedAt;
  const exitCode = Number(await docker('inspect', '--format', '{{.State.ExitCode}}', container));
  await start(container);
  return { stopMs, exitCode };
}

/** Removes RabbitMQ's volume with its contents, and starts it again. */
export async function loseRabbitmq(): Promise<void> {
  await compose('kill', 'rabbitmq');
  await compose('rm', '--force', 'rabbitmq');
  await docker('volume', 'rm', `${env.COMPOSE_PROJECT_NAME}_rabbitmq`);
  await compose('up', '--wait', '--no-deps', '--no-recreate', 'rabbitmq');
}

/** Builds the images of these parts. Containers keep the images that they were made from. */
export const build = (...parts: string[]) => compose('--profile', 'ops', 'build', ...parts);

/** Makes the containers of these parts again, as this checkout describes them. */
export async function makeAnew(...parts: string[]): Promise<void> {
  await compose('up', '--detach', '--wait', '--no-deps', '--force-recreate', ...parts);
}

/** Runs a part that ends by itself, or another command in its image. */
export const runOnce = (part: string, ...command: string[]) => compose('run', '--rm', '--no-deps', part, ...command);

/** Starts as many new replicas as there are old ones, and removes the old ones when the new ones are healthy. */
export async function exchange(part: string): Promise<void> {
  const old = await containersOf(part);
  await scaleUp(part, 2 * old.length);
  await takeAway(...old);
}

/** Adds replicas of a part up to this number, and waits until they are healthy. */
export const scaleUp = (part: string, replicas: number) =>
  compose('up', '--detach', '--wait', '--no-deps', '--no-recreate', '--scale', `${part}=${replicas}`, part);

/** Stops containers in order, and removes them. */
export async function takeAway(...containers: string[]): Promise<void> {
  await docker('stop', '--time', '60', ...containers);
  await docker('rm', ...containers);
}

/** Makes the missing secrets, or does a step of changing one. */
export const makeSecrets = (...step: string[]) => runOnce('secrets', 'node', '/make-secrets.mjs', '/run/shop', ...step);

/** Does a step of changing a key, without the restarts that follow it (docs/runbooks/key-rotation.md). */
export const changeKey = (step: 'add' | 'promote' | 'retire', key: string) => makeSecrets(step, key);

/** Runs a command of the operators, in their image. */
export const operate = (...command: string[]) => compose('--profile', 'ops', 'run', '--rm', 'ops', ...command);

/** Waits until a container's health check succeeds. @throws Error for a container without one */
export async function healthy(container: string): Promise<void> {
  for (;;) {
    const health = (await docker('inspect', '--format', '{{.State.Health.Status}}', container)).trim();
    if (health === 'healthy') return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** The composition: its address for visitors, and its databases. */
export const running: RunningShop = {
  url: SHOP,
  simulatorUrl: SIMULATOR,
  ...byPsql((...command) => compose('exec', '-T', 'postgres', ...command)),
};

/** How many requests a part's container has answered since it started. */
export async function answeredBy(container: string): Promise<number> {
  const read = "fetch('http://127.0.0.1:9090/metrics').then((answer) => answer.text()).then(console.log)";
  const metrics = await docker('exec', container, 'node', '-e', read);
  return [...metrics.matchAll(/^http_request_duration_seconds_count\{.*\} (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
}
