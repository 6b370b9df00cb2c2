import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/** A configuration that cannot be used. Each fault names a missing or wrong variable, and never its value. */
export class UnusableConfig extends Error {
  constructor(readonly faults: string[]) {
    super(`The configuration is not usable:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}

/**
 * Reads configuration once, at start. Empty variables count as absent, and variables outside the schema are left out. NAME_FILE
 * names a file with the value, as for secrets of compose and Kubernetes. DEFAULTS_FILE names a file of NAME=value lines for unset
 * variables; it may be missing. @throws UnusableConfig that names every missing or wrong variable
 */
export function readConfig<Schema extends z.ZodType>(schema: Schema, env: Record<string, string | undefined>): z.output<Schema> {
  const set = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
  const names = namesIn(schema);
  const fromFiles = names.flatMap((name) => {
    const path = set[`${name}_FILE`];
    if (path === undefined || set[name] !== undefined) return [];
    const content = contentOf(`${name}_FILE`, path);
    return content === '' ? [] : [[name, content] as const];
  });
  const settings = { ...defaultsIn(set.DEFAULTS_FILE), ...set, ...Object.fromEntries(fromFiles) };
  const knownSettings = Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)));
  const result = schema.safeParse(knownSettings);
  if (result.success) return result.data;
  throw new UnusableConfig(
    result.error.issues.map(({ path, code, message }) => {
      const name = path.join('.');
      return `${name}: ${code !== 'custom' && names.includes(name) && !(name in knownSettings) ? 'It is missing' : message}`;
    }),
  );
}

/** The names of the schema's variables. Only these are read from files, because other programs have variables in _FILE too. */
function namesIn(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodPipe) return namesIn(schema.def.in);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function defaultsIn(path: string | undefined): Record<string, string> {
  if (path === undefined || !existsSync(path)) return {};
  return Object.fromEntries(
    [...readFileSync(path, 'utf8').matchAll(/^(\w+)=(.+)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

function contentOf(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw new UnusableConfig([`${name}: there is no readable file at this path`]);
  }
}

/** A web address. Without a scheme, `host:port` would also pass as a URL, with the host as an unknown scheme. */
export const webAddress = z.url({ protocol: /^https?$/, error: 'Must begin with http:// or https://' });

/** A PEM in a variable, with real line breaks or with `\n` as in env files. */
export const pem = z.string().transform((text) => text.replaceAll('\\n', '\n'));

/** A name from the time zone database. An offset such as +03:00 is refused: Postgres takes it for three hours west. */
export const timeZone = z.string().refine(isTimeZone, 'Must be a time zone such as Europe/Moscow');

function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const brokerConfig = {
  AMQP_URL: z.string().optional().meta({
    group: 'servers',
    unset: 'the broker inside the process',
    description:
      'RabbitMQ 4 or newer, `amqp://user:password@host:5672`. A service alone in its process needs it; a gateway without it shows no live events.',
  }),
  AMQP_TOPOLOGY: z.enum(['declared', 'given']).default('declared').meta({
    group: 'servers',
    description:
      '`given`: whoever runs the broker makes exchange, queues and bindings from [definitions](../infra/docker/rabbitmq-definitions.json), with an account for each service that cannot make them (compose). `declared`: the services make them.',
  }),
};

export const drainConfig = {
  DRAIN_MS: z.coerce.number().int().min(0).default(0).meta({
    group: 'processes',
    description:
      'How many milliseconds a part serves on after it was asked to stop, while the gateway finds another replica. Compose and Kubernetes: 3000.',
  }),
};

/** Headers as OpenTelemetry writes them: `name=value`, with commas between; values may be percent-encoded. */
const headers = z.string().transform((text, context) => {
  try {
    return Object.fromEntries(text.split(',').map(headerIn));
  } catch {
    context.addIssue({ code: 'custom', message: 'Must be name=value, with commas between; a comma in a value is %2C' });
    return z.NEVER;
  }
});

function headerIn(text: string): [name: string, value: string] {
  const [, name, value] = /^\s*([\w-]+)\s*=\s*(\S.*?)\s*$/.exec(text) ?? [];
  if (!name || !value) throw new Error('This is no header');
  return [name, decodeURIComponent(value)];
}

/** The collector of the spans (docs/monitoring.md#traces). */
export const tracingConfig = {
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional().meta({
    group: 'watching',
    unset: 'nothing is traced',
    description: '[Where traces go](monitoring.md#traces), OTLP over HTTP: `http://collector:4318`.',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: headers.optional().meta({
    group: 'watching',
    description: 'Headers that the collector asks for: `name=value`, with commas between; a comma in a value is `%2C`.',
  }),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1).meta({
    group: 'watching',
    description: 'The share of traces that is kept, from 0 to 1, decided where a trace begins.',
  }),
};

/** The variables of every service. A service adds its own. */
export const serviceConfig = {
  LISTEN: z.string().default('127.0.0.1').meta({
    group: 'processes',
    description:
      'The address on which a part that runs alone listens. Compose sets `0.0.0.0` and publishes the gateway only; `npm start` ignores it.',
  }),
  PORT: z.coerce.number().int().default(0),
  OPS_PORT: z.coerce.number().int().default(0).meta({
    group: 'processes',
    unset: 'any free one',
    description: 'The port of health, metrics and parked messages. Never publish it.',
  }),
  ...drainConfig,
  OPS_TOKEN: z
    .string()
    .transform((text) => text.split(/\\n|\s+/).filter((token) => token !== ''))
    .pipe(z.array(z.string().min(16, 'At least 16 characters, one token on each line')).min(1))
    .optional()
    .meta({
      group: 'processes',
      unset: 'made by `npm start`; else nobody may',
      description:
        'What an operator shows to see parked messages and put them back; one for each service, two while it is being changed.',
    }),
  DATABASE_URL: z.string().meta({
    group: 'servers',
    unset: 'embedded Postgres in `DATA_DIR`',
    description:
      'Postgres 15 or newer, `postgres://user:password@host:5432/name`: for `npm start` a server where five databases and accounts may be created, for a single service its own database.',
  }),
  MIGRATION_DATABASE_URL: z.string().optional().meta({
    group: 'processes',
    unset: '`DATABASE_URL`',
    description:
      "The owner's account in the same database, which makes the tables. With `services/<name>/dist/migrate.js` apart (compose) the service never learns its password.",
  }),
  DATABASE_POOL: z.coerce.number().int().min(2).default(10).meta({
    group: 'processes',
    description: 'Connections of one service to its database, at least two.',
  }),
  ...brokerConfig,
  ...tracingConfig,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info').meta({
    group: 'watching',
    description: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
  }),
  INTERNAL_JWT_PUBLIC_KEYS: pem.meta({
    group: 'keys',
    description:
      'The public keys with which services check what the gateway signs (PEM); two, one after the other, while keys are changed.',
  }),
  RATE_LIMIT_SCALE: z.coerce.number().positive().default(1).meta({
    group: 'access',
    description:
      'Multiplies every allowance (requests, registrations, orders) but that of one code a minute for an e-mail address.',
  }),
};

/** The account that owns a service's database, and the service's own account, which is granted the rows. */
export const migrationConfig = {
  MIGRATION_DATABASE_URL: z.string(),
  DATABASE_ROLE: z.string().optional().meta({
    group: 'processes',
    unset: "the service's name",
    description: 'For `migrate.js` alone: the account that is granted the rows.',
  }),
  LOG_LEVEL: serviceConfig.LOG_LEVEL,
};
