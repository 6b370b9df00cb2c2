import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { buildHttp, faultsOf, signCaller, type Caller, type CheckAnswer, type Endpoint, type NoteLook } from '@shop/http';
import { take, type EventKind, type Subscription } from '@shop/messaging';
import { eventually } from '@shop/messaging/testing';
import type { Express } from 'express';
import { Client } from 'pg';
import type { DataSource, MigrationInterface } from 'typeorm';
import type { z } from 'zod';
import { connectToDatabase, openDatabase, type Schema } from '../database/database';
import { grantRights } from '../database/database-rights';
import { createLog } from '../log';
import { createMetrics } from '../metrics';
import { testLogLevel, testServerUrl } from './settings';
import { prepareSpare, emptied, type SpareDatabase } from './spare-databases';
import { templateOf } from './template';

export { eventually } from '@shop/messaging/testing';
export * from './each-test';
export * from './endpoint';
export * from './proxy';
export * from './settings';

/** Support for tests: real Postgres, signed callers, the real outbox. */

export const testLog = createLog('test', testLogLevel);

const testMetrics = createMetrics('test');

export type TestDatabase = {
  /** The database with the service's own role, which may change rows and has no DDL. */
  source: DataSource;
  url: string;
  ownerUrl: string;
  /** Runs SQL with the owner's role, which may also create and empty tables, and change rows of append-only ones. */
  asOwner: (sql: string, parameters?: unknown[]) => Promise<Record<string, unknown>[]>;
  /** Reverts a migration and runs it again over the existing rows, as an update of an older shop does. */
  migrateAgain: (migration: MigrationInterface) => Promise<void>;
  drop: () => Promise<void>;
};

/**
 * Opens a separate migrated database on the server of TEST_DATABASE_URL: an empty one that another test of the file has given back,
 * or a new one. Tests use a role without DDL, as in production.
 */
export async function openTestDatabase(schema: Schema): Promise<TestDatabase> {
  const server = testServerUrl();
  const urlOf = (username: string, database: string) =>
    Object.assign(new URL(server), { pathname: `/${database}`, username, password: username }).toString();
  if (!templates.has(schema)) templates.set(schema, madeReady(server, schema, urlOf));
  const template = await templates.get(schema)!;
  const spare = spares.get(schema)?.pop() ?? (await newDatabase(server, template));
  const { name } = spare;
  const [url, ownerUrl] = [urlOf('test_service', name), urlOf('test_owner', name)];
  // Tables and rights are copied from the template.
  const source = await connectToDatabase({ ...schema, url, log: testLog }, Date.now());
  return {
    source,
    url,
    ownerUrl,
    asOwner: (sql, parameters) => onServer(ownerUrl, sql, parameters),
    async migrateAgain(migration) {
      const owner = await openDatabase({ ...schema, url: ownerUrl, log: testLog });
      const runner = owner.createQueryRunner();
      await migration.down(runner);
      await migration.up(runner);
      await runner.release();
      await grantRights(owner, 'test_service', schema.rights ?? {});
      await owner.destroy();
    },
    async drop() {
      if (source.isInitialized) await source.destroy();
      if (!isFileOver && (await emptied(spare))) spares.set(schema, [...(spares.get(schema) ?? []), spare]);
      else await dropDatabase(server, spare);
    },
  };
}

/** The databases that tests of this file have given back. */
const spares = new Map<Schema, SpareDatabase[]>();
let isFileOver = false;

async function newDatabase(server: string, template: string): Promise<SpareDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await createDatabase(server, name, template);
  return prepareSpare(name, Object.assign(new URL(server), { pathname: `/${name}` }).toString());
}

async function dropDatabase(server: string, { name, connection }: SpareDatabase) {
  await connection.end();
  await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** The template of each schema, which each process asks for once. */
const templates = new Map<Schema, Promise<string>>();

async function madeReady(server: string, schema: Schema, urlOf: (username: string, database: string) => string): Promise<string> {
  for (const role of ['test_owner', 'test_service']) await onServer(server, withRole(role));
  return templateOf(server, schema, async (name) => {
    await createDatabase(server, name, 'template1');
    const [url, migrationUrl] = [urlOf('test_service', name), urlOf('test_owner', name)];
    await (await openDatabase({ ...schema, url, migrationUrl, log: testLog })).destroy();
    // The first connection after a change caches the catalog in a file, which the copies then share.
    await onServer(url, 'SELECT');
  });
}

async function createDatabase(server: string, name: string, template: string) {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name} OWNER test_owner TEMPLATE ${template} STRATEGY file_copy`);
    await client.query(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC; GRANT CONNECT ON DATABASE ${name} TO test_service`);
  } finally {
    await client.end();
  }
}

/** SQL that makes a role unless it exists, even when tests run at the same time. */
const withRole = (name: string) => `
  DO $$ BEGIN
    CREATE ROLE ${name} LOGIN PASSWORD '${name}';
    EXECUTE format('GRANT %I TO %I', '${name}', current_user);
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
  END $$`;

async function onServer(server: string, sql: string, parameters: unknown[] = []) {
  const client = new Client({ connectionString: server });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql, parameters).finally(() => client.end());
  return rows;
}

const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const testPrivateKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
export const testPublicKey = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();

/** The service name of `testApp`. A service that is really started has its own name. */
export const TEST_SERVICE = 'test';

/**
 * The header that the gateway would send for this caller; by default, for a visitor. It is signed when it is sent, because a table of
 * tests is made long before some of them run, and the gateway signs for a minute.
 */
export function as(caller: Partial<Caller> = {}, service = TEST_SERVICE): { authorization: string } {
  const whole: Caller = {
    userId: null,
    admin: false,
    role: caller.admin ? 'owner' : null,
    steppedUp: true,
    reauthenticated: true,
    sessionId: caller.userId ? `session-${caller.userId}` : null,
    address: '192.0.2.1',
    requestId: randomUUID(),
    internal: false,
    unsure: false,
    device: null,
    ...caller,
  };
  return {
    get authorization() {
      return `Bearer ${signCaller(whole, testPrivateKey, service)}`;
    },
  };
}
/** The header of a user. */
export const asUser = (userId: number, service?: string) => as({ userId }, service);
/** The header of an admin. */
export const asAdmin = (userId = 1, role = 'owner') => as({ userId, admin: true, role });
/** The header of the gateway itself. */
export const asGateway = (service?: string) => as({ internal: true }, service);

const faults: string[] = [];

/** Compares an answer with its route and remembers the faults, so that the current test fails. */
export const collectFaults: CheckAnswer = (endpoint, answered) => {
  faults.push(...faultsOf(endpoint, answered));
  return [];
};
/** The faults of all answers since the last call. */
export const wrongAnswers = (): string[] => faults.splice(0);

// Outside of a test run there are no such functions.
const { afterEach, afterAll } = globalThis as Record<'afterEach' | 'afterAll', ((act: () => unknown) => void) | undefined>;
afterAll?.(async () => {
  isFileOver = true;
  for (const spare of [...spares.values()].flat()) await dropDatabase(testServerUrl(), spare);
});
// Fails a test whose answers did not fit their routes, regardless of its assertions.
afterEach?.(() => {
  const wrong = wrongAnswers();
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
});

/** The configuration of a service that a test starts, on free ports. */
export const testConfig = (databaseUrl: string) => ({
  LISTEN: '127.0.0.1',
  PORT: 0,
  OPS_PORT: 0,
  DATABASE_URL: databaseUrl,
  INTERNAL_JWT_PUBLIC_KEYS: testPublicKey,
  DRAIN_MS: 0,
});

/** The HTTP side of a service for supertest. Every answer is compared with its route. */
export const testApp = (endpoints: Endpoint[], noteLook?: NoteLook): Express =>
  buildHttp({
    ...{ service: TEST_SERVICE, endpoints, publicKeys: [testPublicKey], log: testLog, metrics: testMetrics },
    checkAnswer: collectFaults,
    noteLook,
  });

/** The data of the emitted events of one kind, oldest first. */
export async function emitted<Kind extends EventKind>(source: DataSource, kind: Kind): Promise<z.output<Kind['shape']>[]> {
  const rows = await source.query<{ data: unknown }[]>('SELECT data FROM outbox WHERE type = $1 ORDER BY seq', [kind.type]);
  return rows.map((row) => kind.shape.parse(row.data) as z.output<Kind['shape']>);
}

/** Delivers an event like the broker, `times` times as the same message. @throws Error when the reaction failed */
export async function deliver(
  source: DataSource,
  subscriptions: readonly Subscription[],
  event: { type: string; data: unknown; occurredAt?: string },
  times = 1,
) {
  const message = {
    id: randomUUID(),
    type: event.type,
    data: JSON.parse(JSON.stringify(event.data)) as unknown,
    occurredAt: event.occurredAt ?? new Date().toISOString(),
    requestId: null,
  };
  const parts = { source, subscriptions, log: testLog, metrics: testMetrics };
  for (let i = 0; i < times; i += 1) await take(parts, message);
  const [failed] = await source.query<{ reaction: string; reason: string }[]>(
    `SELECT reaction, reason FROM inbox WHERE message_id = $1 AND state <> 'done'`,
    [message.id],
  );
  if (failed) throw new Error(`${failed.reaction}: ${failed.reason}`);
}

/** Waits until this many statements of a test's database wait for locks of other transactions. */
export const untilBlocked = (source: DataSource, statements = 1): Promise<void> =>
  eventually(async () => {
    const [{ blocked }] = await source.query<[{ blocked: number }]>(
      'SELECT count(*)::int AS blocked FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()',
    );
    if (blocked !== statements) throw new Error(`${blocked} statements wait for a lock, and not ${statements}`);
  });

type Part = { name?: string; filename?: string; content?: string | Buffer };

/**
 * A form of these parts. One without a name counts as a part, and nobody gets it.
 * @returns its content type and bytes
 */
export function multipart(...parts: readonly Part[]): { type: string; body: Buffer } {
  const bytes = parts.flatMap(({ name, filename, content = 'x' }) => {
    const file = filename ? `; filename="${filename}"` : '';
    const header = name ? `content-disposition: form-data; name="${name}"${file}` : 'content-type: text/plain';
    return [`--between\r\n${header}\r\n\r\n`, content, '\r\n'];
  });
  return {
    type: 'multipart/form-data; boundary=between',
    body: Buffer.concat([...bytes, '--between--\r\n'].map((part) => (typeof part === 'string' ? Buffer.from(part) : part))),
  };
}
