import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Express } from 'express';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import type { z } from 'zod';
import { signCaller, type Caller } from './auth';
import { take } from './consume';
import { openDatabase, type Schema } from './database';
import type { Endpoint } from './endpoint';
import { buildHttp } from './http';
import { createLog } from './log';
import { createMetrics } from './metrics';
import type { EventKind, Subscription } from './subscriptions';

/** Support for tests: real Postgres, signed callers, the outbox as it is. */

export const testLog = createLog('test', process.env.TEST_LOG ?? 'silent');

const testMetrics = createMetrics('test');

export type TestDatabase = { source: DataSource; url: string; drop: () => Promise<void> };

/** A database of its own, migrated, on the server of TEST_DATABASE_URL. */
export async function openTestDatabase(schema: Schema): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('TEST_DATABASE_URL is missing: run the tests through jest.config.cjs');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `CREATE DATABASE ${name}`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).toString();
  const source = await openDatabase({ ...schema, url, log: testLog });
  return {
    source,
    url,
    async drop() {
      if (source.isInitialized) await source.destroy();
      await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

async function onServer(server: string, sql: string) {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const testPrivateKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
export const testPublicKey = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();

/** The header the gateway would send for this caller; a visitor without arguments. */
export const as = (caller: Partial<Caller> = {}): { authorization: string } => ({
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
      ...caller,
    },
    testPrivateKey,
  )}`,
});
export const asUser = (userId: number) => as({ userId });
export const asAdmin = (userId = 1, role = 'owner') => as({ userId, admin: true, role });
export const asGateway = () => as({ internal: true });

/** The HTTP side of a service for supertest. */
export const testApp = (endpoints: Endpoint[]): Express =>
  buildHttp({ endpoints, publicKeys: [testPublicKey], log: testLog, metrics: testMetrics });

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

/** Waits until the check no longer throws, at most `ms`. */
export async function eventually<Result>(check: () => Promise<Result> | Result, ms = 8000): Promise<Result> {
  const until = Date.now() + ms;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > until) throw error;
      await pause(50);
    }
  }
}
