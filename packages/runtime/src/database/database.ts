import 'reflect-metadata';
import { join } from 'node:path';
import { PostgresClient } from '@shop/postgres';
import { DataSource, type EntityTarget, type MigrationInterface, type ObjectLiteral } from 'typeorm';
import { grantRights, type Rights } from './database-rights';
import type { Log } from '../log';
import { migrationsIn } from './migrations-in';
import { retry } from '../retry';

/**
 * The migrations of every service's database, sorted among the service's own by timestamp. Databases have stored their names, so
 * they still begin with "Kit".
 */
export const baseMigrations = migrationsIn(join(__dirname, 'migrations'));

export type Schema = {
  entities: EntityTarget<ObjectLiteral>[];
  migrations: (new () => MigrationInterface)[];
  /** Tables that the service's own role may only add to, or only read. It may do everything with the rows of other tables. */
  rights?: Rights;
};
export type DatabaseOptions = Schema & {
  url: string;
  /** The owner's account, which makes the tables. The account of `url` then gets rights to rows only. */
  migrationUrl?: string;
  poolSize?: number;
  log: Log;
  patienceMs?: number;
  /**
   * After this many milliseconds without an answer a connection counts as broken (25,000); the server ends a statement a little
   * earlier. 0 is no limit. Longer statements call `allowLong`. Migrations have no limit.
   */
  answerWithinMs?: number;
};

/**
 * Connects, waiting up to `patienceMs` (60,000) for the server to start, and migrates. Many replicas may start at once.
 * @throws Error that names the migration that failed.
 */
export async function openDatabase(options: DatabaseOptions): Promise<DataSource> {
  const { patienceMs = 60_000 } = options;
  const until = Date.now() + patienceMs;
  const source = await connectToDatabase(options, until);
  try {
    await migrateAsOwner(source, options, until);
  } catch (error) {
    await source.destroy();
    throw error;
  }
  return source;
}

type DatabaseConfig = { DATABASE_URL: string; MIGRATION_DATABASE_URL?: string; DATABASE_POOL: number };

/** Opens a service's database by its configuration. @throws like openDatabase */
export const openServiceDatabase = (config: DatabaseConfig, schema: Schema, log: Log): Promise<DataSource> =>
  openDatabase({
    ...schema,
    url: config.DATABASE_URL,
    migrationUrl: config.MIGRATION_DATABASE_URL,
    poolSize: config.DATABASE_POOL,
    log,
  });

/** Connects to a database with existing tables, waiting for the server until the moment `until` (milliseconds since 1970). */
export async function connectToDatabase(options: DatabaseOptions, until: number): Promise<DataSource> {
  const source = sourceOf({ answerWithinMs: ANSWER_WITHIN_MS, ...options }, options.url, options.poolSize ?? 10);
  await connect(source, until, options.log);
  return source;
}

const ANSWER_WITHIN_MS = 25_000;

/** The server's limit is lower, so that a slow statement ends with its own error and keeps its connection. */
const limits = (answerWithinMs: number) =>
  answerWithinMs > 0 ? { answerWithinMs, statement_timeout: Math.round(answerWithinMs * 0.8) } : {};

const sourceOf = (
  { entities, migrations, log, answerWithinMs = 0 }: DatabaseOptions,
  url: string,
  poolSize: number,
  extraOptions = {},
) =>
  new DataSource({
    type: 'postgres',
    url,
    entities: entities as never[],
    migrations: [...baseMigrations, ...migrations],
    migrationsTransactionMode: 'each',
    synchronize: false,
    installExtensions: false,
    poolSize,
    extra: {
      Client: PostgresClient,
      connectionTimeoutMillis: 10_000,
      idle_in_transaction_session_timeout: 60_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      ...limits(answerWithinMs),
      ...extraOptions,
    },
    poolErrorHandler: (error: Error) =>
      log.warn({ err: error }, 'an idle connection to the database broke; the pool opens another'),
  });

const connect = (source: DataSource, until: number, log: Log) =>
  retry(() => source.initialize(), {
    withinMs: until - Date.now(),
    pauseMs: 1000,
    onFailure: (error) => log.info({ err: error }, 'waiting for the database'),
  });

async function migrateAsOwner(source: DataSource, options: DatabaseOptions, until: number) {
  const { url, migrationUrl, rights = {}, log } = options;
  const owner = sourceWithoutLimit(options, migrationUrl ?? url);
  if (!migrationUrl) return migrateWith(owner, until, log);
  const [service] = await source.query<[{ role: string }]>('SELECT current_user AS role');
  await migrateFor(service.role, owner, rights, until, log);
}

const sourceWithoutLimit = (options: DatabaseOptions, url: string) =>
  sourceOf({ ...options, answerWithinMs: 0 }, url, 2, { lock_timeout: LOCK_WITHIN_MS });

/**
 * Makes the tables with the owner's account (`url`) and grants `role` its rights to rows. It runs once, as a program of its own,
 * for a service that must not know the owner's account. Waits for the server like openDatabase.
 * @throws Error that names the migration that failed.
 */
export async function migrateDatabase(options: Omit<DatabaseOptions, 'migrationUrl'> & { role: string }): Promise<void> {
  const { url, role, rights = {}, log, patienceMs = 60_000 } = options;
  await migrateFor(role, sourceWithoutLimit(options, url), rights, Date.now() + patienceMs, log);
}

const migrateFor = (role: string, owner: DataSource, rights: Rights, until: number, log: Log) =>
  migrateWith(owner, until, log, () => grantRights(owner, role, rights));

async function migrateWith(owner: DataSource, until: number, log: Log, grant?: () => Promise<void>) {
  await connect(owner, until, log);
  try {
    await migrate(owner, grant);
  } finally {
    await owner.destroy();
  }
}

const MIGRATION_LOCK = 762_341;
/**
 * All statements that come after a waiting change of a table wait behind it. So the change gives way after this time, lets them
 * pass, and tries again.
 */
const LOCK_WITHIN_MS = 2000;
const GIVES_WAY_MS = 3000;
const TRIES_WITHIN_MS = 15 * 60_000;
const LOCK_NOT_AVAILABLE = '55P03';

async function migrate(source: DataSource, grant: () => Promise<void> = () => Promise.resolve()) {
  const guard = source.createQueryRunner();
  try {
    await guard.query('SET lock_timeout = 0');
    await guard.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await runMigrations(source);
    await grant();
  } finally {
    await guard.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await guard.release();
  }
}

async function runMigrations(source: DataSource) {
  try {
    await retry(() => source.runMigrations(), {
      withinMs: TRIES_WITHIN_MS,
      pauseMs: GIVES_WAY_MS,
      onFailure(error) {
        if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      },
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The migration ${await firstUndone(source)} failed: ${reason}`, { cause: error });
  }
}

/** The first migration that is not recorded as done. Each runs in its own transaction, so this one has failed. */
async function firstUndone(source: DataSource): Promise<string> {
  const rows = await source.query<{ name: string }[]>('SELECT name FROM migrations').catch(() => []);
  const names = new Set(rows.map((row) => row.name));
  const moment = ({ name = '' }: MigrationInterface) => Number(name.slice(-13));
  const inOrder = source.migrations.toSorted((a, b) => moment(a) - moment(b));
  return inOrder.find((migration) => !names.has(migration.name ?? ''))?.name ?? 'table';
}
