import {
  OpenEarningsChanged,
  PayoutReversed,
  ProductPublished,
  SellerDeleted,
  StoreClosed,
  StoreSettled,
  TrackHeld,
  TrackReleased,
  UserDeleted,
} from '@shop/contracts/events';
import { inTx } from '@shop/messaging';
import { as, asAdmin, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import type { DataSource } from 'typeorm';
import { recordPayout } from '../ledger/payouts/record-payout';
import { reversePayout } from '../ledger/payouts/reverse-payout';
import { captured, refunded } from '../testing/ledger-app';
import { aSeller, pay, useStores } from '../testing/stores-app';
import { forgetPayoutDetails } from './close-store';
import { openEarningsOf, tellOpenEarnings } from './open-earnings';

const stores = useStores();
let id: number;
beforeEach(async () => {
  id = await aSeller(stores);
  await publish(id);
  await payable(id, 7);
});

const publish = (sellerId: number, productId = 70) =>
  stores.hears(
    ProductPublished({
      productId,
      version: 1,
      name: 'Night Cargo',
      category: 'Techno',
      img: '',
      priceCents: 29900,
      oldPriceCents: null,
      bpm: 124,
      musicKey: 'A',
      projectName: null,
      sellerId,
      sellerUserId: 7,
      storeName: 'Night Freight',
      downloadLink: '',
      projectLink: null,
      createdAt: '2026-11-01T10:00:00.000Z',
    }),
  );
const payable = (sellerId: number, userId: number) =>
  pay(stores, sellerId, { payment_method: 'paypal', paypal_email: 'nora@example.com' }, userId).expect(200);
const remove = (sellerId = id) => request(stores.app).delete(`/api/sellers/${sellerId}`).set(asAdmin());
const paidTo = async (sellerId = id) =>
  (await stores.source.query<{ paypal_email: string | null }[]>('SELECT paypal_email FROM sellers WHERE id = $1', [sellerId]))[0]!
    .paypal_email;
const sale = (orderId = 7, sellerId = id) => captured(orderId, [{ sellerId }]);
const settle = (sales: number) => stores.hears(StoreSettled({ sellerId: id, sales }), 2);
const payOut = (amountCents: number) =>
  inTx(stores.source, (tx) =>
    recordPayout(
      tx,
      1,
      id,
      { key: '00000000-0000-4000-9000-000000000001', amountCents, method: 'paypal', reference: 'PP-1', confirm: true },
      { timeZone: 'UTC', today: '2027-01-31' },
    ),
  );

test('a store is not deleted while a buyer holds one of its tracks or pays for it', async () => {
  await stores.hears(TrackHeld({ productId: 70, orderId: 7, version: 1, until: '2026-12-01T00:00:00.000Z' }));
  expect(await remove()).toMatchObject({ status: 409, body: { code: 'sale-under-way', details: { sales: 1 } } });
  expect(await emitted(stores.source, StoreClosed)).toEqual([]);
  await stores.hears(TrackReleased({ productId: 70, orderId: 7, version: 2 }));
  await remove().expect(200);
});

test('the owner of a store that an admin deletes is told once, under the name that it had; who deletes their account is not', async () => {
  await remove().expect(200);
  await remove().expect(404);
  await aSeller(stores, { userId: 8, seller: { storeName: 'Low Tide', socialLink: null } });
  await stores.hears(UserDeleted({ userId: 8, version: 3 }), 2);
  expect(await emitted(stores.source, StoreClosed)).toHaveLength(2);
  expect(await emitted(stores.source, SellerDeleted)).toMatchObject([
    { sellerId: id, storeName: 'Night Freight', owner: { name: 'Nora', email: 'nora@example.com' } },
  ]);
});

test('where a closed store is paid to is kept until orders says that no sale can follow', async () => {
  await remove().expect(200);
  expect(await paidTo()).toBe('nora@example.com');
  await settle(0);
  expect(await paidTo()).toBeNull();
});

test('so it is for a store without tracks: orders may have sold one that nobody here has heard of', async () => {
  const otherStore = await aSeller(stores, { userId: 8, seller: { storeName: 'Low Tide', socialLink: null } });
  await payable(otherStore, 8);
  await remove(otherStore).expect(200);
  expect(await paidTo(otherStore)).toBe('nora@example.com');
  await stores.hears(StoreSettled({ sellerId: otherStore, sales: 0 }));
  expect(await paidTo(otherStore)).toBeNull();
});

test('a sale that came while nobody here knew of it is paid before that is forgotten', async () => {
  await stores.hears(UserDeleted({ userId: 7, version: 3 }));
  await settle(1);
  expect(await paidTo()).toBe('nora@example.com');
  await stores.hears(sale());
  expect(await openEarningsOf(stores.source.manager, id)).toEqual({ owedCents: 20930, sales: 0 });
  await forgetPayoutDetails(stores.source.manager);
  expect(await paidTo()).toBe('nora@example.com');
  await payOut(20930);
  await forgetPayoutDetails(stores.source.manager);
  expect(await paidTo()).toBeNull();
});

test('a payout that is taken back from a closed store is told as such: where to pay it, nobody here may know any more', async () => {
  await stores.hears(sale());
  const { id: payoutId } = await payOut(20930);
  await remove().expect(200);
  await settle(1);
  expect(await paidTo()).toBeNull();
  await inTx(stores.source, (tx) => reversePayout(tx, 1, payoutId, { reason: 'The account is closed' }));
  expect(await emitted(stores.source, PayoutReversed)).toMatchObject([
    { sellerId: id, storeClosed: true, owner: { email: 'nora@example.com' } },
  ]);
});

test('deletion and sale meet: a store is deleted, or owed; never is somebody owed of whom nobody knows where to pay', async () => {
  for (let round = 0; round < 8; round += 1) {
    const userId = 100 + round;
    const sellerId = await aSeller(stores, { userId, seller: { storeName: `Store ${round}`, socialLink: null } });
    await publish(sellerId, 200 + round);
    await payable(sellerId, userId);
    const [answer] = await Promise.all([remove(sellerId), stores.hears(sale(20 + round, sellerId))]);
    expect([200, 409]).toContain(answer.status);
    await stores.hears(StoreSettled({ sellerId, sales: 1 }));
    expect(await openEarningsOf(stores.source.manager, sellerId)).toEqual({ owedCents: 20930, sales: 0 });
    expect(await paidTo(sellerId)).toBe('nora@example.com');
  }
});

test('open earnings of a store are announced once whenever they change', async () => {
  const notices = async () => {
    await Promise.all([tellOpenEarnings(stores.source), tellOpenEarnings(stores.source)]);
    return emitted(stores.source, OpenEarningsChanged);
  };
  const storeFacts = { sellerId: id, userId: 7 };
  expect(await notices()).toEqual([]);
  await stores.hears(TrackHeld({ productId: 70, orderId: 7, version: 1, until: '2026-12-01T00:00:00.000Z' }));
  expect(await notices()).toEqual([{ ...storeFacts, version: 1, owedCents: 0, sales: 1 }]);
  await stores.hears(sale());
  expect((await notices()).slice(1)).toEqual([{ ...storeFacts, version: 2, owedCents: 20930, sales: 0 }]);
  await stores.hears(refunded(7));
  expect((await notices()).slice(2)).toEqual([{ ...storeFacts, version: 3, owedCents: 0, sales: 0 }]);
});

test('tracks that somebody holds are found without a look at those that were sold', async () => {
  await stores.source.query(
    `INSERT INTO sold_tracks (product_id, order_id, claim_version, sold_at, held)
     SELECT 1000 + n, n, 1, now(), n % 5000 = 0 FROM generate_series(1, 20000) n`,
  );
  await stores.asOwner('ANALYZE sold_tracks');
  const plans: string[] = [];
  const query = async (text: string, values: unknown[]) => {
    const plan = await stores.source.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN ${text}`, values);
    plans.push(plan.map((line) => line['QUERY PLAN']).join('\n'));
    return [];
  };
  const transaction = (work: (db: { query: typeof query }) => Promise<void>) => work({ query });
  await tellOpenEarnings({ transaction } as unknown as DataSource);
  expect(plans).toEqual([expect.stringContaining('sold_tracks_held')]);
});

test('the gateway is told what is open with a store at this moment, as which announcement, and of no other store', async () => {
  const ask = async (userId: number) =>
    (
      await request(stores.app)
        .post('/internal/open-earnings')
        .set(as({ internal: true }))
        .send({ userId })
        .expect(200)
    ).body as unknown;
  expect(await ask(7)).toEqual([]);
  await stores.hears(sale());
  const open = { sellerId: id, userId: 7, version: 1, owedCents: 20930, sales: 0 };
  expect([await ask(7), await ask(7), await ask(8)]).toEqual([[open], [open], []]);
  expect(await emitted(stores.source, OpenEarningsChanged)).toEqual([open]);
});

test('a store owes the shop the payout of a sale that is refunded since: its open earnings are below zero', async () => {
  await stores.hears(sale());
  await payOut(20930);
  await stores.hears(refunded(7));
  await tellOpenEarnings(stores.source);
  expect(await emitted(stores.source, OpenEarningsChanged)).toEqual([
    { sellerId: id, userId: 7, version: 1, owedCents: -20930, sales: 0 },
  ]);
});

test('an admin may close a store that owes the shop, and lets the debt go with it', async () => {
  await stores.hears(sale());
  await payOut(20930);
  await stores.hears(refunded(7));
  await remove().expect(200);
  await settle(1);
  expect(await paidTo()).toBeNull();
});
