import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { retry } from '@shop/runtime';
import { dyingWithUs, freePort, runCommand, stopChild } from '../run-command';

/** A running broker. `own` is false for the broker of `AMQP_URL`, which may not be killed or restarted: both functions throw. */
export type Rabbitmq = {
  url: string;
  own: boolean;
  stop(): Promise<void>;
  /** Ends the broker as abruptly as a power cut. */
  kill(): Promise<void>;
  /** Stops the broker if it runs, and starts it again on the same port with the same data. */
  restart(): Promise<void>;
};
/** `definitions`: a file in RabbitMQ's export format with the exchanges, queues, users and rights of the broker at its start. */
export type RabbitmqOptions = { definitions?: string };

/** A busy machine with two cores has taken more than a minute. */
const START_MS = 180_000;
/** Another process took one of the free ports before the broker did. */
const PORT_TAKEN = /dist_port_already_used|eaddrinuse/;

/**
 * Runs an installed RabbitMQ in the foreground in a throw-away folder, on free ports of 127.0.0.1, separate from any other RabbitMQ on
 * this machine.
 * @param program the path of `rabbitmq-server`
 */
export async function startServer(program: string, options: RabbitmqOptions = {}): Promise<Rabbitmq> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-rabbitmq-'));
  const [port, distributionPort, epmdPort] = [await freePort(), await freePort(), await freePort()];
  const env = await prepare(folder, { port, distributionPort, epmdPort, program, ...options });
  const launchResult = await launch(program, env, port).catch((error: Error) => error);
  if (launchResult instanceof Error) {
    await rm(folder, { recursive: true, force: true });
    if (!PORT_TAKEN.test(launchResult.message)) throw launchResult;
    return startServer(program, options);
  }
  let server = launchResult;

  const stopNames = () => runCommand('epmd', ['-port', String(epmdPort), '-kill'], { env, timeoutMs: 5_000 });
  return {
    url: `amqp://guest:guest@127.0.0.1:${port}`,
    own: true,
    kill: () => stopChild(server, 'SIGKILL', 0),
    restart: async () => {
      await stopChild(server, 'SIGTERM', 15_000);
      server = await launch(program, env, port);
    },
    stop: async () => {
      await stopChild(server, 'SIGTERM', 15_000);
      await stopNames();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Settings = RabbitmqOptions & { port: number; distributionPort: number; epmdPort: number; program: string };

async function prepare(folder: string, settings: Settings): Promise<NodeJS.ProcessEnv> {
  const { port, distributionPort, epmdPort, program, definitions } = settings;
  const config = join(folder, 'rabbitmq.conf');
  const plugins = join(folder, 'enabled_plugins');
  const load = definitions ? `load_definitions = ${definitions}\n` : '';
  await writeFile(config, `listeners.tcp.1 = 127.0.0.1:${port}\nlog.console.level = warning\n${load}`);
  await writeFile(plugins, '[].\n');
  return {
    PATH: [process.env.PATH, dirname(program)].join(delimiter),
    LANG: 'C.UTF-8',
    HOME: folder,
    RABBITMQ_NODENAME: 'shop@localhost',
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_DIST_PORT: String(distributionPort),
    ERL_EPMD_PORT: String(epmdPort),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_MNESIA_BASE: join(folder, 'data'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_LOGS: '-',
    RABBITMQ_CONFIG_FILE: config,
    RABBITMQ_ENABLED_PLUGINS_FILE: plugins,
    RABBITMQ_CONF_ENV_FILE: '/dev/null',
    // The script then becomes the broker instead of waiting for it, so that signals to the script reach the broker.
    RUNNING_UNDER_SYSTEMD: '1',
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
  };
}

async function launch(program: string, env: NodeJS.ProcessEnv, port: number): Promise<ChildProcess> {
  const { command, args } = dyingWithUs('TERM', program, []);
  const server = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const collect = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4_000));
  server.stdout.on('data', collect);
  server.stderr.on('data', collect);
  server.on('error', (error) => (output += error.message));

  const notStarted = () => new Error(`RabbitMQ did not start: ${output}`);
  const ask = async () => {
    if (!(await answersAmqp(port))) throw notStarted();
  };
  const giveUpOnTheDead = () => {
    if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) throw notStarted();
  };
  try {
    await retry(ask, { withinMs: START_MS, pauseMs: 200, onFailure: giveUpOnTheDead });
  } catch (error) {
    await stopChild(server, 'SIGKILL', 0);
    throw error;
  }
  return server;
}

/** Whether the broker answers the protocol's greeting. An open port alone does not mean that it is ready. */
export function answersAmqp(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('AMQP\x00\x00\x09\x01'));
    const finish = (ready: boolean) => {
      socket.destroy();
      resolve(ready);
    };
    socket.setTimeout(2_000, () => finish(false));
    socket.once('data', (bytes) => finish(bytes[0] === 1));
    socket.once('error', () => finish(false));
    socket.once('close', () => finish(false));
  });
}
