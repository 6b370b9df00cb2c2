import { startPaypalSimulator, type PaypalSimulator } from '../index';
import { aShop, until, type Reply } from '../testing/shop';

let simulator: PaypalSimulator;
let shop: Awaited<ReturnType<typeof aShop>>;

beforeEach(async () => {
  simulator = await startPaypalSimulator();
  shop = await aShop(simulator);
});
afterEach(() => simulator.close());

async function fault(body: unknown) {
  const response = await fetch(`${simulator.url}/sim/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

const captures = () => simulator.control.ledger().captures;
const captureOf = ({ body }: Reply) => body.purchase_units[0]!.payments!.captures[0]!;

describe('a capture whose answer is lost has taken the money', () => {
  it.each(['drop-answer', 'malformed'])('%s', async (name) => {
    const orderId = await shop.approvedOrder();
    await fault({ operation: 'capture', fault: name });
    await expect(shop.capture(orderId, 'c-1')).rejects.toThrow();
    expect(captures()).toHaveLength(1);

    expect(await shop.capture(orderId, 'c-1')).toMatchObject({ status: 200, body: { status: 'COMPLETED' } });
    expect(captures()).toHaveLength(1);
  });

  it('error-500-after', async () => {
    const orderId = await shop.approvedOrder();
    await fault({ operation: 'capture', fault: 'error-500-after' });
    expect(await shop.capture(orderId, 'c-1')).toMatchObject({ status: 500, body: { name: 'INTERNAL_SERVER_ERROR' } });
    expect(await shop.capture(orderId, 'c-1')).toMatchObject({ status: 200 });
    expect(captures()).toHaveLength(1);
  });

  it('hang, when the shop gives up waiting', async () => {
    const orderId = await shop.approvedOrder();
    await fault({ operation: 'capture', fault: 'hang', ms: 30_000 });
    const statuses = () =>
      simulator.control.ledger().requests.flatMap(({ operation, status }) => (operation === 'capture' ? [status] : []));
    const shopWaits = new AbortController();
    const impatient = fetch(`${simulator.url}/v2/checkout/orders/${orderId}/capture`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await shop.token()}`, 'paypal-request-id': 'c-1' },
      signal: shopWaits.signal,
    });
    await until(() => statuses().length === 1);
    shopWaits.abort();
    await expect(impatient).rejects.toThrow('aborted');
    await until(() => statuses()[0] === 'dropped');

    expect(await shop.capture(orderId, 'c-1')).toMatchObject({ status: 200 });
  });
});

describe('a capture that is refused has taken nothing', () => {
  it.each([
    ['error-500', 500, undefined],
    ['rate-limited', 429, undefined],
    ['decline', 422, 'INSTRUMENT_DECLINED'],
  ])('%s', async (name, status, issue) => {
    const orderId = await shop.approvedOrder();
    await fault({ operation: 'capture', fault: name });
    expect(await shop.capture(orderId, 'c-1')).toMatchObject({ status, issue });
    expect(captures()).toEqual([]);
  });
});

describe('a capture that is not what the shop expects', () => {
  it.each([
    ['wrong-amount', { amount: { value: '208.94', currency_code: 'USD' }, custom_id: 'order-7f3c' }],
    ['wrong-currency', { amount: { value: '208.95', currency_code: 'EUR' }, custom_id: 'order-7f3c' }],
    ['wrong-custom-id', { amount: { value: '208.95', currency_code: 'USD' }, custom_id: 'somebody-elses-order' }],
    ['declined-capture', { status: 'DECLINED' }],
  ])('%s', async (name, expected) => {
    const orderId = await shop.approvedOrder();
    await fault({ operation: 'capture', fault: name });
    expect(captureOf(await shop.capture(orderId))).toMatchObject(expected);
    expect(captureOf(await shop.get(orderId))).toMatchObject(expected);
  });

  it.each([
    ['complete', 'COMPLETED'],
    ['deny', 'DECLINED'],
  ])('pending, until PayPal decides to %s it', async (decision, status) => {
    const orderId = await shop.approvedOrder();
    await fault({ operation: 'capture', fault: 'pending' });
    const answer = await shop.capture(orderId);
    expect(answer.body.status).toBe('COMPLETED');
    expect(captureOf(answer)).toMatchObject({ status: 'PENDING', status_details: { reason: 'PENDING_REVIEW' } });
    expect(await shop.refund(captureOf(answer).id)).toMatchObject({ issue: 'PENDING_CAPTURE' });

    const decide = () => fetch(`${simulator.url}/sim/captures/${captureOf(answer).id}/${decision}`, { method: 'POST' });
    expect((await decide()).status).toBe(200);
    expect(captureOf(await shop.get(orderId)).status).toBe(status);
    expect((await decide()).status).toBe(422);
  });
});

it('strikes the other operations too', async () => {
  await fault([
    { operation: 'token', fault: 'decline' },
    { operation: 'create', fault: 'decline' },
    { operation: 'get', fault: 'wrong-amount' },
    { operation: 'refund', fault: 'decline' },
  ]);
  expect(await shop.token()).toBeUndefined();
  expect(await shop.create()).toMatchObject({ status: 422, issue: 'PAYEE_ACCOUNT_RESTRICTED' });

  const { orderId, captureId } = await shop.paidOrder();
  expect((await shop.get(orderId)).body.purchase_units[0]!.amount.value).toBe('208.94');
  expect((await shop.get(orderId)).body.purchase_units[0]!.amount.value).toBe('208.95');
  expect(await shop.refund(captureId)).toMatchObject({ issue: 'REFUND_FAILED_INSUFFICIENT_FUNDS' });
});

it('strikes as often as asked, always when asked, and never after being cleared', async () => {
  await fault({ operation: 'create', fault: 'error-500', count: 2 });
  await fault({ operation: 'get', fault: 'error-500', count: 'always' });
  const statuses = [await shop.create(), await shop.create(), await shop.create()].map(({ status }) => status);
  expect(statuses).toEqual([500, 500, 201]);
  for (let call = 0; call < 3; call++) expect((await shop.get('any')).status).toBe(500);

  expect(simulator.control.faults()).toEqual([{ operation: 'get', fault: 'error-500', count: 'always', ms: 60_000 }]);
  await fetch(`${simulator.url}/sim/faults`, { method: 'DELETE' });
  expect((await shop.get('any')).status).toBe(404);
});

it('refuses faults that make no sense', async () => {
  expect(await fault({ operation: 'capture', fault: 'explode' })).toMatchObject({ status: 400 });
  expect(await fault({ operation: 'get', fault: 'pending' })).toMatchObject({ status: 400 });
  expect(await fault({ operation: 'get', fault: 'hang', count: 0 })).toMatchObject({ status: 400 });
});
