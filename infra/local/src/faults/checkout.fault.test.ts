import { setTimeout as pause } from 'node:timers/promises';
import { canStartRabbitmq, numberOf } from '@shop/runtime/testing';
import { openCheckoutRig, until, type CheckoutRig } from '../testing/checkout-rig';

/** Rounds of the race; raise it for a long run. */
const ROUNDS = numberOf('RACE_ROUNDS', 8);
const BUYERS = 50;

const withRabbitmq = canStartRabbitmq ? describe : describe.skip;

withRabbitmq('a checkout that is cut off anywhere', () => {
  let rig: CheckoutRig;
  let lastId = 1000;
  const next = () => (lastId += 1);

  beforeAll(async () => {
    rig = await openCheckoutRig();
  }, 270_000);
  afterAll(() => rig?.close());
  afterEach(() => rig.paypal.control.clearFaults());

  /** A buyer with an approved order for a track of its own. */
  async function anApproved() {
    const [buyer, track] = [next(), next()];
    await rig.putOnSale(track);
    const created = await rig.create(rig.replicas[0], buyer, track);
    expect(created).toMatchObject({ status: 201 });
    const paypalOrderId = String(created.body.id);
    rig.approve(paypalOrderId);
    return { buyer, track, paypalOrderId };
  }
  type Purchase = Awaited<ReturnType<typeof anApproved>>;

  const captureCalls = (paypalOrderId: string) =>
    rig.paypal.control
      .ledger()
      .requests.filter((request) => request.operation === 'capture' && request.path.includes(paypalOrderId));

  /** One order, one payment, one mail, one capture at PayPal, and nothing more afterwards. */
  async function expectOneSale({ buyer, track, paypalOrderId }: Purchase) {
    await until(
      () => rig.stateOf(paypalOrderId),
      (state) => state === 'paid',
    );
    await until(
      () => rig.mailsTo(buyer),
      (mails) => mails.length > 0,
    );
    await pause(700);
    expect(await rig.mailsTo(buyer)).toEqual([expect.stringMatching(/download links/i)]);
    expect(await rig.paymentsFor(track)).toBe(1);
    expect(rig.captured(paypalOrderId)).toHaveLength(1);
    expect(new Set(captureCalls(paypalOrderId).map((request) => request.requestId)).size).toBe(1);
  }

  async function expectNothingDelivered({ buyer, track }: Purchase) {
    await pause(1500);
    expect(await rig.mailsTo(buyer)).toEqual([]);
    expect(await rig.paymentsFor(track)).toBe(0);
  }

  test(`${BUYERS} buyers race for one track on two replicas: one wins, each time`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const track = next();
      await rig.putOnSale(track);
      const buyers = Array.from({ length: BUYERS }, next);
      const answers = await Promise.all(buyers.map((buyer, i) => rig.create(rig.replicas[i % 2]!, buyer, track)));
      const winners = answers.flatMap((answer, i) =>
        answer.status === 201 ? [{ buyer: buyers[i]!, paypalOrderId: String(answer.body.id), track }] : [],
      );
      expect(winners).toHaveLength(1);
      expect(answers.filter((answer) => answer.status === 409 && answer.body.code === 'held')).toHaveLength(BUYERS - 1);

      const [winner] = winners as [Purchase];
      rig.approve(winner.paypalOrderId);
      const captures = await Promise.all(
        Array.from({ length: 6 }, (_, i) => rig.capture(rig.replicas[i % 2]!, winner.buyer, winner.paypalOrderId)),
      );
      expect(captures.every(({ status }) => status === 200 || status === 202)).toBe(true);
      await expectOneSale(winner);
      const late = await rig.create(rig.replicas[1], next(), track);
      expect(late).toMatchObject({ status: 409, body: { code: 'sold' } });
    }
  }, 540_000);

  describe('kill -9 of the replica that serves the buyer', () => {
    afterEach(() => rig.replicas[0].restart());

    test('before PayPal has answered the creation: the buyer starts again and pays once', async () => {
      const [buyer, track] = [next(), next()];
      await rig.putOnSale(track);
      rig.paypal.control.addFault({ operation: 'create', fault: 'hang', ms: 3000 });
      const before = rig.paypal.control.ledger().requests.length;
      const lost = rig.create(rig.replicas[0], buyer, track).catch(() => null);
      await until(
        () => rig.paypal.control.ledger().requests.slice(before),
        (log) => log.some((request) => request.operation === 'create'),
      );
      await rig.replicas[0].kill();
      expect(await lost).toBeNull();

      const again = await rig.create(rig.replicas[1], buyer, track);
      expect(again.status).toBe(201);
      const paypalOrderId = String(again.body.id);
      rig.approve(paypalOrderId);
      expect((await rig.capture(rig.replicas[1], buyer, paypalOrderId)).status).toBe(200);
      await expectOneSale({ buyer, track, paypalOrderId });
    });

    test('while PayPal captures: the other replica settles the sale', async () => {
      const purchase = await anApproved();
      rig.paypal.control.addFault({ operation: 'capture', fault: 'hang', ms: 6000 });
      const lost = rig.capture(rig.replicas[0], purchase.buyer, purchase.paypalOrderId).catch(() => null);
      await until(
        () => captureCalls(purchase.paypalOrderId),
        (calls) => calls.length > 0,
      );
      await rig.replicas[0].kill();
      expect(await lost).toBeNull();
      await expectOneSale(purchase);
    });

    test('between PayPal’s answer and the commit', async () => {
      const purchase = await anApproved();
      await rig.db.query('BEGIN; LOCK TABLE payments IN ACCESS EXCLUSIVE MODE');
      const lost = rig.capture(rig.replicas[0], purchase.buyer, purchase.paypalOrderId).catch(() => null);
      await until(
        () => captureCalls(purchase.paypalOrderId),
        (calls) => calls.some((call) => call.status === 201),
      );
      await pause(200);
      await rig.replicas[0].kill();
      await rig.db.query('ROLLBACK');
      expect(await lost).toBeNull();
      await expectOneSale(purchase);
    });

    test('after the commit, before the answer: the buyer asks again and has the result', async () => {
      const purchase = await anApproved();
      const lost = rig.capture(rig.replicas[0], purchase.buyer, purchase.paypalOrderId).catch(() => null);
      await until(
        () => rig.paymentsFor(purchase.track),
        (count) => count === 1,
      );
      await rig.replicas[0].kill();
      await lost;
      const again = await rig.capture(rig.replicas[1], purchase.buyer, purchase.paypalOrderId);
      expect(again).toMatchObject({ status: 200, body: { success: true } });
      await expectOneSale(purchase);
    });
  });

  test.each(['drop-answer', 'error-500', 'error-500-after', 'malformed', 'rate-limited', 'hang'])(
    'PayPal fails by %s: the buyer is never told that it failed, and it ends in one sale',
    async (fault) => {
      const purchase = await anApproved();
      rig.paypal.control.addFault({ operation: 'capture', fault, ms: 4000 });
      const answer = await rig.capture(rig.replicas[0], purchase.buyer, purchase.paypalOrderId);
      expect([200, 202]).toContain(answer.status);
      if (answer.status === 202)
        expect(answer.body).toMatchObject({
          success: false,
          pending: true,
          error: 'Your payment is being confirmed. Please do not pay again.',
        });
      await expectOneSale(purchase);
    },
  );

  test('a decline delivers nothing; the same order can be paid afterwards', async () => {
    const purchase = await anApproved();
    rig.paypal.control.addFault({ operation: 'capture', fault: 'decline' });
    const declined = await rig.capture(rig.replicas[0], purchase.buyer, purchase.paypalOrderId);
    expect(declined).toMatchObject({ status: 422, body: { error: 'Payment failed. Please try again.' } });
    await expectNothingDelivered(purchase);
    expect(await rig.stateOf(purchase.paypalOrderId)).toBe('created');

    rig.approve(purchase.paypalOrderId);
    expect((await rig.capture(rig.replicas[1], purchase.buyer, purchase.paypalOrderId)).status).toBe(200);
    await until(
      () => rig.mailsTo(purchase.buyer),
      (mails) => mails.length === 1,
    );
  });

  test.each(['wrong-amount', 'wrong-currency', 'wrong-custom-id'])(
    'PayPal answers with a %s: the payment waits for a person, nothing is delivered, nobody else can buy',
    async (fault) => {
      const purchase = await anApproved();
      rig.paypal.control.addFault({ operation: 'capture', fault });
      await rig.capture(rig.replicas[0], purchase.buyer, purchase.paypalOrderId);
      await until(
        () => rig.stateOf(purchase.paypalOrderId),
        (state) => state === 'review',
      );
      await expectNothingDelivered(purchase);
      expect((await rig.create(rig.replicas[1], next(), purchase.track)).status).toBe(409);
    },
  );

  test('a pending capture keeps the track and is delivered when PayPal completes it, webhook twice', async () => {
    const purchase = await anApproved();
    rig.paypal.control.addFault({ operation: 'capture', fault: 'pending' });
    expect((await rig.capture(rig.replicas[0], purchase.buyer, purchase.paypalOrderId)).status).toBe(202);
    await until(
      () => rig.stateOf(purchase.paypalOrderId),
      (state) => state === 'pending',
    );
    await expectNothingDelivered(purchase);
    rig.paypal.control.completeCapture(rig.captured(purchase.paypalOrderId)[0]!.id);
    await expectOneSale(purchase);
    for (const { event } of webhooksOf(rig)) await rig.paypal.control.replayWebhook(event);
    await pause(500);
    expect(await rig.mailsTo(purchase.buyer)).toHaveLength(1);
  });

  test('with the broker gone the checkout goes on, and the mail follows when it is back', async () => {
    const purchase = await anApproved();
    await rig.rabbitmq.kill();
    expect((await rig.capture(rig.replicas[0], purchase.buyer, purchase.paypalOrderId)).status).toBe(200);
    expect(await rig.mailsTo(purchase.buyer)).toEqual([]);
    await rig.rabbitmq.restart();
    await until(
      () => rig.mailsTo(purchase.buyer),
      (mails) => mails.length > 0,
      60_000,
    );
    await expectOneSale(purchase);
  }, 450_000);

  test('every event delivered three times leaves one mail', async () => {
    const purchase = await anApproved();
    expect((await rig.capture(rig.replicas[0], purchase.buyer, purchase.paypalOrderId)).status).toBe(200);
    await expectOneSale(purchase);
    for (let i = 0; i < 2; i += 1) {
      await rig.db.query(`UPDATE outbox SET sent_at = NULL WHERE data->>'buyerId' = $1`, [String(purchase.buyer)]);
      await until(
        async () => (await rig.db.query<{ n: number }>('SELECT count(*)::int AS n FROM outbox WHERE sent_at IS NULL')).rows[0]!.n,
        (open) => open === 0,
      );
    }
    await pause(1000);
    expect(await rig.mailsTo(purchase.buyer)).toHaveLength(1);
  });
});

const webhooksOf = (rig: CheckoutRig) => rig.paypal.control.ledger().webhooks.map((webhook) => ({ event: webhook.event.id }));
