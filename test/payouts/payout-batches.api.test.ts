import { PayoutNewsCame, PayoutRecorded, PayoutReturned, PayoutUnclaimed, TrackFrozen } from '@shop/contracts/events';
import { asAdmin, deliver, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { subscriptionsOf } from '../../services/sellers/src/subscriptions';
import { captured, payout, refunded } from '../../services/sellers/src/testing/ledger-app';
import { addressOf, batchOf, faultsOf, NET_CENTS, NO_FAULTS, openPayouts, type PayoutRig } from './payout-rig';

const subscriptions = subscriptionsOf('Ghostline', 'UTC');

let shop: PayoutRig;
beforeEach(async () => {
  shop = await openPayouts();
});
afterEach(async () => {
  try {
    expect(await faultsOf(shop)).toEqual(NO_FAULTS);
  } finally {
    await shop.close();
  }
});

const hears = (event: { type: string; data: unknown }, times = 1) => deliver(shop.db, subscriptions, event, times);
const sells = (orderId: number, sellerId = 1) => hears(captured(orderId, [{ sellerId }]));
const approved = async (body: object = {}) => {
  const { id } = await shop.draft(body);
  await shop.approve(id).expect(200);
  return id;
};
const sentBatch = async () => {
  const id = await approved();
  await shop.send(id).expect(200);
  return id;
};
const statesOf = async (id: number) => {
  const { state, items } = await shop.read(id);
  return [state, ...items.map((item) => item.state)];
};
const itemAtPaypal = (index = 0) => shop.paypal.control.ledger().payouts[0]?.items[index]?.id ?? '';
const dueOf = async (sellerId: number) => {
  const { body } = await request(shop.app).get(`/api/sellers/${sellerId}/ledger`).set(asAdmin()).expect(200);
  return (body as { balances: { dueCents: number; paidCents: number } }).balances;
};

describe('a batch', () => {
  test('pays what is due to each seller, and books payout and fee once', async () => {
    await sells(7);
    await sells(8);
    await sells(9, 2);
    const draft = await shop.draft();
    expect(draft).toMatchObject({
      state: 'draft',
      totalCents: 3 * NET_CENTS,
      feeCents: 837 + 419,
      leftOut: [],
      items: [
        { sellerId: 1, payTo: addressOf(1), amountCents: 2 * NET_CENTS, state: 'draft', doubts: [] },
        { sellerId: 2, amountCents: NET_CENTS, lines: [{ orderId: 9, amountCents: NET_CENTS }] },
      ],
    });
    expect(draft.items[0]?.lines.map(({ orderId }) => orderId)).toEqual([7, 8]);
    await shop.approve(draft.id).expect(200);
    await shop.send(draft.id).expect(200);
    await shop.send(draft.id).expect(200);
    expect(await statesOf(draft.id)).toEqual(['sent', 'sent', 'sent']);
    await shop.ask();
    await shop.ask();
    expect(await statesOf(draft.id)).toEqual(['done', 'paid', 'paid']);
    expect(await dueOf(1)).toMatchObject({ dueCents: 0, paidCents: 2 * NET_CENTS });
    expect((await emitted(shop.db, PayoutRecorded)).map(({ amountCents }) => amountCents)).toEqual([2 * NET_CENTS, NET_CENTS]);
    expect(await shop.db.query(`SELECT sum(amount_cents)::int AS fees FROM ledger_entries WHERE account = 'fees'`)).toEqual([
      { fees: 837 + 419 },
    ]);
    // What left PayPal's account is what left the ledger's.
    const clearing = await shop.db.query<[{ cents: number }]>(
      `SELECT -sum(amount_cents)::int AS cents FROM ledger_entries JOIN ledger_transactions ON id = transaction_id
       WHERE account = 'clearing' AND kind = 'payout'`,
    );
    expect(10_000_000 - shop.paypal.control.ledger().funds).toBe(clearing[0].cents);
    await shop.call('post', '', {}).expect(409);
  });

  test('leaves out cards, unconfirmed addresses, small sums and sellers about whom PayPal differs, each with its reason', async () => {
    await sells(7);
    await sells(8, 2);
    await shop.db.query(`UPDATE sellers SET payment_method = 'card', card_last4 = '4242', paypal_email = NULL WHERE id = 1`);
    await shop.db.query(`UPDATE sellers SET paypal_email = 'other@example.com' WHERE id = 2`);
    const { body } = await shop.call('post', '', {}).expect(409);
    expect(body).toMatchObject({
      code: 'nothing-due',
      details: {
        leftOut: [
          { sellerId: 1, amountCents: NET_CENTS, reason: expect.stringContaining('card') as string },
          { sellerId: 2, reason: expect.stringContaining('not confirmed') as string },
        ],
      },
    });
  });

  test('pays whole lines: a payout by hand covers the oldest, and the rest of a line that it covers in part is paid', async () => {
    await sells(7);
    await sells(8);
    await request(shop.app)
      .post('/api/sellers/1/payouts')
      .set(asAdmin())
      .send(payout({ amountCents: NET_CENTS + 100 }))
      .expect(201);
    const draft = await shop.draft();
    expect(draft.items[0]?.lines).toMatchObject([{ orderId: 8, amountCents: NET_CENTS - 100 }]);
    // What the batch has cannot be paid by hand beside it.
    const byHand = { ...payout({ amountCents: 500, reference: 'PP-2' }), key: 'another-key-of-a-form' };
    await request(shop.app).post('/api/sellers/1/payouts').set(asAdmin()).send(byHand).expect(409);
    await shop.cancel(draft.id).expect(200);
    await request(shop.app).post('/api/sellers/1/payouts').set(asAdmin()).send(byHand).expect(201);
  });

  test('has no line that another batch has, and the database refuses one', async () => {
    await sells(7);
    const first = await shop.draft();
    await shop.call('post', '', {}).expect(409);
    await sells(8);
    const second = await shop.draft();
    expect(second.items[0]?.lines.map(({ orderId }) => orderId)).toEqual([8]);
    await expect(
      shop.db.query(
        `INSERT INTO payout_item_lines (item_id, sale_id, amount_cents) SELECT $1, sale_id, 1 FROM payout_item_lines WHERE item_id = $2`,
        [second.items[0]?.id, first.items[0]?.id],
      ),
    ).rejects.toThrow('payout_item_lines_once');
    await shop.cancel(first.id).expect(200);
    expect((await shop.draft()).items[0]?.lines.map(({ orderId }) => orderId)).toEqual([7]);
  });

  test('is approved once its doubts are confirmed, and not when it is no longer due as it was', async () => {
    await sells(7);
    await shop.db.query('UPDATE sellers SET payout_changed_at = now() WHERE id = 1');
    const { id, items } = await shop.draft();
    expect(items[0]?.doubts).toEqual([expect.stringContaining('72 hours')]);
    expect((await shop.approve(id).expect(409)).body).toMatchObject({
      code: 'confirmation-required',
      details: { items: [{ sellerId: 1 }] },
    });
    await shop.send(id).expect(409);
    await shop.approve(id, { confirmedSellers: [1] }).expect(200);
    await hears(refunded(7));
    expect((await shop.send(id).expect(409)).body).toMatchObject({
      code: 'batch-changed',
      details: { changes: [{ sellerId: 1 }] },
    });
    await shop.cancel(id).expect(200);
    await shop.cancel(id).expect(200);
    await shop.approve(id).expect(409);
    expect(shop.paypal.control.ledger().payouts).toEqual([]);
  });

  test('above the limit is sent by another admin than the one who approved it', async () => {
    await shop.close();
    shop = await openPayouts(1, { secondApprovalCents: NET_CENTS - 1 });
    await sells(7);
    const { id, secondAdmin } = await shop.draft();
    expect(secondAdmin).toBe(true);
    await shop.approve(id, {}, 1).expect(200);
    expect((await shop.send(id, 1).expect(409)).body).toMatchObject({ code: 'second-admin' });
    await shop.send(id, 2).expect(200);
    await shop.ask();
  });
});

describe('PayPal', () => {
  test('refuses a batch for want of money: nothing is lost, and it is sent again', async () => {
    await sells(7);
    shop.paypal.control.setFunds(100);
    const id = await approved();
    expect((await shop.send(id).expect(409)).body).toMatchObject({
      code: 'payout-refused',
      message: expect.stringContaining('Add money') as string,
    });
    expect(await shop.read(id)).toMatchObject({ state: 'approved', failure: expect.stringContaining('Add money') as string });
    shop.paypal.control.setFunds(10_000_000);
    await shop.send(id).expect(200);
    await shop.ask();
    expect(await statesOf(id)).toEqual(['done', 'paid']);
  });

  test.each(['drop-answer', 'error-500-after', 'malformed', 'error-500', 'rate-limited', 'hang'])(
    'answers with %s: the batch is asked for by the same id until it is known, and cannot be cancelled meanwhile',
    async (fault) => {
      await sells(7);
      shop.paypal.control.addFault({ operation: 'payout', fault, ms: 1800 });
      const id = await approved();
      expect(batchOf(await shop.send(id).expect(202))).toMatchObject({ state: 'sending', failure: expect.any(String) as string });
      await shop.cancel(id).expect(409);
      await shop.call('post', '', {}).expect(409);
      // PayPal may have forgotten the request, but not the batch.
      shop.paypal.control.forgetPayoutRequests();
      for (let i = 0; i < 3; i += 1) await shop.ask();
      expect(await statesOf(id)).toEqual(['done', 'paid']);
      expect(shop.paypal.control.ledger().payouts).toHaveLength(1);
    },
  );

  test('refuses a repeated attempt: that says nothing about the first one', async () => {
    await sells(7);
    const id = await approved();
    shop.paypal.control.addFault({ operation: 'payout', fault: 'drop-answer' });
    await shop.send(id).expect(202);
    shop.paypal.control.forgetPayoutRequests();
    shop.paypal.control.addFault({ operation: 'payout', fault: 'decline' });
    await shop.ask();
    expect(await shop.read(id)).toMatchObject({ state: 'sending' });
    await shop.cancel(id).expect(409);
    await shop.ask();
    await shop.ask();
    expect(await statesOf(id)).toEqual(['done', 'paid']);
  });

  test('does not know who the seller is: the payout waits, is given back after all, and its lines are due again', async () => {
    await sells(7);
    await sells(8, 2);
    shop.paypal.control.setPayee(addressOf(1), 'UNCLAIMED');
    const id = await sentBatch();
    await shop.ask();
    await shop.ask();
    expect(await statesOf(id)).toEqual(['sent', 'unclaimed', 'paid']);
    expect(await emitted(shop.db, PayoutUnclaimed)).toMatchObject([
      { sellerId: 1, amountCents: NET_CENTS, paidTo: 'PayPal s…@example.com' },
    ]);
    await shop.call('post', '', {}).expect(409);
    shop.paypal.control.movePayoutItem(itemAtPaypal(), 'RETURNED');
    await shop.ask();
    expect(await statesOf(id)).toEqual(['done', 'returned', 'paid']);
    expect((await shop.read(id)).items[0]?.failure).toContain('due again');
    expect(await emitted(shop.db, PayoutReturned)).toMatchObject([{ sellerId: 1, amountCents: NET_CENTS }]);
    expect((await shop.draft()).items.map(({ sellerId }) => sellerId)).toEqual([1]);
  });

  test('does not know who the seller is, and an admin takes the payout back; one that was paid stays', async () => {
    await sells(7);
    await sells(8, 2);
    shop.paypal.control.setPayee(addressOf(1), 'UNCLAIMED');
    const id = await sentBatch();
    await shop.ask();
    await shop.ask();
    const [waits, paid] = (await shop.read(id)).items;
    const takeBack = (item?: { id: number }) => shop.call('post', `/${id}/items/${item?.id ?? 0}/cancellation`);
    expect((await takeBack(paid)).body).toMatchObject({ code: 'not-unclaimed' });
    await shop.call('post', `/${id}/items/4711/cancellation`).expect(404);

    shop.paypal.control.addFault({ operation: 'payout-cancel', fault: 'error-500' });
    await takeBack(waits).expect(503);
    // PayPal does it, and its answer is lost.
    shop.paypal.control.addFault({ operation: 'payout-cancel', fault: 'drop-answer' });
    expect(batchOf(await takeBack(waits).expect(200)).items[0]).toMatchObject({ state: 'returned' });
    await takeBack(waits).expect(200);
    expect(await statesOf(id)).toEqual(['done', 'returned', 'paid']);
    expect(await emitted(shop.db, PayoutReturned)).toHaveLength(1);
    expect(await dueOf(1)).toMatchObject({ dueCents: NET_CENTS, paidCents: 0 });
  });

  test.each([
    ['ONHOLD', 'on-hold'],
    ['BLOCKED', 'on-hold'],
    ['PENDING', 'sent'],
  ] as const)('keeps a payout as %s and pays it later', async (status, state) => {
    await sells(7);
    shop.paypal.control.setPayee(addressOf(1), status);
    const id = await sentBatch();
    await shop.ask();
    expect(await statesOf(id)).toEqual(['sent', state]);
    shop.paypal.control.movePayoutItem(itemAtPaypal(), 'SUCCESS');
    await shop.ask();
    expect(await statesOf(id)).toEqual(['done', 'paid']);
  });

  test.each(['REFUNDED', 'REVERSED'] as const)(
    'says that a paid one came back (%s), by a webhook after the batch was done, once however often and late it comes',
    async (status) => {
      await sells(7);
      const id = await sentBatch();
      await shop.ask();
      shop.paypal.control.movePayoutItem(itemAtPaypal(), status);
      const { reference } = await shop.read(id);
      const news = PayoutNewsCame({ newsId: 'WH-1', about: 'PAYMENT.PAYOUTS-ITEM.REFUNDED', payoutBatchId: reference ?? '' });
      await hears(news, 2);
      await shop.ask();
      await hears(news);
      await shop.ask();
      expect(await statesOf(id)).toEqual(['done', 'reversed']);
      expect(await dueOf(1)).toMatchObject({ dueCents: NET_CENTS, paidCents: 0 });
      expect(await emitted(shop.db, PayoutReturned)).toHaveLength(1);
      // The fee of a payout that was paid once is gone.
      expect(await shop.db.query(`SELECT sum(amount_cents)::int AS fees FROM ledger_entries WHERE account = 'fees'`)).toEqual([
        { fees: 419 },
      ]);
      expect((await shop.draft()).totalCents).toBe(NET_CENTS);
    },
  );

  test('has paid and taken a payout back before the shop looks: both are booked, with the fee', async () => {
    await sells(7);
    const id = await sentBatch();
    shop.paypal.control.movePayoutItem(itemAtPaypal(), 'SUCCESS');
    shop.paypal.control.movePayoutItem(itemAtPaypal(), 'REVERSED');
    await shop.ask();
    await shop.ask();
    expect(await statesOf(id)).toEqual(['done', 'reversed']);
    expect(await dueOf(1)).toMatchObject({ dueCents: NET_CENTS, paidCents: 0, overpaidCents: 0 });
    expect(await emitted(shop.db, PayoutReturned)).toMatchObject([{ amountCents: NET_CENTS }]);
    expect(await shop.db.query(`SELECT sum(amount_cents)::int AS fees FROM ledger_entries WHERE account = 'fees'`)).toEqual([
      { fees: 419 },
    ]);
  });

  test('denies the whole batch', async () => {
    await sells(7);
    shop.paypal.control.setPayee(addressOf(1), 'PENDING');
    const id = await sentBatch();
    shop.paypal.control.denyPayout(shop.paypal.control.ledger().payouts[0]?.id ?? '');
    await shop.ask();
    expect(await statesOf(id)).toEqual(['denied', 'failed']);
    expect((await shop.draft()).totalCents).toBe(NET_CENTS);
  });

  test.each(['before', 'after'])(
    'made a payout that an admin recorded by its id before the shop saw it: once, with its fee, also when its line was frozen %s that',
    async (when) => {
      await sells(7);
      const id = await sentBatch();
      const frozen = TrackFrozen({ orderId: 7, productId: 70, sellerId: 1, version: 1, reason: 'claim' });
      if (when === 'before') await hears(frozen);
      const reference = shop.paypal.control.ledger().payouts[0]?.items[0]?.transaction_id ?? '';
      await request(shop.app)
        .post('/api/sellers/1/payouts')
        .set(asAdmin())
        .send(payout({ amountCents: NET_CENTS, reference, beyondDue: true, confirm: true }))
        .expect(201);
      if (when === 'after') await hears(frozen);
      await shop.ask();
      await shop.ask();
      expect(await statesOf(id)).toEqual(['done', 'paid']);
      expect(await emitted(shop.db, PayoutRecorded)).toHaveLength(1);
      expect(await dueOf(1)).toMatchObject({ heldCents: 0, dueCents: 0, paidCents: NET_CENTS, overpaidCents: 0 });
      expect(await shop.db.query(`SELECT sum(amount_cents)::int AS fees FROM ledger_entries WHERE account = 'fees'`)).toEqual([
        { fees: 419 },
      ]);
      await sells(8);
      expect(await dueOf(1)).toMatchObject({ dueCents: NET_CENTS, heldCents: 0 });
    },
  );

  test('made a payout that no admin takes back by hand', async () => {
    await sells(7);
    const id = await sentBatch();
    await shop.ask();
    expect(await statesOf(id)).toEqual(['done', 'paid']);
    const [recorded] = await emitted(shop.db, PayoutRecorded);
    const { body } = await request(shop.app)
      .post(`/api/payouts/${recorded?.payoutId ?? 0}/reversal`)
      .set(asAdmin())
      .send({ reason: 'No' })
      .expect(409);
    expect(body).toMatchObject({ code: 'paid-in-batch' });
  });
});
