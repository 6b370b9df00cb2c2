import { PROJECT_SURCHARGE_CENTS } from '@shop/contracts/constants';
import { OrderCaptured, PaymentNeedsReview, TrackHeld, TrackReleased } from '@shop/contracts/events';
import type { CheckoutConflictView } from '@shop/contracts/views';
import { asAdmin, emitted, eventually, untilBlocked } from '@shop/runtime/testing';
import request from 'supertest';
import type { Capture } from '../payments/payment-gateway';
import {
  approved,
  bought,
  capture,
  claims,
  complete,
  create,
  later,
  openTestShop,
  orderRow,
  putTrackOnSale,
  type TestShop,
} from '../testing/orders-app';
import { applyCapture } from '../payment-process/settle';

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
  await putTrackOnSale(shop);
});
afterEach(() => shop.close());

const captureSent = async (buyer = 7) => {
  const created = await approved(shop, buyer);
  return { created, answer: await capture(shop, buyer, created.id) };
};
const sales = async () => (await emitted(shop.db.source, OrderCaptured)).length;
const claimState = async () => (await claims(shop))[0]!.state;
const state = async (id: number) => (await orderRow(shop, id)).payment_state;

describe('an outcome nobody knows', () => {
  test('is answered 202 and settled by the completer when the money was taken', async () => {
    shop.paypal.next.capture.push('captured-but-unknown');
    const { created, answer } = await captureSent();
    expect(answer).toMatchObject({ status: 202, body: { pending: true, orderId: created.orderId } });
    expect(await claimState()).toBe('capturing');

    await complete(shop);
    expect(await state(created.orderId)).toBe('paid');
    expect(await sales()).toBe(1);
    expect(shop.paypal.calls.capture).toHaveLength(1);
  });

  test('is tried again with the same request id when the money was not taken', async () => {
    shop.paypal.next.capture.push({ kind: 'unknown', reason: 'reset' });
    const { created } = await captureSent();
    await complete(shop);
    expect(await state(created.orderId)).toBe('paid');
    expect(shop.paypal.calls.capture).toHaveLength(2);
    expect(new Set(shop.paypal.calls.capture).size).toBe(1);
    expect(shop.paypal.captured()).toBe(1);
  });

  test('stays open as long as PayPal cannot be asked, and the track stays held however long that is', async () => {
    shop.paypal.next.capture.push('captured-but-unknown');
    const { created } = await captureSent();
    shop.paypal.next.lookUp.push('unknown', 'unknown');
    await later(shop, 24 * 60);
    await complete(shop);
    await complete(shop);
    expect(await state(created.orderId)).toBe('capturing');
    expect((await create(shop, 8)).status).toBe(409);
    await complete(shop);
    expect(await state(created.orderId)).toBe('paid');
  });

  test('ends in a release when PayPal voided the order or does not know it', async () => {
    for (const buyer of [7, 8]) {
      shop.paypal.next.capture.push({ kind: 'unknown', reason: '503' });
      const { created } = await captureSent(buyer);
      if (buyer === 7) shop.paypal.orders.get(created.id)!.voided = true;
      else shop.paypal.next.lookUp.push('gone');
      await complete(shop);
      expect(await state(created.orderId)).toBe('expired');
      expect(await claimState()).toBe('free');
    }
    expect(await emitted(shop.db.source, TrackReleased)).toHaveLength(2);
  });

  test('that turns out to be a decline goes back to created', async () => {
    shop.paypal.next.capture.push({ kind: 'unknown', reason: '500' }, { kind: 'declined', issue: 'INSTRUMENT_DECLINED' });
    const { created } = await captureSent();
    await complete(shop);
    expect(await orderRow(shop, created.orderId)).toMatchObject({ payment_state: 'created', attempt: 2 });
  });

  describe('of an order that an admin cancels meanwhile', () => {
    const cancel = (orderId: number) =>
      request(shop.app).put(`/api/orders/${orderId}/status`).set(asAdmin()).send({ status: 'cancelled' }).expect(200);
    const cancelled = async () => {
      const { created } = await captureSent();
      await cancel(created.orderId);
      expect(await claimState()).toBe('capturing');
      return created;
    };
    const isOver = async ({ id, orderId }: { id: string; orderId: number }) => {
      expect(await orderRow(shop, orderId)).toMatchObject({ payment_state: 'expired', status: 'cancelled', closed: 'cancelled' });
      expect(await claimState()).toBe('free');
      expect(await capture(shop, 7, id)).toMatchObject({ status: 409, body: { code: 'cancelled' } });
    };

    test.each(['has taken nothing', 'voided it', 'does not know it any more'])(
      'asks for no money when PayPal %s, and frees its tracks',
      async (found) => {
        shop.paypal.next.capture.push({ kind: 'unknown', reason: '500' });
        const created = await cancelled();
        if (found === 'voided it') shop.paypal.orders.get(created.id)!.voided = true;
        if (found === 'does not know it any more') shop.paypal.next.lookUp.push('gone');
        await complete(shop);
        await isOver(created);
        expect(shop.paypal.calls.capture).toHaveLength(1);
        expect(shop.paypal.captured()).toBe(0);
      },
    );

    test.each([
      ['declines it', { kind: 'declined', issue: 'INSTRUMENT_DECLINED' }],
      ['takes it for not approved', { kind: 'not-approved' }],
      ['does not know it any more', { kind: 'gone' }],
    ] as const)('frees its tracks when the call under way answers that PayPal %s', async (_, answer) => {
      shop.paypal.next.capture.push(answer);
      const created = await approved(shop, 7);
      let answerNow = () => {};
      shop.paypal.state.answersAfter = new Promise<void>((resolve) => (answerNow = resolve));
      const answered = capture(shop, 7, created.id).then((captured) => captured);
      await eventually(() => expect(shop.paypal.calls.capture).toHaveLength(1));
      await cancel(created.orderId);
      answerNow();
      expect(await answered).toMatchObject({ status: 409, body: { code: 'cancelled' } });
      await isOver(created);
    });

    test('is a sale when the money arrives after the end', async () => {
      shop.paypal.next.capture.push({ kind: 'unknown', reason: '500' });
      const { id, orderId } = await cancelled();
      await complete(shop);
      await shop.paypal.gateway.captureOrder(id, 'sent-before');
      await applyCapture(shop.context, orderId, shop.paypal.orders.get(id)!.capture!);
      expect(await orderRow(shop, orderId)).toMatchObject({ payment_state: 'paid', status: 'completed', closed: null });
    });

    test('is a sale when the money was taken', async () => {
      shop.paypal.next.capture.push('captured-but-unknown');
      const { orderId } = await cancelled();
      await complete(shop);
      expect(await orderRow(shop, orderId)).toMatchObject({ payment_state: 'paid', status: 'completed', closed: null });
    });

    test('goes back to created after a decline when the admin has opened it again', async () => {
      shop.paypal.next.capture.push({ kind: 'unknown', reason: '500' }, { kind: 'declined', issue: 'INSTRUMENT_DECLINED' });
      const { orderId } = await cancelled();
      await request(shop.app).put(`/api/orders/${orderId}/status`).set(asAdmin()).send({ status: 'pending' }).expect(200);
      await complete(shop);
      expect(await orderRow(shop, orderId)).toMatchObject({ payment_state: 'created', status: 'pending', closed: null });
    });
  });

  test('is settled once by many completers at once', async () => {
    shop.paypal.next.capture.push('captured-but-unknown');
    const { created } = await captureSent();
    await Promise.all(Array.from({ length: 5 }, () => complete(shop)));
    expect(await state(created.orderId)).toBe('paid');
    expect(await sales()).toBe(1);
  });
});

test('PayPal is waited for once, not call by call: an order is not made, a capture is being confirmed', async () => {
  await shop.close();
  shop = await openTestShop({ providerWithinMs: 100 });
  await putTrackOnSale(shop);
  shop.paypal.state.silent = true;
  expect(await create(shop, 7)).toMatchObject({ status: 503, body: { error: 'Failed to create PayPal order' } });
  expect(shop.paypal.calls.create).toHaveLength(1);
  expect(await claimState()).toBe('free');

  shop.paypal.state.silent = false;
  const created = await approved(shop, 7);
  shop.paypal.state.silent = true;
  expect(await capture(shop, 7, created.id)).toMatchObject({ status: 202, body: { pending: true } });
  shop.paypal.state.silent = false;
  await complete(shop);
  expect(await state(created.orderId)).toBe('paid');
});

test('a definite decline is 422, gives 15 more minutes, and the next try is a new one', async () => {
  shop.paypal.next.capture.push({ kind: 'declined', issue: 'INSTRUMENT_DECLINED' });
  const { created, answer } = await captureSent();
  expect(answer).toMatchObject({
    status: 422,
    body: { code: 'declined', error: 'Payment failed. Please try again.', details: { again: true } },
  });
  expect(await orderRow(shop, created.orderId)).toMatchObject({ payment_state: 'created', attempt: 2, status: 'pending' });
  expect(await claimState()).toBe('reserved');
  const holdEvents = await emitted(shop.db.source, TrackHeld);
  expect(Date.parse(holdEvents.at(-1)!.until)).toBeGreaterThan(Date.parse(holdEvents[0]!.until));

  expect((await capture(shop, 7, created.id)).status).toBe(200);
  expect(new Set(shop.paypal.calls.capture).size).toBe(2);
});

test("a refusal because of the shop's own account says that no other try helps, and leaves time to arrange the payment", async () => {
  shop.paypal.next.capture.push({ kind: 'refused', issue: 'PAYEE_ACCOUNT_RESTRICTED', about: 'shop' });
  const { created, answer } = await captureSent();
  expect(answer).toMatchObject({
    status: 422,
    body: {
      code: 'paypal-refused',
      error: 'PayPal cannot take this payment. You can arrange the payment with us instead.',
      details: { again: false },
    },
  });
  expect(await orderRow(shop, created.orderId)).toMatchObject({ payment_state: 'created', attempt: 2 });
  expect(await claimState()).toBe('reserved');
});

test("a decline is counted and noted with PayPal's issue, as an error when it is about the shop", async () => {
  const counted = jest.spyOn(shop.context, 'countDecline');
  const failed = jest.spyOn(shop.context.log, 'error');
  shop.paypal.next.capture.push({ kind: 'declined', issue: 'INSTRUMENT_DECLINED' });
  await captureSent();
  expect(counted.mock.calls).toEqual([['buyer']]);
  expect(failed).not.toHaveBeenCalled();

  shop.paypal.next.capture.push({ kind: 'refused', issue: 'PAYEE_ACCOUNT_RESTRICTED', about: 'shop' });
  const { created } = await captureSent();
  shop.paypal.next.create.push('refused');
  expect((await create(shop, 7)).status).toBe(503);
  expect(counted.mock.calls).toEqual([['buyer'], ['shop'], ['shop']]);
  const noted = { orderId: created.orderId, about: 'shop', issue: 'PAYEE_ACCOUNT_RESTRICTED' };
  expect(failed.mock.calls).toEqual([
    [noted, 'PayPal declined a payment'],
    [{ ...noted, orderId: expect.any(Number) as number }, 'PayPal declined a payment'],
  ]);
  failed.mockRestore();
});

test('a payment that a filter of the shop stops is counted apart, and is no error', async () => {
  const counted = jest.spyOn(shop.context, 'countDecline');
  const failed = jest.spyOn(shop.context.log, 'error');
  shop.paypal.next.capture.push({ kind: 'refused', issue: 'PAYEE_BLOCKED_TRANSACTION', about: 'filter' });
  const { answer } = await captureSent();
  expect(answer).toMatchObject({ status: 422, body: { code: 'paypal-refused' } });
  expect(counted.mock.calls).toEqual([['filter']]);
  expect(failed).not.toHaveBeenCalled();
  failed.mockRestore();
});

test('a call to make an order that PayPal refuses for what is in it is no decline', async () => {
  const counted = jest.spyOn(shop.context, 'countDecline');
  shop.paypal.gateway.createOrder = () => Promise.resolve({ kind: 'refused', issue: 'AMOUNT_MISMATCH', about: null });
  expect((await create(shop, 7)).status).toBe(503);
  expect(counted).not.toHaveBeenCalled();
});

test("a decline that the buyer's call and the completer both hear of counts once", async () => {
  const counted = jest.spyOn(shop.context, 'countDecline');
  const decline = { kind: 'declined', issue: 'INSTRUMENT_DECLINED' } as const;
  shop.paypal.next.capture.push(decline, decline);
  const created = await approved(shop, 7);
  let answerNow = () => {};
  shop.paypal.state.answersAfter = new Promise<void>((resolve) => (answerNow = resolve));
  const answered = capture(shop, 7, created.id).then((captured) => captured);
  await eventually(() => expect(shop.paypal.calls.capture).toHaveLength(1));
  const completed = complete(shop);
  await eventually(() => expect(shop.paypal.calls.capture).toHaveLength(2));
  answerNow();
  await Promise.all([answered, completed]);
  expect(await orderRow(shop, created.orderId)).toMatchObject({ payment_state: 'created', attempt: 2 });
  expect(counted.mock.calls).toEqual([['buyer']]);
});

test('declines keep a track for 45 minutes in all, from when it was first reserved', async () => {
  shop.paypal.next.capture.push(
    ...Array.from({ length: 4 }, () => ({ kind: 'declined' as const, issue: 'INSTRUMENT_DECLINED' })),
  );
  const opened = await approved(shop, 7);
  await later(shop, 5);
  const { id, orderId } = await approved(shop, 7); // the buyer has opened the page again: the hold goes on
  expect(orderId).not.toBe(opened.orderId);
  for (const minutes of [9, 14, 14]) {
    await later(shop, minutes);
    expect((await capture(shop, 7, id)).status).toBe(422);
    expect(await claimState()).toBe('reserved');
  }
  const heldFor = async () => (Date.parse((await emitted(shop.db.source, TrackHeld)).at(-1)!.until) - Date.now()) / 60_000;
  expect(Math.abs((await heldFor()) - 3)).toBeLessThan(0.5);

  await later(shop, 2);
  expect((await capture(shop, 7, id)).status).toBe(422);
  expect(Math.abs((await heldFor()) - 1)).toBeLessThan(0.5);
  await later(shop, 2);
  await complete(shop);
  expect(await state(orderId)).toBe('expired');
  expect(await claimState()).toBe('free');
});

test.each([12, 14])(
  'opened again 2 minutes after a decline at minute %s, the hold goes on for the rest of its 15',
  async (minute) => {
    shop.paypal.next.capture.push({ kind: 'declined', issue: 'INSTRUMENT_DECLINED' });
    const first = await approved(shop, 7);
    await later(shop, minute);
    expect((await capture(shop, 7, first.id)).status).toBe(422);
    await later(shop, 2);
    const { orderId } = await approved(shop, 7);
    const [row] = await shop.db.source.query<[{ left: number; held: number }]>(
      `SELECT extract(epoch FROM reserved_until - now())::float8 / 60 AS left, extract(epoch FROM now() - held_at)::float8 / 60 AS held
     FROM orders JOIN holds ON order_id = orders.id WHERE orders.id = $1`,
      [orderId],
    );
    expect(Math.abs(row.left - 13)).toBeLessThan(0.5);
    expect(Math.abs(row.held - minute - 2)).toBeLessThan(0.5);
  },
);

test.each([
  ['has been ended', true],
  ['is about to be ended', false],
])('a decline after the reservation has run out and %s keeps nothing, and the next try is a new one', async (_, ended) => {
  const { id, orderId } = await approved(shop, 7);
  await later(shop, 16);
  if (ended) await complete(shop);
  shop.paypal.next.capture.push({ kind: 'declined', issue: 'INSTRUMENT_DECLINED' });
  expect(await capture(shop, 7, id)).toMatchObject({ status: 422, body: { code: 'declined', details: { again: false } } });
  expect(await state(orderId)).toBe('expired');
  expect(await claimState()).toBe('free');
  expect((await capture(shop, 7, id)).status).toBe(200);
  expect(new Set(shop.paypal.calls.capture).size).toBe(2);
});

test('an order its buyer has not approved is not paid', async () => {
  const { body } = await create(shop, 7);
  expect((await capture(shop, 7, (body as { id: string }).id)).status).toBe(422);
  expect(shop.paypal.captured()).toBe(0);
});

test('trying to capture an order that is not approved holds its track not a second longer', async () => {
  const { body } = await create(shop, 7);
  const { id, orderId } = body as { id: string; orderId: number };
  const until = async () => (await emitted(shop.db.source, TrackHeld)).at(-1)!.until;
  const first = await until();
  await capture(shop, 7, id);
  expect(await claimState()).toBe('reserved');
  expect(Math.abs(Date.parse(await until()) - Date.parse(first))).toBeLessThan(5);

  await later(shop, 16);
  await capture(shop, 7, id);
  expect(await state(orderId)).toBe('expired');
  expect(await claimState()).toBe('free');
  await capture(shop, 7, id);
  expect(await claimState()).toBe('free');
});

test('a buyer tries to capture at most sixty times an hour', async () => {
  await shop.close();
  shop = await openTestShop({ rateScale: 0.05 });
  for (let i = 0; i < 3; i += 1) expect((await capture(shop, 7, 'UNKNOWN')).status).toBe(403);
  expect((await capture(shop, 7, 'UNKNOWN')).status).toBe(429);
  expect((await capture(shop, 8, 'UNKNOWN')).status).toBe(403);
});

test('"already captured" is looked up and is a success', async () => {
  const created = await approved(shop, 7);
  await shop.paypal.gateway.captureOrder(created.id, 'another-request');
  expect((await capture(shop, 7, created.id)).status).toBe(200);
  expect(await sales()).toBe(1);
});

test('a capture that PayPal shows as declined ends the order, frees the track, and is counted', async () => {
  const counted = jest.spyOn(shop.context, 'countDecline');
  shop.paypal.next.capture.push('declined-capture');
  const { created, answer } = await captureSent();
  const over = { status: 422, body: { code: 'declined', details: { again: false } } };
  expect(answer).toMatchObject(over);
  expect(await orderRow(shop, created.orderId)).toMatchObject({ payment_state: 'declined', status: 'cancelled' });
  expect(await claimState()).toBe('free');
  expect(await capture(shop, 7, created.id)).toMatchObject(over);
  expect(counted.mock.calls).toEqual([['buyer']]);
  expect((await create(shop, 8)).status).toBe(201);
});

describe('a payment that PayPal reviews', () => {
  const pending = async () => {
    shop.paypal.next.capture.push('pending');
    const { created, answer } = await captureSent();
    expect(answer.status).toBe(202);
    expect(await orderRow(shop, created.orderId)).toMatchObject({ payment_state: 'pending', status: 'processing' });
    return created;
  };

  test('keeps the track and is settled when it clears', async () => {
    const created = await pending();
    await later(shop, 24 * 60);
    await complete(shop);
    expect(await claimState()).toBe('capturing');
    shop.paypal.orders.get(created.id)!.capture!.status = 'completed';
    await complete(shop);
    expect(await state(created.orderId)).toBe('paid');
    expect(await sales()).toBe(1);
  });

  test('is dated to when it cleared; the payment keeps the date that PayPal gives it', async () => {
    const created = await pending();
    const held = shop.paypal.orders.get(created.id)!.capture!;
    const [clearing] = await shop.db.source.query<[{ at: Date }]>('SELECT now() AS at');
    held.status = 'completed';
    await complete(shop);
    const [sale] = await emitted(shop.db.source, OrderCaptured);
    expect(Date.parse(sale!.capturedAt)).toBeGreaterThanOrEqual(clearing.at.getTime());
    const [row] = await shop.db.source.query<[{ paid_at: Date; captured_at: Date }]>(
      'SELECT paid_at, captured_at FROM orders JOIN payments ON order_id = orders.id',
    );
    expect(row).toEqual({ paid_at: new Date(sale!.capturedAt), captured_at: held.capturedAt });
  });

  test.each(['voided', 'gone'])('is for a person when PayPal no longer shows it: the order is %s there', async (how) => {
    const created = await pending();
    const theirs = shop.paypal.orders.get(created.id)!;
    const held = theirs.capture!;
    Object.assign(theirs, { voided: how === 'voided', capture: null });
    if (how === 'gone') shop.paypal.orders.delete(created.id);
    await Promise.all([complete(shop), complete(shop)]);
    expect(await state(created.orderId)).toBe('review');
    expect(await claimState()).toBe('capturing');
    expect(await emitted(shop.db.source, PaymentNeedsReview)).toMatchObject([
      { orderId: created.orderId, captureId: held.captureId, reason: 'PayPal no longer shows the payment that it held' },
    ]);
  });

  test('is named at the next look where a release before did not name it', async () => {
    const created = await pending();
    await shop.db.source.query('UPDATE orders SET held_capture_id = NULL');
    await complete(shop);
    const [row] = await shop.db.source.query<[{ held_capture_id: string }]>('SELECT held_capture_id FROM orders');
    expect(row.held_capture_id).toBe(`CAP-${created.id}`);
  });

  test('is for a person by its PayPal order where no release has named it', async () => {
    const created = await pending();
    await shop.db.source.query('UPDATE orders SET held_capture_id = NULL');
    shop.paypal.orders.delete(created.id);
    await complete(shop);
    expect(await emitted(shop.db.source, PaymentNeedsReview)).toMatchObject([{ captureId: created.id }]);
  });

  describe('and lost before a release named it', () => {
    const lost = async () => {
      const created = await pending();
      await shop.db.source.query('UPDATE orders SET held_capture_id = NULL');
      const held = shop.paypal.orders.get(created.id)!.capture!;
      shop.paypal.orders.delete(created.id);
      await complete(shop);
      expect(await state(created.orderId)).toBe('review');
      return { ...created, held };
    };

    test('is no second payment when PayPal shows it after a person let it count', async () => {
      const { orderId, held } = await lost();
      const payment = { method: 'other', reference: 'seen at PayPal' };
      await request(shop.app).post(`/api/orders/${orderId}/payments`).set(asAdmin()).send(payment).expect(201);
      await applyCapture(shop.context, orderId, { ...held, status: 'completed' });
      expect(await emitted(shop.db.source, PaymentNeedsReview)).toHaveLength(1);
      expect(await shop.db.source.query('SELECT capture_id FROM payments')).toEqual([{ capture_id: held.captureId }]);
    });

    test('stays with a person when PayPal shows it as completed after all', async () => {
      const { orderId, held } = await lost();
      await applyCapture(shop.context, orderId, { ...held, status: 'completed' });
      expect(await state(orderId)).toBe('review');
      expect(await sales()).toBe(0);
      expect(await emitted(shop.db.source, PaymentNeedsReview)).toHaveLength(1);
    });

    test('ends its review when PayPal shows it as denied', async () => {
      const { orderId, held } = await lost();
      await applyCapture(shop.context, orderId, { ...held, status: 'declined' });
      expect(await state(orderId)).toBe('declined');
      expect(await claimState()).toBe('free');
    });
  });

  test('lets the track go when it is denied', async () => {
    const created = await pending();
    shop.paypal.orders.get(created.id)!.capture!.status = 'declined';
    await complete(shop);
    expect(await state(created.orderId)).toBe('declined');
    expect(await claimState()).toBe('free');
  });
});

describe('money that does not fit is reviewed by a person: nothing is delivered, the track is kept', () => {
  test.each<[string, (capture: Capture) => Capture]>([
    ['a cent less', (original) => ({ ...original, amountCents: original.amountCents - 1 })],
    ['a cent more', (original) => ({ ...original, amountCents: original.amountCents + 1 })],
    ['another currency', (original) => ({ ...original, currency: 'EUR' })],
    ['another custom id', (original) => ({ ...original, customId: '2b3c0e2e-0000-4000-8000-000000000000' })],
    ['no custom id', (original) => ({ ...original, customId: null })],
    ['given back already', (original) => ({ ...original, status: 'refunded' })],
  ])('%s', async (_, change) => {
    shop.paypal.next.capture.push(change);
    const { created, answer } = await captureSent();
    expect(answer.status).toBe(202);
    expect(await state(created.orderId)).toBe('review');
    await complete(shop);
    expect((await capture(shop, 7, created.id)).status).toBe(202);
    expect(await claimState()).toBe('capturing');
    expect(await sales()).toBe(0);
    expect(await emitted(shop.db.source, PaymentNeedsReview)).toMatchObject([
      { orderId: created.orderId, captureId: `CAP-${created.id}`, delivered: false },
    ]);
  });
});

describe('reservations', () => {
  test('run out after 15 minutes and say so', async () => {
    const created = await approved(shop, 7);
    await later(shop, 14);
    await complete(shop);
    expect(await state(created.orderId)).toBe('created');
    await later(shop, 2);
    await complete(shop);
    expect(await orderRow(shop, created.orderId)).toMatchObject({ payment_state: 'expired', status: 'cancelled' });
    expect(await emitted(shop.db.source, TrackReleased)).toMatchObject([{ productId: 1, orderId: created.orderId, version: 2 }]);
  });

  test('are taken again by a late capture while nobody else has the track', async () => {
    const created = await approved(shop, 7);
    await later(shop, 16);
    await complete(shop);
    expect((await capture(shop, 7, created.id)).status).toBe(200);
    expect(await state(created.orderId)).toBe('paid');
  });

  test('that ran out are announced again by a late capture, also before the completer has ended them', async () => {
    const created = await approved(shop, 7);
    await later(shop, 16);
    await create(shop, 8);
    await request(shop.app).post('/api/orders/holds/1/release').set(asAdmin()).expect(200);
    shop.paypal.next.capture.push({ kind: 'unknown', reason: 'reset' });
    expect((await capture(shop, 7, created.id)).status).toBe(202);
    const [claim] = await claims(shop);
    expect(claim).toMatchObject({ order_id: created.orderId, state: 'capturing' });
    expect((await emitted(shop.db.source, TrackHeld)).at(-1)).toMatchObject({
      orderId: created.orderId,
      version: claim!.version,
    });
  });

  test('promise their prices while they run, and not a moment longer: 409 before any money moves', async () => {
    const created = await approved(shop, 7);
    await putTrackOnSale(shop, { version: 2, priceCents: 39900 });
    await later(shop, 16);
    expect(await capture(shop, 7, created.id)).toMatchObject({
      status: 409,
      body: { code: 'price-changed', details: { items: [{ id: 1, price: 399 }], totals: { total: 418.95 } } },
    });
    await complete(shop);
    expect(await capture(shop, 7, created.id)).toMatchObject({ status: 409, body: { code: 'price-changed' } });
    expect(shop.paypal.calls.capture).toHaveLength(0);
    await putTrackOnSale(shop, { version: 3, priceCents: 29900 });
    expect((await capture(shop, 7, created.id)).status).toBe(200);

    await putTrackOnSale(shop, { productId: 2 });
    const running = await approved(shop, 8, { prices: { 2: 29900 } });
    await putTrackOnSale(shop, { productId: 2, version: 2, priceCents: 39900 });
    expect((await capture(shop, 8, running.id)).status).toBe(200);
  });

  test('that ran out sell the tracks at what each costs by then, when the total is what was shown', async () => {
    await putTrackOnSale(shop, { productId: 2 });
    const created = await approved(shop, 7, { prices: { 1: 29900, 2: 29900 } });
    await later(shop, 16);
    await putTrackOnSale(shop, { version: 2, priceCents: 34900 });
    await putTrackOnSale(shop, { productId: 2, version: 2, priceCents: 24900 });
    expect((await capture(shop, 7, created.id)).status).toBe(200);
    const [sale] = await emitted(shop.db.source, OrderCaptured);
    const paid = sale!.items.map(({ productId, priceCents, paidCents }) => ({ productId, priceCents, paidCents }));
    expect(paid).toEqual([
      { productId: 1, priceCents: 34900, paidCents: 34900 },
      { productId: 2, priceCents: 24900, paidCents: 24900 },
    ]);
    expect(await shop.db.source.query('SELECT paid_cents FROM order_items ORDER BY position')).toEqual([
      { paid_cents: 34900 },
      { paid_cents: 24900 },
    ]);
  });

  test('that ran out sell no track without the project that was ordered, though the total is what was shown', async () => {
    await putTrackOnSale(shop, { productId: 2, name: 'Glasshouse' });
    const created = await approved(shop, 7, { prices: { 1: 29900, 2: 29900 }, projects: [1, 2] });
    await later(shop, 16);
    await putTrackOnSale(shop, { version: 2, priceCents: 29900 + PROJECT_SURCHARGE_CENTS, projectName: null, projectLink: null });
    const refused = await capture(shop, 7, created.id);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'price-changed',
        error: 'The chosen project of Salt on the Runway is no longer offered. Please check the order and try again.',
      },
    });
    expect((refused.body as { details: CheckoutConflictView }).details).toEqual({
      items: [
        {
          id: 1,
          name: 'Salt on the Runway',
          code: 'price-changed',
          price: 299 + PROJECT_SURCHARGE_CENTS / 100,
          projectGone: true,
        },
        { id: 2, name: 'Glasshouse', code: 'price-changed', price: 299 },
      ],
      totals: created.totals,
    });
    expect(shop.paypal.orders.get(created.id)!.capture).toBeNull();
  });

  test('that run sell no track without the project that was ordered either; one that was not ordered may go', async () => {
    await putTrackOnSale(shop, { productId: 2, name: 'Glasshouse' });
    const created = await approved(shop, 7, { prices: { 1: 29900, 2: 29900 }, projects: [1] });
    await putTrackOnSale(shop, { productId: 2, version: 2, name: 'Glasshouse', projectName: null, projectLink: null });
    await putTrackOnSale(shop, { version: 2, projectName: null, projectLink: null });
    expect(await capture(shop, 7, created.id)).toMatchObject({
      status: 409,
      body: {
        code: 'price-changed',
        error: 'The chosen project of Salt on the Runway is no longer offered. Please check the order and try again.',
        details: { items: [{ id: 1, projectGone: true }, { id: 2 }], totals: { total: 627.9 } },
      },
    });
    expect(shop.paypal.calls.capture).toHaveLength(0);
    await putTrackOnSale(shop, { version: 3 });
    expect((await capture(shop, 7, created.id)).status).toBe(200);
  });

  test('that run go on after a decline, also where a project that was gone came back as the capture began', async () => {
    const created = await approved(shop, 7, { prices: { 1: 29900 }, projects: [1] });
    await putTrackOnSale(shop, { version: 2, projectName: null, projectLink: null });
    shop.paypal.next.capture.push({ kind: 'declined', issue: 'INSTRUMENT_DECLINED' });
    const catalog = shop.db.source.createQueryRunner();
    await catalog.startTransaction();
    // The service first looks for the project without the stores, then with them.
    await catalog.query('LOCK TABLE stores');
    const declined = capture(shop, 7, created.id).then(({ status }) => status);
    await untilBlocked(shop.db.source);
    await catalog.query(`UPDATE product_copies SET project_name = 'Ableton Live'`);
    await catalog.commitTransaction();
    await catalog.release();
    expect(await declined).toBe(422);
    expect(await state(created.orderId)).toBe('created');
  });

  test('that ran out do not keep a coupon that has ended meanwhile', async () => {
    await shop.db.source.query(
      `INSERT INTO coupons (code, discount_percent, is_forever) VALUES ('HALF', 50, true);
       INSERT INTO coupon_checks (buyer_id, coupon_id) SELECT 7, id FROM coupons`,
    );
    const created = await approved(shop, 7, { prices: { 1: 29900 }, percent: 50, couponId: 1 });
    await shop.db.source.query('UPDATE coupons SET is_active = false');
    await later(shop, 16);
    expect(await capture(shop, 7, created.id)).toMatchObject({ status: 409, body: { details: { totals: { total: 313.95 } } } });
    expect(shop.paypal.calls.capture).toHaveLength(0);
  });

  test('that ran out keep their coupon, though its code was shown more than a day ago', async () => {
    await shop.db.source.query(
      `INSERT INTO coupons (code, discount_percent, is_forever) VALUES ('HALF', 50, true);
       INSERT INTO coupon_checks (buyer_id, coupon_id) SELECT 7, id FROM coupons`,
    );
    const created = await approved(shop, 7, { prices: { 1: 29900 }, percent: 50, couponId: 1 });
    await later(shop, 25 * 60);
    await shop.db.source.query(`UPDATE coupon_checks SET checked_at = now() - interval '25 hours'`);
    await complete(shop);
    expect((await capture(shop, 7, created.id)).status).toBe(200);
  });

  test('are lost to whoever came meanwhile: 409 before any money moves', async () => {
    const created = await approved(shop, 7);
    await later(shop, 16);
    await create(shop, 8);
    expect(await capture(shop, 7, created.id)).toMatchObject({ status: 409, body: { code: 'held' } });
    expect(shop.paypal.calls.capture).toHaveLength(0);
    await complete(shop);
    expect(await claimState()).toBe('reserved');
  });

  test('of an older order of the same buyer are taken over; the older order can no longer be paid', async () => {
    await putTrackOnSale(shop, { productId: 2 });
    const older = await approved(shop, 7, { prices: { 1: 29900, 2: 29900 } });
    const newer = await approved(shop, 7);
    expect(await orderRow(shop, older.orderId)).toMatchObject({
      payment_state: 'expired',
      status: 'cancelled',
      closed: 'replaced',
    });
    expect(await claims(shop)).toMatchObject([
      { product_id: 1, order_id: newer.orderId, state: 'reserved' },
      { product_id: 2, state: 'free' },
    ]);
    expect(await capture(shop, 7, older.id)).toMatchObject({ status: 409, body: { code: 'held' } });
    expect((await capture(shop, 7, newer.id)).status).toBe(200);
  });

  test('of an order that expired do not come back at the cost of a newer one', async () => {
    const older = await approved(shop, 7);
    await later(shop, 16);
    await complete(shop);
    const newer = await approved(shop, 7);
    expect((await capture(shop, 7, older.id)).status).toBe(409);
    expect((await capture(shop, 7, newer.id)).status).toBe(200);
    expect(shop.paypal.captured()).toBe(1);
  });

  test('do not help against a removal from the shop', async () => {
    const created = await approved(shop, 7);
    await shop.db.source.query('UPDATE product_copies SET removed = true');
    expect(await capture(shop, 7, created.id)).toMatchObject({ status: 409, body: { code: 'removed' } });
    expect(shop.paypal.calls.capture).toHaveLength(0);
  });
});

test('a tab that captured is not robbed by the next tab of the same buyer', async () => {
  shop.paypal.next.capture.push({ kind: 'unknown', reason: 'reset' });
  await captureSent();
  expect(await create(shop, 7)).toMatchObject({ status: 409, body: { code: 'held' } });
});

test('money that arrives for a track sold to somebody else meanwhile is reviewed', async () => {
  const first = await approved(shop, 7);
  await later(shop, 16);
  await complete(shop);
  await bought(shop, 8);
  await shop.paypal.gateway.captureOrder(first.id, 'sent-long-ago');
  await shop.db.source.query(`UPDATE orders SET payment_state = 'capturing', next_check_at = now() WHERE id = $1`, [
    first.orderId,
  ]);
  await complete(shop);
  expect(await state(first.orderId)).toBe('review');
  expect((await claims(shop))[0]).toMatchObject({ state: 'sold' });
  expect(await emitted(shop.db.source, PaymentNeedsReview)).toHaveLength(1);
});

test('a review ends when PayPal refuses the payment that it is about, and by no other refusal', async () => {
  await putTrackOnSale(shop, { productId: 2 });
  const { id, orderId } = await approved(shop, 7, { prices: { 1: 29900, 2: 29900 } });
  await later(shop, 16);
  await complete(shop);
  await bought(shop, 8);
  const held: Capture = {
    captureId: `CAP-${id}`,
    status: 'pending',
    amountCents: 62790,
    currency: 'USD',
    customId: shop.paypal.orders.get(id)!.customId,
    providerFeeCents: null,
    capturedAt: new Date('2026-11-20T18:04:05.000Z'),
  };
  await applyCapture(shop.context, orderId, held);
  expect(await state(orderId)).toBe('review');

  await applyCapture(shop.context, orderId, { ...held, status: 'declined', captureId: 'CAP-OTHER' });
  expect(await state(orderId)).toBe('review');
  const counted = jest.spyOn(shop.context, 'countDecline');
  for (let round = 0; round < 2; round += 1) await applyCapture(shop.context, orderId, { ...held, status: 'declined' });
  expect(counted.mock.calls).toEqual([['buyer']]);
  expect(await orderRow(shop, orderId)).toMatchObject({ payment_state: 'declined', status: 'cancelled' });
  expect((await claims(shop)).map((claim) => claim.state)).toEqual(['sold', 'free']);
  expect(await emitted(shop.db.source, TrackReleased)).toMatchObject([{ orderId }, { orderId }, { productId: 2, orderId }]);
  const [kept] = await shop.db.source.query<unknown[]>(
    'SELECT review_capture_id, review_amount_cents FROM orders WHERE id = $1',
    [orderId],
  );
  expect(kept).toEqual({ review_capture_id: null, review_amount_cents: null });
});

test('each payment on top of the one that paid is told once, however alike their ids are', async () => {
  const created = await bought(shop, 7);
  const { capture: paid } = shop.paypal.orders.get(created.id)!;
  for (const captureId of [paid!.captureId, 'CAP-2', 'CAP_2', 'CAP-2', 'CAP_2'])
    await applyCapture(shop.context, created.orderId, { ...paid!, captureId });
  expect(await emitted(shop.db.source, PaymentNeedsReview)).toMatchObject([
    { orderId: created.orderId, captureId: 'CAP-2', delivered: true },
    { orderId: created.orderId, captureId: 'CAP_2', delivered: true },
  ]);
});
