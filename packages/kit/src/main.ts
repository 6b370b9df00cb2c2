import type { z } from 'zod';
import type { Broker } from './broker';
import { readConfig, type serviceConfig } from './config';
import { createBroker } from './connect';
import { createLog, type Log } from './log';
import { onShutdown } from './shutdown';

type Needed = { AMQP_URL?: string | undefined; LOG_LEVEL: z.output<typeof serviceConfig.LOG_LEVEL> };
type Start<Config> = (config: Config, parts: { broker: Broker; log: Log }) => Promise<{ stop: () => Promise<void> }>;

/**
 * A service as a process of its own: configuration from the environment, a broker to the others, and the end of both at SIGTERM.
 * What keeps it from starting is written to standard error, with exit code 1.
 */
export function runMain<Config extends Needed>(name: string, schema: z.ZodType<Config>, start: Start<Config>): void {
  run(name, schema, start).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
}

async function run<Config extends Needed>(name: string, schema: z.ZodType<Config>, start: Start<Config>) {
  const config = readConfig(schema, process.env);
  if (!config.AMQP_URL)
    throw new Error('The configuration is not usable:\n  AMQP_URL: a service alone reaches the others by RabbitMQ');
  const log = createLog(name, config.LOG_LEVEL);
  const broker = createBroker(config.AMQP_URL, log);
  const service = await start(config, { broker, log });
  onShutdown(async () => {
    await service.stop();
    await broker.close();
  });
}
