import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { buildHttp, faultsOf, signCaller, type Caller, type CheckAnswer, type Endpoint, type NoteLook } from '@shop/http';
import { take, type EventKind, type Subscription } from '@shop/messaging';
import type { Express } from 'express';
import { Client } from 'pg';
import type { DataSource, MigrationInterface } from 'typeorm';
import type { z } from 'zod';
import { connectToDatabase, openDatabase, type Schema } from './database';
import { grantRights } from './database-rights';
import { createLog } from './log';
import { createMetrics } from './metrics';
import { retry } from './retry';
import { testLogLevel, testServerUrl } from './testing-settings';
import { templateOf } from './testing-template';

export * from './testing-proxy';
export * from './testing-settings';

/** Support for tests: real Postgres, signed callers, the outbox as it is. */

export const testLog = createLog('test', testLogLevel);

const testMetrics = createMetrics('test');

export type TestDatabase = {
  /** As the service sees it: its role may change rows, and has no DDL. */
  source: DataSource;
  url: string;
  ownerUrl: string;
  /** What only the owner may: to make tables, to empty them, to change what is only added to. */
  asOwner: (sql: string, parameters?: unknown[]) => Promise<Record<string, unknown>[]>;
  /** Takes a migration back and makes it again over the rows that are there, as the update of an older shop does. */
  migrateAgain: (migration: MigrationInterface) => Promise<void>;
  drop: () => Promise<void>;
};

/** A database of its own, migrated, on the server of TEST_DATABASE_URL; used by a role without DDL, as in production. */
export async function openTestDatabase(schema: Schema): Promise<TestDatabase> {
  const server = testServerUrl();
  const urlOf = (username: string, database: string) =>
    Object.assign(new URL(server), { pathname: `/${database}`, username, password: username }).toString();
  if (!templates.has(schema)) templates.set(schema, madeReady(server, schema, urlOf));
  const template = await templates.get(schema)!;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await createDatabase(server, name, template);
  const [url, ownerUrl] = [urlOf('test_service', name), urlOf('test_owner', name)];
  // tables and rights come with the copy
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
      await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** What each schema's databases are copied from, asked for once in a process. */
const templates = new Map<Schema, Promise<string>>();

async function madeReady(server: string, schema: Schema, urlOf: (username: string, database: string) => string): Promise<string> {
  for (const role of ['test_owner', 'test_service']) await onServer(server, withRole(role));
  return templateOf(server, schema, async (name) => {
    await createDatabase(server, name, 'template1');
    const [url, migrationUrl] = [urlOf('test_service', name), urlOf('test_owner', name)];
    await (await openDatabase({ ...schema, url, migrationUrl, log: testLog })).destroy();
    // the first connection after a change keeps what it has read of the catalog in a file, which is copied along
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

/** Tests that run at the same time make it once. */
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

/** The service that `testApp` is; one that was started goes by its own name. */
export const TEST_SERVICE = 'test';

/** The header the gateway would send for this caller; a visitor without arguments. */
export const as = (caller: Partial<Caller> = {}, service = TEST_SERVICE): { authorization: string } => ({
  authorization: `Bearer ${signCaller(
    {
      userId: null,
      admin: false,
      role: caller.admin ? 'owner' : null,
      steppedUp: true,
      sessionId: caller.userId ? `session-${caller.userId}` : null,
      address: '192.0.2.1',
      requestId: randomUUID(),
      internal: false,
      unsure: false,
      device: null,
      ...caller,
    },
    testPrivateKey,
    service,
  )}`,
});
export const asUser = (userId: number, service?: string) => as({ userId }, service);
export const asAdmin = (userId = 1, role = 'owner') => as({ userId, admin: true, role });
export const asGateway = (service?: string) => as({ internal: true }, service);

const faults: string[] = [];

/** Holds an answer against what its route declares; the test it was given in fails. */
export const keepFaults: CheckAnswer = (endpoint, answered) => {
  faults.push(...faultsOf(endpoint, answered));
  return [];
};
/** What was wrong with answers since it was last asked. */
export const wrongAnswers = (): string[] => faults.splice(0);

// Whatever a test asserts, it fails when an answer was not what its route declares; outside of a test run there is no afterEach.
const { afterEach } = globalThis as { afterEach?: (check: () => void) => void };
afterEach?.(() => {
  const wrong = wrongAnswers();
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
});

/** The HTTP side of a service for supertest; every answer is held against its route. */
export const testApp = (endpoints: Endpoint[], noteLook?: NoteLook): Express =>
  buildHttp({
    ...{ service: TEST_SERVICE, endpoints, publicKeys: [testPublicKey], log: testLog, metrics: testMetrics },
    checkAnswer: keepFaults,
    noteLook,
  });

/** What was announced of one kind, oldest first. */
export async function emitted<Kind extends EventKind>(source: DataSource, kind: Kind): Promise<z.output<Kind['shape']>[]> {
  const rows = await source.query<{ data: unknown }[]>('SELECT data FROM outbox WHERE type = $1 ORDER BY seq', [kind.type]);
  return rows.map((row) => kind.shape.parse(row.data) as z.output<Kind['shape']>);
}

/** Delivers an event as the broker would; `times` deliveries of the same message. Fails when the reaction failed. */
export async function deliver(
  source: DataSource,
  subscriptions: readonly Subscription[],
  event: { type: string; data: unknown },
  times = 1,
) {
  const message = {
    id: randomUUID(),
    type: event.type,
    data: JSON.parse(JSON.stringify(event.data)) as unknown,
    occurredAt: new Date().toISOString(),
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

/** Waits until the check no longer throws, at most `ms`, by a clock that no test moves. */
export function eventually<Result>(check: () => Promise<Result> | Result, ms = 30_000): Promise<Result> {
  return retry(check, { withinMs: ms, pauseMs: 50 });
}
