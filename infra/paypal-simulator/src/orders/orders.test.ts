import { generateKeyPairSync } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPaypalSimulator, type PaypalSimulator } from '../index';
import { anOrder, aShop, until } from '../testing/shop';

let simulator: PaypalSimulator;
let shop: Awaited<ReturnType<typeof aShop>>;

beforeEach(async () => {
  simulator = await startPaypalSimulator();
  shop = await aShop(simulator);
});
afterEach(() => simulator.close());

const USD = (value: string) => ({ currency_code: 'USD', value });
const withUnit = (unit: Record<string, unknown>) => anOrder({ purchase_units: [unit] });

describe('an order', () => {
  it('is created, approved by the payer and captured', async () => {
    const created = await shop.create();
    expect(created).toMatchObject({ status: 201, body: { status: 'CREATED' } });
    expect(created.body.links.find(({ rel }) => rel === 'approve')?.href).toBe(
      `${simulator.url}/checkoutnow?token=${created.body.id}`,
    );

    const approval = await fetch(`${simulator.url}/sim/approve?token=${created.body.id}`, { method: 'POST' });
    expect(await approval.json()).toEqual({ orderID: created.body.id, payerID: 'SIMPAYER00001' });
    expect((await shop.get(created.body.id)).body.status).toBe('APPROVED');

    const captured = await shop.capture(created.body.id);
    expect(captured).toMatchObject({
      status: 201,
      body: {
        status: 'COMPLETED',
        purchase_units: [{ payments: { captures: [{ status: 'COMPLETED', amount: USD('208.95'), custom_id: 'order-7f3c' }] } }],
      },
    });
    expect((await shop.get(created.body.id)).body.purchase_units).toEqual(captured.body.purchase_units);
  });

  it('has a page whose buttons work only once its script listens to them', async () => {
    const { body } = await shop.create();
    const page = await (await fetch(`${simulator.url}/checkoutnow?token=${body.id}`)).text();
    expect(page.match(/<button[^>]*>/g)).toEqual(Array(3).fill(expect.stringContaining(' disabled')));
    expect(await (await fetch(`${simulator.url}/assets/checkout.js`)).text()).toContain('enable(true)');
  });

  it('answers with id, status and links only, unless the whole is asked for', async () => {
    const minimal = await shop.create('a', anOrder(), { prefer: 'return=minimal' });
    expect(Object.keys(minimal.body).sort()).toEqual(['id', 'links', 'status']);
    expect((await shop.create('b')).body.purchase_units[0]!.custom_id).toBe('order-7f3c');
  });

  it('cannot be captured before the payer approved it, nor twice', async () => {
    const { body } = await shop.create();
    expect(await shop.capture(body.id)).toMatchObject({ status: 422, issue: 'ORDER_NOT_APPROVED' });

    simulator.control.approve(body.id);
    await shop.capture(body.id, 'first');
    expect(await shop.capture(body.id, 'second')).toMatchObject({ status: 422, issue: 'ORDER_ALREADY_CAPTURED' });
    expect(simulator.control.ledger().captures).toHaveLength(1);
  });

  it('can be captured on an earlier day', async () => {
    const { body } = await shop.create();
    await fetch(`${simulator.url}/sim/approve?token=${body.id}&days_ago=7`, { method: 'POST' });
    const { body: captured } = await shop.capture(body.id);
    const age = Date.now() - Date.parse(captured.purchase_units[0]!.payments!.captures[0]!.create_time);
    expect(Math.round(age / 86_400_000)).toBe(7);
  });

  it('can be paid with another card after a declined one', async () => {
    const { body } = await shop.create();
    simulator.control.approve(body.id, { decline: true });
    expect(await shop.capture(body.id, 'c-1')).toMatchObject({ status: 422, issue: 'INSTRUMENT_DECLINED' });

    simulator.control.approve(body.id);
    expect(await shop.capture(body.id, 'c-2')).toMatchObject({ status: 201, body: { status: 'COMPLETED' } });
  });

  it('is unknown under any other id, and after PayPal forgot it', async () => {
    expect(await shop.get('5O190127TN364715T')).toMatchObject({ status: 404, issue: 'INVALID_RESOURCE_ID' });
    const { body } = await shop.create();
    simulator.control.forgetOrder(body.id);
    expect(await shop.capture(body.id)).toMatchObject({ status: 404, body: { name: 'RESOURCE_NOT_FOUND' } });
  });

  it('can run out unpaid', async () => {
    const orderId = await shop.approvedOrder();
    simulator.control.voidOrder(orderId);
    expect((await shop.get(orderId)).body.status).toBe('VOIDED');
    expect(await shop.capture(orderId)).toMatchObject({ issue: 'ORDER_NOT_APPROVED' });
  });

  it.each([
    ['no intent', { purchase_units: [] }, 400, 'MISSING_REQUIRED_PARAMETER'],
    ['no units', { intent: 'CAPTURE' }, 400, 'MISSING_REQUIRED_PARAMETER'],
    ['no amount', withUnit({}), 400, 'MISSING_REQUIRED_PARAMETER'],
    ['a total of nothing', withUnit({ amount: USD('0.00') }), 422, 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    ['three decimals', withUnit({ amount: USD('1.234') }), 422, 'DECIMAL_PRECISION'],
    ['yen with decimals', withUnit({ amount: { currency_code: 'JPY', value: '10.50' } }), 422, 'DECIMALS_NOT_SUPPORTED'],
    ['a number that is none', withUnit({ amount: USD('ten') }), 400, 'INVALID_PARAMETER_SYNTAX'],
    ['a custom id too long', withUnit({ amount: USD('1.00'), custom_id: 'x'.repeat(128) }), 400, 'INVALID_STRING_LENGTH'],
    [
      'sums that do not add up',
      withUnit({ amount: { ...USD('9.00'), breakdown: { item_total: USD('8.00') } } }),
      422,
      'AMOUNT_MISMATCH',
    ],
    [
      'items without their total',
      withUnit({ amount: USD('9.00'), items: [{ name: 'a', quantity: '1', unit_amount: USD('9.00') }] }),
      422,
      'ITEM_TOTAL_REQUIRED',
    ],
    [
      'items that do not add up',
      withUnit({
        amount: { ...USD('9.00'), breakdown: { item_total: USD('9.00') } },
        items: [{ name: 'a', quantity: '2', unit_amount: USD('9.00') }],
      }),
      422,
      'ITEM_TOTAL_MISMATCH',
    ],
    ['a body that is not JSON', '{"intent":', 400, 'MALFORMED_REQUEST_JSON'],
  ])('is refused with %s', async (_what, body, status, issue) => {
    expect(await shop.create(undefined, body)).toMatchObject({ status, issue });
    expect(simulator.control.ledger().orders).toEqual([]);
  });

  it('needs a token, and a new one after the old was revoked', async () => {
    simulator.control.revokeTokens();
    expect(await shop.create()).toMatchObject({ status: 401, body: { name: 'AUTHENTICATION_FAILURE' } });
    expect(await (await aShop(simulator)).create()).toMatchObject({ status: 201 });
  });

  it('survives a restart together with its request ids', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'paypal-simulator-'));
    const stateFile = join(folder, 'paypal', 'state.json');
    const before = await startPaypalSimulator({ stateFile });
    const shopBefore = await aShop(before);
    const orderId = await shopBefore.approvedOrder();
    await shopBefore.capture(orderId, 'capture-1');
    await before.close();

    const after = await startPaypalSimulator({ stateFile });
    expect(await (await aShop(after)).capture(orderId, 'capture-1')).toMatchObject({
      status: 200,
      body: { status: 'COMPLETED' },
    });
    expect(after.control.ledger().captures).toHaveLength(1);
    await after.close();
    await rm(folder, { recursive: true });
  });

  it('survives a crash in the middle of a line, and is forgotten for good when it is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'paypal-simulator-'));
    const stateFile = join(folder, 'state.json');
    const before = await startPaypalSimulator({ stateFile });
    const shopBefore = await aShop(before);
    const [kept, forgotten] = [await shopBefore.approvedOrder(), await shopBefore.approvedOrder()];
    before.control.forgetOrder(forgotten);
    await before.close();
    await appendFile(stateFile, `[["orders","${kept}",{"status":"VOI`);

    for (const start of [1, 2]) {
      const after = await startPaypalSimulator({ stateFile });
      expect([start, after.control.ledger().orders.map(({ id, status }) => [id, status])]).toEqual([start, [[kept, 'APPROVED']]]);
      await after.close();
    }
    await rm(folder, { recursive: true });
  });

  it('has a line of its own in the file after a restart, whatever its texts have in them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'paypal-simulator-'));
    const stateFile = join(folder, 'state.json');
    const before = await startPaypalSimulator({ stateFile });
    const { create } = await aShop(before);
    const ids = [(await create('create-1')).body.id, (await create('create-2')).body.id];
    await before.close();
    const named = (await readFile(stateFile, 'utf8')).replaceAll('"USD"', '"USD","name":"Two\\u2028lines"');
    await writeFile(stateFile, named);

    for (const start of [1, 2]) {
      const after = await startPaypalSimulator({ stateFile });
      expect([start, after.control.ledger().orders.map(({ id }) => id)]).toEqual([start, ids]);
      await after.close();
    }
    const lines = (await readFile(stateFile, 'utf8')).split('\n').filter((line) => line.includes('"orders"'));
    expect(lines.map((line) => (JSON.parse(line) as unknown[][]).map(([, id]) => id))).toEqual(ids.map((id) => [id]));
    await rm(folder, { recursive: true });
  });

  it('is read from the file of an older release', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'paypal-simulator-'));
    const stateFile = join(folder, 'state.json');
    const orders = { 'ORDER-1': { id: 'ORDER-1', status: 'APPROVED', purchase_units: [] } };
    const keys = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    await writeFile(stateFile, JSON.stringify({ orders, captures: {}, refunds: {}, webhooks: {}, requestIds: {}, keys }));
    const after = await startPaypalSimulator({ stateFile });
    expect(after.control.ledger().orders).toMatchObject([{ id: 'ORDER-1', status: 'APPROVED' }]);
    await after.close();
    await rm(folder, { recursive: true });
  });
});

describe('the same request id', () => {
  it('never does the work twice and answers 200 with what it made', async () => {
    const first = await shop.create('create-1');
    const again = await shop.create('create-1');
    expect([first.status, again.status, again.body.id]).toEqual([201, 200, first.body.id]);

    simulator.control.approve(first.body.id);
    const captures = [await shop.capture(first.body.id, 'capture-1'), await shop.capture(first.body.id, 'capture-1')];
    expect(captures.map(({ status }) => status)).toEqual([201, 200]);
    expect(captures[1]!.body).toEqual(captures[0]!.body);
    expect(simulator.control.ledger().orders).toHaveLength(1);
    expect(simulator.control.ledger().captures).toHaveLength(1);
    expect(simulator.control.ledger().requests.filter(({ replay }) => replay)).toHaveLength(2);
  });

  it('is refused while the first call is still in flight', async () => {
    const orderId = await shop.approvedOrder();
    simulator.control.addFault({ operation: 'capture', fault: 'hang', ms: 1500 });
    const first = shop.capture(orderId, 'capture-1');
    await until(() => simulator.control.ledger().requests.some(({ operation }) => operation === 'capture'));

    expect(await shop.capture(orderId, 'capture-1')).toMatchObject({ status: 422, issue: 'ORDER_COMPLETION_IN_PROGRESS' });
    expect(await first).toMatchObject({ status: 201 });
    expect(await shop.capture(orderId, 'capture-1')).toMatchObject({ status: 200 });
  });
});

describe('a refund', () => {
  it('gives back a part, then the rest, then nothing more', async () => {
    const { captureId } = await shop.paidOrder();
    expect(await shop.refund(captureId, { amount: USD('8.95') }, 'refund-1')).toMatchObject({
      status: 201,
      body: { amount: USD('8.95') },
    });
    expect(await shop.refund(captureId, { amount: USD('8.95') }, 'refund-1')).toMatchObject({ status: 200 });
    expect((await shop.call('GET', `/v2/payments/captures/${captureId}`)).body.status).toBe('PARTIALLY_REFUNDED');

    expect(await shop.refund(captureId, { amount: USD('200.01') })).toMatchObject({ issue: 'REFUND_AMOUNT_EXCEEDED' });
    expect(await shop.refund(captureId)).toMatchObject({ status: 201, body: { amount: USD('200.00'), custom_id: 'order-7f3c' } });
    expect(await shop.refund(captureId)).toMatchObject({ status: 422, issue: 'CAPTURE_FULLY_REFUNDED' });
    expect(simulator.control.ledger().captures[0]!.status).toBe('REFUNDED');
  });

  it('can be pending, and is then carried out or fails', async () => {
    const { captureId, orderId } = await shop.paidOrder();
    const { control } = simulator;
    const pendingRefund = async () => {
      control.addFault({ operation: 'refund', fault: 'pending' });
      const { body } = await shop.refund(captureId, { amount: USD('8.95'), custom_id: 'ours' });
      expect(body.status).toBe('PENDING');
      return body.id;
    };
    control.failRefund(await pendingRefund());
    expect(control.ledger().captures[0]!.status).toBe('COMPLETED');
    control.completeRefund(await pendingRefund());
    expect(control.ledger().captures[0]!.status).toBe('PARTIALLY_REFUNDED');
    const [unit] = (await shop.get(orderId)).body.purchase_units as unknown as {
      payments: { refunds: { status: string; custom_id: string }[] };
    }[];
    expect(unit!.payments.refunds).toMatchObject([
      { status: 'FAILED', custom_id: 'ours' },
      { status: 'COMPLETED', custom_id: 'ours' },
    ]);
  });

  it('is refused while a dispute is open, and after 180 days', async () => {
    const { captureId } = await shop.paidOrder();
    const dispute = simulator.control.dispute(captureId);
    expect(await shop.refund(captureId)).toMatchObject({ status: 422, issue: 'TRANSACTION_DISPUTED' });
    simulator.control.resolveDispute(dispute.id);
    simulator.control.age(181 * 24);
    expect(await shop.refund(captureId)).toMatchObject({ status: 422, issue: 'REFUND_TIME_LIMIT_EXCEEDED' });
  });
});

it('answers what PayPal-Mock-Response asks for, and does nothing', async () => {
  const orderId = await shop.approvedOrder();
  const mock = (code: string) =>
    shop.capture(orderId, 'm', { 'paypal-mock-response': JSON.stringify({ mock_application_codes: code }) });
  expect(await mock('INSTRUMENT_DECLINED')).toMatchObject({ status: 422, issue: 'INSTRUMENT_DECLINED' });
  expect(await mock('INTERNAL_SERVER_ERROR')).toMatchObject({ status: 500 });
  expect(await shop.capture(orderId, 'm')).toMatchObject({ status: 201 });
});
