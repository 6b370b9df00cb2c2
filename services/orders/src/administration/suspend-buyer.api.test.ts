import { randomUUID } from 'node:crypto';
import {
  LinksRevoked,
  OrderCaptured,
  OrderResendRequested,
  PaymentDiffered,
  PaymentRefunded,
  PaymentNeedsReview,
  TrackReleased,
  UserChanged,
  UserDeleted,
  UserReinstated,
  UserSuspended,
} from '@shop/contracts/events';
import { inTx } from '@shop/messaging';
import { as, asAdmin, deliver, emitted, eventually, untilBlocked } from '@shop/runtime/testing';
import request from 'supertest';
import { subscriptions } from '../subscriptions';
import {
  aPackage,
  approved,
  bought,
  capture,
  claims,
  complete,
  create,
  place,
  putTrackOnSale,
  useShop,
} from '../testing/orders-app';
import { applyCapture } from '../payment-process/settle';
import { endHoldsWhenUserSuspended } from './suspend-buyer';

const shop = useShop();
beforeEach(() => putTrackOnSale(shop));

const handle = (event: { type: string; data: unknown; occurredAt?: string }) => deliver(shop.db.source, subscriptions, event, 2);
const suspend = (version = 3) => handle(UserSuspended({ userId: 7, version }));
const reinstate = (version = 4) => handle(UserReinstated({ userId: 7, version }));
const stateOf = async (orderId: number) =>
  ((await request(shop.app).get(`/api/orders/${orderId}`).set(asAdmin())).body as { data: { payment_state: string } }).data
    .payment_state;

test('the holds of a suspended account fall, and others can buy at once', async () => {
  const { orderId } = (await place(shop, 7).expect(201)).body as { orderId: number };
  await suspend();
  expect(await emitted(shop.db.source, TrackReleased)).toMatchObject([{ productId: 1, orderId }]);
  expect(await stateOf(orderId)).toBe('expired');
  expect((await place(shop, 8)).status).toBe(201);
});

test('a suspended account neither orders nor pays, whatever session it still has, and nobody settles for it', async () => {
  const created = await approved(shop, 7);
  await suspend();
  for (const answer of [await place(shop, 7), await create(shop, 7)])
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([403, 'suspended']);
  const captured = await capture(shop, 7, created.id);
  expect([captured.status, (captured.body as { code: string }).code]).toEqual([403, 'suspended']);
  const recorded = await request(shop.app)
    .post(`/api/orders/${created.orderId}/payments`)
    .set(asAdmin())
    .send({ method: 'bank', reference: 'late' });
  expect(recorded).toMatchObject({ status: 409, body: { code: 'suspended' } });
  expect(await emitted(shop.db.source, OrderCaptured)).toEqual([]);
});

describe.each([
  ['is declined', { kind: 'declined', issue: 'INSTRUMENT_DECLINED' }],
  ['was not approved', { kind: 'not-approved' }],
] as const)('a payment under way that %s gives no hold back to an account', (_, outcome) => {
  /** Begins a payment whose outcome is known once PayPal answers. */
  async function paying() {
    const { id, orderId } = await approved(shop, 7);
    shop.paypal.next.capture.push(outcome);
    let answer = () => {};
    shop.paypal.state.answersAfter = new Promise<void>((resolve) => (answer = resolve));
    const status = capture(shop, 7, id).then((captured) => captured.status);
    await eventually(() => expect(shop.paypal.calls.capture).toHaveLength(1));
    return { orderId, status, answer };
  }

  async function expectEnded(orderId: number) {
    expect(await stateOf(orderId)).toBe('expired');
    expect(await emitted(shop.db.source, TrackReleased)).toMatchObject([{ productId: 1, orderId }]);
    expect((await place(shop, 8)).status).toBe(201);
  }

  test('that was suspended before the answer', async () => {
    const { orderId, status, answer } = await paying();
    await suspend();
    answer();
    expect(await status).toBe(422);
    await expectEnded(orderId);
  });

  test('that is being suspended when the answer comes', async () => {
    await reinstate(2);
    const { orderId, status, answer } = await paying();
    await inTx(shop.db.source, async (tx) => {
      const suspended = UserSuspended({ userId: 7, version: 3 });
      const cause = { ...suspended, id: randomUUID(), occurredAt: new Date().toISOString() };
      await endHoldsWhenUserSuspended({ ...tx, cause }, suspended.data);
      answer();
      await Promise.race([status, untilBlocked(shop.db.source)]);
    });
    expect(await status).toBe(422);
    await expectEnded(orderId);
  });
});

test('money that arrives all the same is for a person to decide, also once the account is reinstated', async () => {
  const created = await approved(shop, 7);
  await suspend();
  const answer = await shop.paypal.gateway.captureOrder(created.id, 'late', new AbortController().signal);
  if (answer.kind !== 'captured') throw new Error(answer.kind);
  await applyCapture(shop.context, created.orderId, answer.capture);
  expect(await emitted(shop.db.source, OrderCaptured)).toEqual([]);
  expect(await emitted(shop.db.source, PaymentNeedsReview)).toMatchObject([
    { orderId: created.orderId, reason: expect.stringContaining('suspended') as string },
  ]);

  await reinstate();
  await applyCapture(shop.context, created.orderId, answer.capture);
  expect(await stateOf(created.orderId)).toBe('review');
  expect(await emitted(shop.db.source, OrderCaptured)).toEqual([]);
  expect(await emitted(shop.db.source, PaymentNeedsReview)).toHaveLength(1);
});

describe.each(['suspended', 'deleted'] as const)('an account that was %s while this service could not hear of it', (how) => {
  const end = (occurredAt: string) =>
    handle({ ...(how === 'suspended' ? UserSuspended : UserDeleted)({ userId: 7, version: 3 }), occurredAt });
  const linkOf = async () => (await emitted(shop.db.source, OrderCaptured))[0]!.items[0]!.downloadUrl;
  const follow = (link: string) => request(shop.app).get(link).set(as());

  test('has its payment reviewed all the same: the links are dead, and the track stays sold', async () => {
    const occurredAt = new Date().toISOString();
    const { orderId } = await bought(shop, 7);
    const link = await linkOf();
    expect((await follow(link)).status).toBe(302);
    await end(occurredAt);
    expect(await stateOf(orderId)).toBe('review');
    expect((await follow(link)).status).toBe(404);
    expect((await claims(shop))[0]).toMatchObject({ order_id: orderId, state: 'sold' });
    expect(await emitted(shop.db.source, PaymentNeedsReview)).toMatchObject([
      { orderId, delivered: true, reason: expect.stringContaining(`had been ${how}`) as string },
    ]);
    // What PayPal says of it later changes nothing.
    await complete(shop);
    expect(await stateOf(orderId)).toBe('review');
  });

  test('keeps what was paid before', async () => {
    const { orderId } = await bought(shop, 7);
    await end(new Date(Date.now() + 1000).toISOString());
    expect(await stateOf(orderId)).toBe('paid');
    expect(await emitted(shop.db.source, PaymentNeedsReview)).toEqual([]);
  });

  test('gets its money back like any paid order: the sale is reversed', async () => {
    const occurredAt = new Date().toISOString();
    const { orderId } = await bought(shop, 7);
    await end(occurredAt);
    const differed = async () => (await emitted(shop.db.source, PaymentDiffered)).map(({ orderId: id, open }) => [id, open]);
    expect(await differed()).toEqual([[orderId, true]]);
    const refund = { reference: 'sent back' };
    await request(shop.app).post(`/api/orders/${orderId}/refunds`).set(asAdmin()).send(refund).expect(201);
    expect(await stateOf(orderId)).toBe('refunded');
    expect(await emitted(shop.db.source, PaymentRefunded)).toMatchObject([{ orderId, amountCents: 31395 }]);
    expect(await differed()).toEqual([
      [orderId, true],
      [orderId, false],
    ]);
    expect((await claims(shop))[0]).toMatchObject({ order_id: orderId, state: 'sold' });
  });

  test('has it reviewed when the news meets the capture', async () => {
    for (let productId = 20; productId < 26; productId += 1) {
      await putTrackOnSale(shop, { productId });
      const { id, orderId } = await approved(shop, productId, { prices: { [productId]: 29900 } });
      const ended = { userId: productId, version: 3 };
      const occurredAt = new Date().toISOString();
      await Promise.all([
        capture(shop, productId, id),
        handle({ ...(how === 'suspended' ? UserSuspended : UserDeleted)(ended), occurredAt }),
      ]);
      expect(['review', 'expired']).toContain(await stateOf(orderId));
    }
  });
});

test('after a reinstatement an admin may keep a sale that was reviewed too late, and the buyer is mailed new links', async () => {
  const occurredAt = new Date().toISOString();
  await putTrackOnSale(shop, { version: 2, package: aPackage() });
  const { orderId } = await bought(shop, 7);
  await handle({ ...UserSuspended({ userId: 7, version: 3 }), occurredAt });
  const record = () =>
    request(shop.app).post(`/api/orders/${orderId}/payments`).set(asAdmin()).send({ method: 'other', reference: 'looked at' });
  expect(await record()).toMatchObject({ status: 409, body: { code: 'suspended' } });
  await reinstate();
  await record().expect(201);
  await record().expect(201);
  expect(await stateOf(orderId)).toBe('paid');
  expect(await emitted(shop.db.source, OrderCaptured)).toHaveLength(1);
  expect((await emitted(shop.db.source, PaymentDiffered)).map(({ open }) => open)).toEqual([true, false]);
  const [again, ...more] = await emitted(shop.db.source, OrderResendRequested);
  expect(more).toEqual([]);
  expect((await request(shop.app).get(again!.order.items[0]!.downloadUrl).set(as())).status).toBe(302);
  expect(await emitted(shop.db.source, LinksRevoked)).toEqual([
    { orderId, revision: 2, ended: true },
    { orderId, revision: 3, ended: false },
  ]);
});

test('paid orders stay, and a reinstated account buys again', async () => {
  const { orderId } = await bought(shop, 7);
  await putTrackOnSale(shop, { productId: 2 });
  await suspend();
  expect(await stateOf(orderId)).toBe('paid');
  await reinstate();
  expect((await place(shop, 7, { prices: { 2: 29900 } })).status).toBe(201);
});

test('the last word counts, in whatever order the words come, and news of the name take none back', async () => {
  await reinstate(4);
  await suspend(3);
  expect((await place(shop, 7)).status).toBe(201);
  await suspend(5);
  const person = { name: 'Marta', lastName: 'K', email: 'm@example.com', country: 'Poland' };
  await handle(UserChanged({ userId: 7, version: 6, ...person, isAdmin: false, previousEmail: null, passwordChanged: false }));
  await reinstate(4);
  expect((await place(shop, 7)).body).toMatchObject({ code: 'suspended' });
});
