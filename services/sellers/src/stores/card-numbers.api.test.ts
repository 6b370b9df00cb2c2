import { AdminActed, SellerPaymentChanged, StoreSettled, UserDeleted } from '@shop/contracts/events';
import { inTx } from '@shop/messaging';
import { as, asAdmin, asUser, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { book } from '../ledger/journal';
import { payoutPostings } from '../ledger/postings';
import { reversePayout } from '../ledger/payouts/reverse-payout';
import { captured } from '../testing/ledger-app';
import { forgetUnusedCards } from './forget-unused-cards';
import { aSeller, edit, list, openStores, pay, type StoresApp } from '../testing/stores-app';

let stores: StoresApp;
let id: number;
beforeEach(async () => {
  stores = await openStores();
  id = await aSeller(stores);
});
afterEach(() => stores.close());

const NUMBER = '4242424242424242';
const card = { payment_method: 'card', card_number: NUMBER, card_holder_name: 'Nora Vale' };
const look = (caller = asAdmin(3, 'finance'), reason: unknown = 'Payout of November') =>
  request(stores.app).post(`/api/sellers/${id}/card-number`).set(caller).send({ reason });

const looks = async () =>
  (await emitted(stores.source, AdminActed)).filter(({ action }) => action === 'seller.card-number-shown');

describe('the whole card number', () => {
  test('is shown for a reason, which is on record with who looked, and the number is not', async () => {
    await pay(stores, id, card).expect(200);
    const answer = await look().expect(200);
    expect(answer.body).toEqual({ success: true, data: { card_number: NUMBER } });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await looks()).toMatchObject([
      {
        adminId: 3,
        action: 'seller.card-number-shown',
        subject: { type: 'seller', id },
        before: null,
        after: { shownFor: 'Payout of November' },
      },
    ]);
    const rows = await stores.source.query('SELECT * FROM outbox');
    for (const place of [rows, (await list(stores)).body]) expect(JSON.stringify(place)).not.toContain(NUMBER);
  });

  test('is for finance and owners alone, and for these after a step-up', async () => {
    await pay(stores, id, card).expect(200);
    for (const caller of [asUser(7), asAdmin(3, 'support'), asAdmin(3, 'viewer'), asAdmin(3, 'catalogue')])
      expect((await look(caller)).status).toBe(403);
    expect(await look(as({ userId: 3, admin: true, role: 'finance', steppedUp: false }))).toMatchObject({
      status: 403,
      body: { code: 'step-up-required' },
    });
    await look(asAdmin(1, 'owner')).expect(200);
    expect(await looks()).toHaveLength(1);
  });

  test.each([null, '', '  ', 'x'.repeat(201), 'to pay 4242 4242 4242 4242', 'card 4242-4242-4242-4242'])(
    'is not shown for the reason %j',
    async (reason) => {
      await pay(stores, id, card).expect(200);
      expect(await look(asAdmin(), reason)).toMatchObject({ status: 400, body: { field: 'reason' } });
      expect(await looks()).toEqual([]);
    },
  );

  test('is there while a card is the method, and no more after another was chosen or a closed store is settled', async () => {
    expect((await look()).status).toBe(404);
    await pay(stores, id, card).expect(200);
    await pay(stores, id, { payment_method: 'paypal', paypal_email: 'n@example.com' }).expect(200);
    expect((await look()).status).toBe(404);
    await pay(stores, id, card).expect(200);
    await edit(stores, id, { payment_method: null }).expect(200);
    expect((await look()).status).toBe(404);
    await pay(stores, id, card).expect(200);
    await request(stores.app).delete(`/api/sellers/${id}`).set(asAdmin()).expect(200);
    await stores.hears(StoreSettled({ sellerId: id, sales: 0 }));
    expect((await look()).status).toBe(404);
    expect(await stores.source.query('SELECT 1 FROM sellers WHERE card_number_encrypted IS NOT NULL')).toEqual([]);
  });

  test('is shown twenty times an hour', async () => {
    await stores.close();
    stores = await openStores(1);
    id = await aSeller(stores);
    await pay(stores, id, card).expect(200);
    for (let i = 0; i < 20; i += 1) await look().expect(200);
    expect((await look()).status).toBe(429);
    await look(asAdmin(4)).expect(200);
  });
});

describe('a card number that nothing is paid to', () => {
  const inMonths = (months: number, days = 0) => {
    const day = new Date();
    day.setUTCMonth(day.getUTCMonth() + months);
    day.setUTCDate(day.getUTCDate() + days);
    return day;
  };
  const cardRow = async (sellerId = id) =>
    (
      await stores.source.query<object[]>(
        'SELECT payment_method, card_last4, card_holder_name, card_number_encrypted IS NULL AS blank FROM sellers WHERE id = $1',
        [sellerId],
      )
    )[0];
  const HERE = { payment_method: 'card', card_last4: '4242', card_holder_name: 'Nora Vale', blank: false };
  const GONE = { payment_method: null, card_last4: null, card_holder_name: null, blank: true };
  const paidOut = (occurredAt: Date, sellerId = id) =>
    inTx(stores.source, ({ db }) =>
      book(db, {
        kind: 'payout',
        ...{ sellerId, method: 'card', reference: occurredAt.toISOString(), occurredAt },
        key: `00000000-0000-4000-8000-${String(occurredAt.getTime()).padStart(12, '0').slice(-12)}`,
        recordedBy: 1,
        postings: payoutPostings(100),
      }),
    );
  beforeEach(async () => {
    await pay(stores, id, card).expect(200);
    await stores.hears(captured(1, [{ sellerId: id }]));
  });

  test('is blanked after twelve months, and its seller told', async () => {
    await forgetUnusedCards(stores.source, inMonths(12, -1));
    expect(await cardRow()).toEqual(HERE);
    for (const _ of [1, 2]) await forgetUnusedCards(stores.source, inMonths(12, 1));
    expect(await cardRow()).toEqual(GONE);
    expect(await emitted(stores.source, SellerPaymentChanged)).toMatchObject([
      {},
      { sellerId: id, owner: { email: 'nora@example.com' }, paidTo: null, byAdmin: false, unused: true },
    ]);
    await pay(stores, id, card).expect(200);
    await forgetUnusedCards(stores.source, inMonths(11));
    expect(await cardRow()).toEqual(HERE);
  });

  test('stays for twelve months more after each payout', async () => {
    await paidOut(inMonths(6));
    await forgetUnusedCards(stores.source, inMonths(17));
    expect(await cardRow()).toEqual(HERE);
    await forgetUnusedCards(stores.source, inMonths(18, 1));
    expect(await cardRow()).toEqual(GONE);
  });

  test('stays by payouts to its own seller, not by those to others', async () => {
    const otherStore = await aSeller(stores, { userId: 8, seller: { storeName: 'Low Tide', socialLink: null } });
    await pay(stores, otherStore, card, 8).expect(200);
    await stores.hears(captured(2, [{ sellerId: otherStore }]));
    await paidOut(inMonths(6), otherStore);
    await forgetUnusedCards(stores.source, inMonths(12, 1));
    expect([await cardRow(), await cardRow(otherStore)]).toEqual([GONE, HERE]);
  });

  test('of a closed store goes without a word: nobody is there to be told', async () => {
    await stores.hears(UserDeleted({ userId: 7, version: 3 }));
    expect(await cardRow()).toEqual(HERE);
    const before = await emitted(stores.source, SellerPaymentChanged);
    await forgetUnusedCards(stores.source, inMonths(12, 1));
    expect(await cardRow()).toEqual(GONE);
    expect(await emitted(stores.source, SellerPaymentChanged)).toEqual(before);
  });

  test('a payout that was taken back does not count', async () => {
    const payoutId = await paidOut(inMonths(6));
    await inTx(stores.source, (tx) => reversePayout(tx, 1, payoutId!, { reason: 'Recorded wrongly' }));
    await forgetUnusedCards(stores.source, inMonths(12, 1));
    expect(await cardRow()).toEqual(GONE);
  });

  test('an address at PayPal is not forgotten', async () => {
    await pay(stores, id, { payment_method: 'paypal', paypal_email: 'n@example.com' }).expect(200);
    await forgetUnusedCards(stores.source, inMonths(40));
    expect(await cardRow()).toMatchObject({ payment_method: 'paypal' });
  });
});
