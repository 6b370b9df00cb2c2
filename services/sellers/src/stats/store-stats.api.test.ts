import { as, asAdmin, asGateway, openTestDatabase, type TestDatabase } from '@shop/runtime/testing';
import request from 'supertest';
import { schema } from '../database';
import { balancesOf } from '../ledger/balances';
import { dateIn } from '../ledger/due-date';
import { sellersApp } from '../testing/sellers-app';

const ZONE = 'Europe/Moscow';
const DAY_MS = 24 * 3600 * 1000;

let db: TestDatabase;
beforeEach(async () => {
  db = await openTestDatabase(schema);
});
afterEach(() => db.drop());

const ask = (caller = asGateway()) =>
  request(sellersApp(db.source, { timeZone: ZONE }))
    .get('/internal/store-stats')
    .set(caller);
const stats = async () => (await ask().expect(200)).body as Record<string, unknown>;
const day = (from: number) => dateIn(ZONE, new Date(Date.now() + from * DAY_MS));

let sources = 0;
/**
 * Books `cents` for the seller (a sale, a reversed payout) or against them (a payout, a refund).
 * @returns its id
 */
const booking = (
  sellerId: number,
  kind: 'sale' | 'payout' | 'refund' | 'payout_reversal',
  cents: number,
  more: { due?: string; reverses?: number } = {},
) =>
  db.source.transaction(async (tx) => {
    const sale = kind === 'sale';
    const [{ id }] = await tx.query<[{ id: number }]>(
      `INSERT INTO ledger_transactions (kind, source, seller_id, occurred_at, reverses, order_id, product_id, track_name, price_cents,
         project_cents, paid_cents, due_on, method, reference, reason, recorded_by)
       VALUES ($1, $2, $3, now(), $4, $5, $5, $6, $7, $8, $7, $9, $10, $11, $12, $13) RETURNING id`,
      [
        kind,
        `test-${(sources += 1)}`,
        sellerId,
        more.reverses ?? null,
        sale ? 1 : null,
        sale ? 'Low Tide' : null,
        sale ? cents : null,
        sale ? 0 : null,
        more.due ?? null,
        kind === 'payout' ? 'bank' : null,
        kind === 'payout' ? `R-${sources}` : null,
        kind === 'payout_reversal' ? 'typed wrongly' : null,
        kind.startsWith('payout') ? 1 : null,
      ],
    );
    await tx.query(`INSERT INTO ledger_entries VALUES ($1, 'seller', $2), ($1, 'clearing', $3)`, [id, -cents, cents]);
    return id;
  });

async function stores(...statuses: string[]) {
  for (const [at, status] of statuses.entries())
    await db.source.query('INSERT INTO sellers (user_id, store_name, status) VALUES ($1, $2, $3)', [
      at + 1,
      `Store ${at + 1}`,
      status,
    ]);
}

test('a shop without stores has zeros', async () => {
  expect(await stats()).toEqual({
    totalSellers: 0,
    activeSellers: 0,
    pendingVerifications: 0,
    submissionsWaiting: 0,
    payoutsDue: { sellers: 0, cents: 0 },
  });
});

test('counts the stores that were not closed, and the documents that wait', async () => {
  await stores('active', 'active', 'pending', '0', 'inactive', 'pending', 'pending');
  await db.source.query(`UPDATE sellers SET verification_key = 'documents/x.webp' WHERE user_id NOT IN (4, 7)`);
  await db.source.query('UPDATE sellers SET verification_judged_at = now() WHERE user_id IN (2, 5)');
  await db.source.query('UPDATE sellers SET deleted_at = now() WHERE user_id = 6');
  expect(await stats()).toMatchObject({ totalSellers: 6, activeSellers: 2, pendingVerifications: 2 });
});

test('counts the submissions that the review queue calls open: those that something is promised for', async () => {
  await stores('active');
  for (const status of ['submitted', 'in_review', 'approved', 'rejected', 'published'])
    await db.source.query(
      `INSERT INTO track_submissions (seller_id, track_name, price_cents, genre, bpm, music_key, track_files_link, contact_email, status,
         reason, submitted_at, changed_at, due_at)
       SELECT id, 'Low Tide', 29900, 'Techno', 128, 'A', 'https://www.dropbox.com/s/x', 'a@example.com', $1,
         CASE WHEN $1 = 'rejected' THEN 'too loud' END, now(), now(), CASE WHEN $1 IN ('submitted', 'in_review', 'approved') THEN now() END
       FROM sellers`,
      [status],
    );
  expect(await stats()).toMatchObject({ submissionsWaiting: 3 });
  await db.source.query('UPDATE sellers SET deleted_at = now()');
  expect(await stats()).toMatchObject({ submissionsWaiting: 0 });
});

describe('the amount to be paid out', () => {
  const dueOf = async () => (await stats()).payoutsDue;

  test('is what fell due and no payout covers, by seller', async () => {
    await booking(1, 'sale', 20_930, { due: day(0) });
    await booking(1, 'sale', 10_000, { due: day(3) });
    await booking(2, 'sale', 5_000, { due: day(-9) });
    expect(await dueOf()).toEqual({ sellers: 2, cents: 25_930 });
    await booking(2, 'payout', -5_000);
    expect(await dueOf()).toEqual({ sellers: 1, cents: 20_930 });
  });

  test('is not lessened by what another seller was paid too much', async () => {
    await booking(1, 'sale', 20_930, { due: day(-1) });
    await booking(2, 'payout', -9_000);
    expect(await dueOf()).toEqual({ sellers: 1, cents: 20_930 });
  });

  test('lacks a sale that was given back, and has one again whose payout was taken back', async () => {
    const refunded = await booking(1, 'sale', 20_930, { due: day(-1) });
    await booking(1, 'refund', -20_930, { reverses: refunded });
    expect(await dueOf()).toEqual({ sellers: 0, cents: 0 });
    await booking(2, 'sale', 7_000, { due: day(-1) });
    const paid = await booking(2, 'payout', -7_000);
    expect(await dueOf()).toEqual({ sellers: 0, cents: 0 });
    await booking(2, 'payout_reversal', 7_000, { reverses: paid });
    expect(await dueOf()).toEqual({ sellers: 1, cents: 7_000 });
  });

  test("is what the seller's own statement says", async () => {
    for (const [at, cents] of [12_345, 999, 70_001, 4_400].entries()) await booking(1, 'sale', cents, { due: day(at - 2) });
    await booking(1, 'payout', -13_000);
    const { dueCents } = await balancesOf(db.source.manager, 1, day(0));
    expect(dueCents).toBe(12_345 + 999 + 70_001 - 13_000);
    expect(await dueOf()).toEqual({ sellers: 1, cents: dueCents });
  });
});

test('is told to the gateway alone', async () => {
  for (const caller of [as(), asAdmin()]) expect((await ask(caller)).status).toBe(404);
});
