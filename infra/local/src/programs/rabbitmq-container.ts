import { retry } from '@shop/runtime';
import { findProgram, freePort, runCommand } from '../run-command';
import { answersAmqp, type Rabbitmq, type RabbitmqOptions } from './rabbitmq-server';

/** Whether a container engine answers. Without an engine the docker command may wait for long, so three seconds decide. */
export async function dockerAnswers(): Promise<boolean> {
  const docker = findProgram('docker');
  if (!docker) return false;
  const { code, output } = await runCommand(docker, ['version', '--format', '{{.Server.Version}}'], { timeoutMs: 3_000 });
  return code === 0 && /^\d/.test(output);
}

const DEFINITIONS = '/etc/rabbitmq/definitions.json';

/** Runs RabbitMQ in a container on a free port of 127.0.0.1. The port stays the same through kill and restart. */
export async function startContainer({ definitions }: RabbitmqOptions = {}): Promise<Rabbitmq> {
  const { GenericContainer } = await import('testcontainers');
  const port = await freePort();
  const image = new GenericContainer('rabbitmq:4.1-alpine').withExposedPorts({ container: 5672, host: port });
  if (definitions)
    image
      .withCopyFilesToContainer([{ source: definitions, target: DEFINITIONS }])
      .withCopyContentToContainer([
        { content: `load_definitions = ${DEFINITIONS}\n`, target: '/etc/rabbitmq/conf.d/90-definitions.conf' },
      ]);
  const container = await image.start();
  const ask = async () => {
    if (!(await answersAmqp(port))) throw new Error('RabbitMQ in its container does not answer.');
  };
  const ready = () => retry(ask, { withinMs: 60_000, pauseMs: 200 });
  await ready();
  return {
    url: `amqp://guest:guest@127.0.0.1:${port}`,
    own: true,
    kill: async () => void (await runCommand('docker', ['kill', container.getId()], { timeoutMs: 20_000 })),
    restart: async () => {
      await container.restart();
      await ready();
    },
    stop: async () => void (await container.stop()),
  };
}
