import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * Reads configuration once, at the door. Empty variables count as absent; NAME_FILE stands for the content of a file, as
 * compose and Kubernetes hand out secrets. DEFAULTS_FILE names a file of NAME=value lines for what is not set at all; it need not be
 * there, so that a demonstration can put it there and take it away. What the schema does not name, such as the secrets of others in an
 * environment that they share, does not even reach it.
 * @throws Error that names every variable that is missing or wrong, never its value.
 */
export function readConfig<Schema extends z.ZodType>(schema: Schema, env: Record<string, string | undefined>): z.output<Schema> {
  const set = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
  const names = namesIn(schema);
  const fromFiles = names.flatMap((name) => {
    const path = set[`${name}_FILE`];
    return path === undefined || set[name] !== undefined ? [] : [[name, contentOf(`${name}_FILE`, path)] as const];
  });
  const given = { ...defaultsIn(set.DEFAULTS_FILE), ...set, ...Object.fromEntries(fromFiles) };
  const result = schema.safeParse(Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name))));
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The configuration is not usable:\n${lines.join('\n')}`);
}

/** Other programs have variables that end in _FILE too: only what the schema asks for is read. */
function namesIn(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodPipe) return namesIn(schema.def.in);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function defaultsIn(path: string | undefined): Record<string, string> {
  if (path === undefined || !existsSync(path)) return {};
  return Object.fromEntries([...readFileSync(path, 'utf8').matchAll(/^(\w+)=(.+)$/gm)].map(([, name, value]) => [name!, value!]));
}

function contentOf(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw new Error(`The configuration is not usable:\n  ${name}: there is no readable file at this path`);
  }
}

/** A PEM in a variable: real line breaks, or `\n` as env files write them. */
export const pem = z.string().transform((text) => text.replaceAll('\\n', '\n'));

/** A name out of the time zone database. */
export const timeZone = z.string().refine(isTimeZone, 'Must be a time zone such as Europe/Moscow');

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** How the others are reached. */
export const brokerConfig = {
  AMQP_URL: z.string().optional(),
  /** Who makes exchange, queues and bindings: each part what it needs, or the operator, with an account for each part that may not. */
  AMQP_TOPOLOGY: z.enum(['declared', 'given']).default('declared'),
};

/** How it stops. */
export const drainConfig = {
  /** For so many milliseconds after SIGTERM it goes on serving, while whoever sends to it finds another replica. */
  DRAIN_MS: z.coerce.number().int().min(0).default(0),
};

/** Where spans go (docs/monitoring.md#traces); their collector may ask for more in OTEL_EXPORTER_OTLP_HEADERS, which its client reads itself. */
export const tracingConfig = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  /** The share of traces that is kept, decided where they begin. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
};

/** What every service reads. Services extend it with what is their own. */
export const serviceConfig = {
  /** Where its ports listen: only loopback, unless it runs apart from the others (compose, Kubernetes). */
  LISTEN: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().default(0),
  OPS_PORT: z.coerce.number().int().default(0),
  ...drainConfig,
  /** What operators show to see and move parked messages; without it nobody may. */
  OPS_TOKEN: z.string().min(16, 'At least 16 characters').optional(),
  DATABASE_URL: z.string(),
  /** The owner of the same database: makes its tables, so that the account above needs no DDL. Without it, that one does both. */
  MIGRATION_DATABASE_URL: z.string().optional(),
  /** At least two: migrations run beside the lock that guards them. */
  DATABASE_POOL: z.coerce.number().int().min(2).default(10),
  ...brokerConfig,
  ...tracingConfig,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** One or two public keys of the gateway, one PEM after the other. */
  INTERNAL_JWT_PUBLIC_KEYS: pem,
  RATE_LIMIT_SCALE: z.coerce.number().positive().default(1),
};

/** The owner of a service's database, and the account that is given the rows: the service's own. */
export const migrationConfig = {
  MIGRATION_DATABASE_URL: z.string(),
  DATABASE_ROLE: z.string().optional(),
  LOG_LEVEL: serviceConfig.LOG_LEVEL,
};
