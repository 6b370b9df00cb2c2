import { createBroker, type Broker, type BrokerConfig } from '@shop/messaging';
import { z } from 'zod';
import { migrationConfig, readConfig, UnusableConfig, type serviceConfig } from './config';
import { migrateDatabase, type Schema } from './database/database';
import { printDiagnosis, type ProgramCheck } from './doctor/doctor';
import { createLog, type Log } from './log';
import { onShutdown } from './shutdown';

type BaseConfig = BrokerConfig & { LOG_LEVEL: z.output<typeof serviceConfig.LOG_LEVEL> };
type Program<Config> = {
  name: string;
  /** The RabbitMQ exchange that connects the services. */
  exchange: string;
  config: z.ZodType<Config>;
  start: (config: Config, parts: { broker: Broker; log: Log }) => Promise<{ stop: () => Promise<void> }>;
  /** Finds the problems of the configuration, for `node main.js doctor`. */
  examine: (config: Config) => Promise<string[]>;
};

/**
 * Runs a service as a process of its own: configuration from the environment, a broker to the others, and an end at SIGTERM. With
 * the argument `doctor` it examines its configuration instead. It exits with 1 after an error at the start, or when it finds a
 * problem.
 */
export function runMain<Config extends BaseConfig>(program: Program<Config>): void {
  runOrExamine(program, () => run(program));
}

/** Node's own warnings, such as those of deprecated calls, become lines of the log instead of plain text among its lines. */
export function logWarnings(log: Log): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message, code }: Error & { code?: string }) => log.warn({ warning: code ?? name }, message));
}

/** Runs a program, or examines its configuration with the argument `doctor`. A failure goes to standard error; exit code 1. */
export function runOrExamine<Config>(part: ProgramCheck<Config>, start: () => Promise<void>): void {
  const examines = process.argv[2] === 'doctor';
  if (!examines) logWarnings(createLog(part.name));
  const running = examines ? examineOnce(part) : start();
  running.catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
}

/**
 * Makes a service's tables with the owner's account, grants the rows to the service's account (by default named like the service),
 * and ends. For a service that must not know the owner's account. A failure is written to standard error, with exit code 1.
 */
export function runMigrations(name: string, schema: Schema): void {
  migrateOnce(name, schema).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
}

async function migrateOnce(name: string, schema: Schema) {
  const config = readConfig(z.object(migrationConfig), process.env);
  const log = createLog(name, config.LOG_LEVEL);
  await migrateDatabase({ ...schema, url: config.MIGRATION_DATABASE_URL, role: config.DATABASE_ROLE ?? name, log });
  log.info('the database is up to date');
}

async function examineOnce<Config>(part: ProgramCheck<Config>) {
  process.exit(await printDiagnosis(part, process.env, (line) => void process.stdout.write(`${line}\n`)));
}

async function run<Config extends BaseConfig>({ name, exchange, config: schema, start }: Program<Config>) {
  const config = readConfig(schema, process.env);
  if (!config.AMQP_URL) throw new UnusableConfig(['AMQP_URL: a service alone reaches the others by RabbitMQ']);
  const log = createLog(name, config.LOG_LEVEL);
  const broker = createBroker(config, { exchange, log });
  const service = await start(config, { broker, log });
  onShutdown(
    async () => {
      await service.stop();
      await broker.close();
    },
    (error) => log.error({ err: error }, 'the service did not end in order'),
  );
}
