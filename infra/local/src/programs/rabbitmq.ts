import { existsSync } from 'node:fs';
import { findProgram, type Log } from '../run-command';
import { aptCommand, aptInstall, mayInstall } from './apt';
import { dockerAnswers, startContainer } from './rabbitmq-container';
import { startServer, type Rabbitmq, type RabbitmqOptions } from './rabbitmq-server';

type FoundRabbitmq = { start(options?: RabbitmqOptions): Promise<Rabbitmq> } | { missing: string };
type Search = { install?: boolean; own?: boolean; log?: Log };

/**
 * Finds a RabbitMQ for the tests: `AMQP_URL`, an installed server, or Docker; with `install` also apt-get (only where `mayInstall` allows
 * it). With `own`, it ignores `AMQP_URL`, so that the broker may be killed. When there is none, `missing` is the command that installs
 * one.
 */
export async function findRabbitmq({ install = false, own = false, log = () => {} }: Search = {}): Promise<FoundRabbitmq> {
  const configuredUrl = process.env.AMQP_URL;
  if (configuredUrl && !own) return { start: async () => foreign(configuredUrl) };
  const program = installedServer();
  if (program) return { start: (options) => startServer(program, options) };
  if (await dockerAnswers()) return { start: startContainer };

  if (install && mayInstall()) {
    const refusal = await aptInstall('rabbitmq-server', log);
    if (refusal) log(`apt-get: ${refusal}`);
    const newProgram = installedServer();
    if (newProgram) return { start: (options) => startServer(newProgram, options) };
  }
  return { missing: `no RabbitMQ and no Docker found; install one: ${aptCommand('rabbitmq-server')}, or set AMQP_URL` };
}

/** The program behind Debian's command on the PATH. The command itself insists on the system's own folders and user. */
function installedServer(): string | undefined {
  const debian = '/usr/lib/rabbitmq/bin/rabbitmq-server';
  return existsSync(debian) ? debian : findProgram('rabbitmq-server', ['/opt/homebrew/sbin', '/usr/local/sbin']);
}

function foreign(url: string): Rabbitmq {
  const refuse = async () => {
    throw new Error('The RabbitMQ of AMQP_URL is not ours to stop.');
  };
  return { url, own: false, stop: async () => {}, kill: refuse, restart: refuse };
}
