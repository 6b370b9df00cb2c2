import { createHmac } from 'node:crypto';
import { allowLong } from '@shop/postgres';
import type { RequestHandler } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DataSource } from 'typeorm';
import { z } from 'zod';

/** One row of a service's facts; `key` identifies its object. */
export type Fact = { key: string | number } & Record<string, unknown>;

/**
 * A list of a service's rows that operators compare with the lists of other services: sorted by key, each key once. Columns in
 * `hashed` are secret or personal, so they leave the service as hashes that only this one comparison can use.
 */
export type Facts = { name: string; read: (source: DataSource) => AsyncIterable<Fact>; hashed?: readonly string[] };

const AT_ONCE = 1000;

/** The rows of a query with a column `key`, as of one moment. Sort texts as programs do: `… COLLATE "C" AS key`. */
export const rowsByKey = (query: string): Facts['read'] =>
  async function* (source) {
    const runner = source.createQueryRunner();
    try {
      await runner.startTransaction();
      await allowLong(runner);
      // A reader of several lists may pause this one for long.
      await runner.query(`SET LOCAL idle_in_transaction_session_timeout = '10min'`);
      await runner.query(`DECLARE facts NO SCROLL CURSOR FOR SELECT * FROM (${query}) AS fact ORDER BY key`);
      let rows: Fact[];
      do {
        rows = (await runner.query(`FETCH ${AT_ONCE} FROM facts`)) as Fact[];
        yield* rows;
      } while (rows.length === AT_ONCE);
    } finally {
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      await runner.release();
    }
  };

const RETENTION_DAYS = 29;

/**
 * The lists that every service has about its events. They cover a day less than outbox and inbox keep, so that neither has lost a
 * row that the other shows. Events that were blanked as a whole are left out, because nothing can replace their code or token.
 */
export const BASE_FACTS: Facts[] = [
  {
    name: 'events-sent',
    read: rowsByKey(
      `SELECT id AS key, type, extract(epoch FROM sent_at)::float8 AS sent FROM outbox
       WHERE sent_at > now() - interval '${RETENTION_DAYS} days' AND NOT (blanked AND data = '{}')`,
    ),
  },
  {
    name: 'events-handled',
    read: rowsByKey(
      'SELECT message_id AS key, array_agg(reaction ORDER BY reaction) AS reactions FROM inbox GROUP BY message_id',
    ),
  },
  {
    name: 'reactions',
    read: rowsByKey(
      `SELECT (type || ' ' || reaction) COLLATE "C" AS key, type, reaction, extract(epoch FROM since)::float8 AS since FROM reactions`,
    ),
  },
  {
    name: 'under-way',
    read: rowsByKey(
      `SELECT 'unsent' AS key, extract(epoch FROM min(occurred_at))::float8 AS oldest FROM outbox WHERE sent_at IS NULL
       UNION ALL SELECT 'waiting', extract(epoch FROM min(received_at))::float8 FROM inbox WHERE state = 'waiting'`,
    ),
  },
];

const FactsQuery = z.object({ salt: z.string().min(16).max(100) });

/** GET /facts/:name?salt=: a line of JSON for each row, and a last line with their number. Without that line, rows are missing. */
export const streamFacts =
  (source: DataSource, allFacts: readonly Facts[]): RequestHandler<{ name: string }> =>
  async (req, res) => {
    const facts = allFacts.find(({ name }) => name === req.params.name);
    const parsedQuery = FactsQuery.safeParse(req.query);
    if (!facts) return void res.status(404).json({ error: `There are no facts ${req.params.name}.` });
    if (!parsedQuery.success) return void res.status(400).json({ error: 'salt: 16 to 100 characters' });
    res.type('application/x-ndjson');
    // A client that breaks off causes no error.
    await pipeline(Readable.from(linesOf(facts, source, parsedQuery.data.salt)), res).catch(() => res.destroy());
  };

async function* linesOf({ read, hashed = [] }: Facts, source: DataSource, salt: string) {
  let rows = 0;
  for await (const row of read(source)) {
    for (const name of hashed) row[name] = hashOf(salt, row[name]);
    rows += 1;
    yield `${JSON.stringify(row)}\n`;
  }
  yield `${JSON.stringify({ rows })}\n`;
}

const hashOf = (salt: string, value: unknown) =>
  value === null || value === undefined
    ? null
    : createHmac('sha256', salt).update(JSON.stringify(value)).digest('base64url').slice(0, 16);
