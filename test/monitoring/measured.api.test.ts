import { createMetrics, measurePool, measureRows, type MeasuredRows } from '@shop/runtime';
import { openTestDatabase, type TestDatabase } from '@shop/runtime/testing';
import { Client } from 'pg';
import { schema as identity } from '../../services/identity/src/database';
import { measuredRows as ofIdentity } from '../../services/identity/src/operator/measured';
import { schema as notifications } from '../../services/notifications/src/database';
import { measuredRows as ofNotifications } from '../../services/notifications/src/operator/measured';
import { schema as orders } from '../../services/orders/src/database';
import { measuredRows as ofOrders } from '../../services/orders/src/operator/measured';

let database: TestDatabase;
afterEach(() => database.drop());

/** The lines of /metrics about these. */
async function namesMeasured(measured: readonly MeasuredRows[]) {
  const { registry } = createMetrics('any');
  await measureRows(registry, database.source, measured)();
  const lines = (await registry.metrics()).replace(/\{service="any"\}|,service="any"/g, '').split('\n');
  return lines.filter((line) => measured.some(({ name }) => line.startsWith(`${name} `) || line.startsWith(`${name}{`)));
}

test('orders tells of payments, claims and the books, each state also when nothing is in it', async () => {
  database = await openTestDatabase(orders);
  expect((await namesMeasured(ofOrders)).sort()).toEqual([
    'payment_differences_open 0',
    'payments_overdue_seconds 0',
    ...['capturing', 'pending', 'review'].map((state) => `payments_unsettled{state="${state}"} 0`),
    'reconciliation_last_success_timestamp_seconds 0',
    ...['capturing', 'free', 'reserved', 'sold'].map((state) => `sale_claims{state="${state}"} 0`),
  ]);

  await database.source.query(
    `INSERT INTO orders (ref, buyer_id, way, payment_state, customer, subtotal_cents, discount_cents, fee_cents, total_cents, next_check_at)
     SELECT gen_random_uuid(), 1, 'paypal', state, '{}', 100, 0, 0, 100, now() - interval '10 minutes'
     FROM unnest(ARRAY['capturing', 'review', 'paid']) AS state`,
  );
  await database.source.query(`INSERT INTO sale_claims (product_id, state) VALUES (1, 'free')`);
  await database.source.query(
    `INSERT INTO reconciliations (lease_until, finished_at, outcome) VALUES (now(), to_timestamp(1000), 'done'), (now(), now(), 'failed')`,
  );
  await database.source.query(
    `INSERT INTO payment_differences (kind, provider_id, reason, happened_at, gone_at) VALUES ('a', '1', '', now(), NULL), ('a', '2', '', now(), now())`,
  );
  const lines = await namesMeasured(ofOrders);
  expect(lines).toEqual(
    expect.arrayContaining([
      'payments_unsettled{state="capturing"} 1',
      'payments_unsettled{state="pending"} 0',
      'payments_unsettled{state="review"} 1',
      'sale_claims{state="free"} 1',
      'payment_differences_open 1',
      'reconciliation_last_success_timestamp_seconds 1000',
    ]),
  );
  expect(lines.find((line) => line.startsWith('payments_overdue_seconds'))).toMatch(/ 60\d(\.\d+)?$/);
});

test('identity tells of sessions that have not ended, of the last check of each invariant, and of the last backup', async () => {
  database = await openTestDatabase(identity);
  expect((await namesMeasured(ofIdentity)).sort()).toEqual([
    'archive_behind_seconds 0',
    'backup_last_timestamp_seconds 0',
    'invariants_checked_timestamp_seconds 0',
    'sessions 0',
  ]);
  await database.source.query(`INSERT INTO invariant_checks VALUES ('sold-once', 2, to_timestamp(1000)), ('other', 0, now())`);
  await database.source.query(`INSERT INTO backups (bytes, finished_at) VALUES (1, to_timestamp(1000)), (1, to_timestamp(2000))`);
  expect((await namesMeasured(ofIdentity)).sort()).toEqual([
    'archive_behind_seconds 0',
    'backup_last_timestamp_seconds 2000',
    'invariant_violations{invariant="other"} 0',
    'invariant_violations{invariant="sold-once"} 2',
    'invariants_checked_timestamp_seconds 1000',
    'sessions 0',
  ]);
});

const FILE = '000000010000000000000004';
const OLDER = '000000010000000000000003';
test.each([
  { what: 'nothing is archived', mode: 'off', archived: null, failed: '1 hour', behind: 0 },
  { what: 'the last file is there, and nobody has changed anything since', mode: 'on', archived: FILE, failed: null, behind: 0 },
  { what: 'a failure is over', mode: 'on', archived: FILE, failed: '2 days', behind: 0 },
  { what: 'it fails since the last file', mode: 'on', archived: FILE, failed: '1 minute', behind: 86_400 },
  { what: 'it has never worked', mode: 'on', archived: null, failed: '1 minute', behind: 172_800 },
  { what: 'a file is complete, and the command hangs', mode: 'on', archived: OLDER, failed: null, behind: 86_400 },
  { what: 'the label of a backup came last', mode: 'on', archived: `${OLDER}.00000028.backup`, failed: null, behind: 0 },
])('identity tells for how long changes have waited for the archive: $what', async ({ mode, archived, failed, behind }) => {
  database = await openTestDatabase(identity);
  const client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    // Stand-ins for Postgres' own statistics.
    await client.query(`
      CREATE SCHEMA told;
      CREATE FUNCTION told.current_setting(name text) RETURNS text LANGUAGE sql AS
        $$ SELECT CASE name WHEN 'archive_mode' THEN '${mode}' ELSE '16MB' END $$;
      CREATE FUNCTION told.pg_current_wal_lsn() RETURNS pg_lsn LANGUAGE sql AS $$ SELECT '0/5000028'::pg_lsn $$;
      SET search_path = told, pg_catalog`);
    await client.query(
      `CREATE TABLE told.pg_stat_archiver AS SELECT $1::text AS last_archived_wal,
         CASE WHEN $1::text IS NOT NULL THEN now() - interval '1 day' END AS last_archived_time,
         now() - $2::interval AS last_failed_time, now() - interval '2 days' AS stats_reset`,
      [archived, failed],
    );
    const { query } = ofIdentity.find(({ name }) => name === 'archive_behind_seconds')!;
    const { rows } = await client.query<{ value: string }>(query);
    expect(Math.abs(Number(rows[0]!.value) - behind)).toBeLessThan(60);
  } finally {
    await client.end();
  }
});

test('notifications tells of mails by how far they are, and how long the oldest waits', async () => {
  database = await openTestDatabase(notifications);
  await database.source.query(
    `INSERT INTO mails (kind, about, recipient, subject, blocks, state, created_at)
     SELECT 'test', state, 'somebody@example.com', '', '[]', state, now() - interval '10 minutes' FROM unnest(ARRAY['waiting', 'sent']) AS state`,
  );
  const lines = await namesMeasured(ofNotifications);
  expect(lines.slice(0, 4).sort()).toEqual([
    'mails{state="failed"} 0',
    'mails{state="refused"} 0',
    'mails{state="sent"} 1',
    'mails{state="waiting"} 1',
  ]);
  expect(lines[4]).toMatch(/^mails_oldest_seconds 60\d(\.\d+)?$/);
});

test('a mail whose own recipient is refused counts apart, and does not make the others old', async () => {
  database = await openTestDatabase(notifications);
  const tried = [
    { refused: true, reason: '450 4.2.0 Greylisted' },
    { refused: false, reason: null },
    { refused: false, reason: 'Connection timeout' },
  ];
  for (const [at, { refused, reason }] of tried.entries())
    await database.source.query(
      `INSERT INTO mails (kind, about, recipient, subject, blocks, state, created_at, reason, refused_recipient)
       VALUES ('test', $1, 'somebody@example.com', '', '[]', 'waiting', now() - make_interval(mins => $2), $3, $4)`,
      [`${at}`, 300 - at * 100, reason, refused],
    );
  await database.source.query(
    `INSERT INTO mails (kind, about, recipient, subject, blocks, state, reason, refused_recipient)
     VALUES ('test', 'a', 'a@example.com', '', '[]', 'failed', '550', true), ('test', 'b', 'b@example.com', '', '[]', 'failed', 'x', false)`,
  );
  const lines = await namesMeasured(ofNotifications);
  expect(lines).toEqual(
    expect.arrayContaining(['mails{state="waiting"} 3', 'mails{state="failed"} 1', 'mails{state="refused"} 1']),
  );
  expect(lines[4]).toMatch(/^mails_oldest_seconds 1200\d(\.\d+)?$/);

  // A server that defers all mails counts as the shop's problem.
  await database.source.query(
    `INSERT INTO mails (kind, about, recipient, subject, blocks, state, reason, refused_recipient)
     SELECT 'test', 'more ' || n, 'more@example.com', '', '[]', 'waiting', '450', true FROM generate_series(1, 9) AS n`,
  );
  expect((await namesMeasured(ofNotifications))[4]).toMatch(/^mails_oldest_seconds 1800\d(\.\d+)?$/);
});

test('a failed query leaves the last figures', async () => {
  database = await openTestDatabase(identity);
  const { registry } = createMetrics('any');
  const measure = measureRows(registry, database.source, [{ name: 'seats', help: 'x', query: 'SELECT 3 AS value' }]);
  await measure();
  database.source.query = () => Promise.reject(new Error('away'));
  await measure();
  expect(await registry.metrics()).toMatch(/^seats\{service="any"\} 3$/m);
});

test('connections are told by how they are used', async () => {
  database = await openTestDatabase(identity);
  const { registry } = createMetrics('any');
  measurePool(registry, database.source);
  const inUse = database.source.createQueryRunner();
  await inUse.connect();
  expect(await registry.metrics()).toMatch(/^database_pool_connections\{state="used",service="any"\} 1$/m);
  await inUse.release();
  expect(await registry.metrics()).toMatch(/^database_pool_connections\{state="used",service="any"\} 0$/m);
});

test('the counts of each scrape use an index, with any number of rows', async () => {
  database = await openTestDatabase(orders);
  expect(await onlyScanned(ofOrders, ['payments_unsettled', 'sale_claims'])).toEqual([]);
  await database.drop();
  database = await openTestDatabase(notifications);
  expect(await onlyScanned(ofNotifications, ['mails', 'mails_oldest_seconds'])).toEqual([]);
});

/** The tables that these queries can read only by going through all rows. */
const onlyScanned = (measured: readonly MeasuredRows[], names: string[]): Promise<string[]> =>
  database.source.transaction(async (db) => {
    await db.query('SET LOCAL enable_seqscan = off');
    const metrics = measured.filter(({ name }) => names.includes(name));
    expect(metrics).toHaveLength(names.length);
    const plans: unknown[] = [];
    for (const { query } of metrics) plans.push(await db.query(`EXPLAIN ${query}`));
    return [...JSON.stringify(plans).matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table!);
  });
