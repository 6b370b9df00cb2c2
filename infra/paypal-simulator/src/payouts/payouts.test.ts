import { startPaypalSimulator, type PaypalSimulator } from '../index';
import { aShop, type Reply } from '../testing/shop';

type Shop = Awaited<ReturnType<typeof aShop>>;

let simulator: PaypalSimulator;
let shop: Shop;
beforeEach(async () => {
  simulator = await startPaypalSimulator({ webhookRetryMs: [] });
  shop = await aShop(simulator);
});
afterEach(() => simulator.close());

const aBatch = (id: string, receivers: Record<string, string>) => ({
  sender_batch_header: { sender_batch_id: id, email_subject: 'Your sales' },
  items: Object.entries(receivers).map(([receiver, value], i) => ({
    recipient_type: 'EMAIL',
    receiver,
    amount: { value, currency: 'USD' },
    sender_item_id: `${i + 1}`,
  })),
});
const pay = (body: unknown, requestId?: string) =>
  shop.call('POST', '/v1/payments/payouts', body, requestId ? { 'paypal-request-id': requestId } : {});

type Batch = { batch_header: Record<string, unknown>; items: Record<string, unknown>[]; links: { href: string }[] };
const bodyOf = ({ body }: Reply) => body as unknown as Batch;
const details = async (id: unknown) => bodyOf(await shop.call('GET', `/v1/payments/payouts/${String(id)}?total_required=true`));
const types = () => simulator.control.ledger().webhooks.map(({ event }) => event.event_type);

test('a batch is answered without its items, which are paid with their fees; the account has both less', async () => {
  simulator.control.setFunds(100_000);
  const reply = await pay(aBatch('b-1', { 'nora@example.com': '209.30', 'max@example.com': '20.00' }), 'b-1');
  expect(reply.status).toBe(201);
  expect(bodyOf(reply).batch_header).toMatchObject({ batch_status: 'PENDING' });
  const batch = await details(bodyOf(reply).batch_header.payout_batch_id);
  expect(batch).toMatchObject({
    total_items: 2,
    batch_header: { batch_status: 'SUCCESS', amount: { value: '229.30', currency: 'USD' }, fees: { value: '4.59' } },
    items: [
      { transaction_status: 'SUCCESS', payout_item_fee: { value: '4.19' }, payout_item: { sender_item_id: '1' } },
      { transaction_status: 'SUCCESS', payout_item_fee: { value: '0.40' } },
    ],
  });
  expect(simulator.control.ledger().funds).toBe(100_000 - 22_930 - 459);
  expect(types()).toEqual([
    'PAYMENT.PAYOUTSBATCH.PROCESSING',
    'PAYMENT.PAYOUTS-ITEM.SUCCEEDED',
    'PAYMENT.PAYOUTS-ITEM.SUCCEEDED',
    'PAYMENT.PAYOUTSBATCH.SUCCESS',
  ]);
});

test('the same batch again is the first one: by its request id, or refused with a link to it, until 30 days are over', async () => {
  const body = aBatch('b-1', { 'nora@example.com': '209.30' });
  const first = bodyOf(await pay(body, 'b-1'));
  expect(bodyOf(await pay(body, 'b-1')).batch_header.payout_batch_id).toBe(first.batch_header.payout_batch_id);
  simulator.control.forgetPayoutRequests();
  const second = await pay(body, 'b-1');
  expect(second).toMatchObject({ status: 400, body: { name: 'USER_BUSINESS_ERROR', links: [{}, first.links[0]] } });
  simulator.control.age(31 * 24);
  expect((await pay(body, 'b-1')).status).toBe(201);
});

test('too little money is a refusal, and nothing is booked', async () => {
  simulator.control.setFunds(21_348);
  const reply = await pay(aBatch('b-1', { 'nora@example.com': '209.30' }));
  expect(reply).toMatchObject({ status: 422, body: { name: 'INSUFFICIENT_FUNDS' } });
  expect(simulator.control.ledger()).toMatchObject({ payouts: [], funds: 21_348 });
});

test('an item is unclaimed and given back, by its sender alone while it is unclaimed; what was paid may still be reversed', async () => {
  simulator.control.setFunds(100_000);
  simulator.control.setPayee('nora@example.com', 'UNCLAIMED');
  const { batch_header } = bodyOf(await pay(aBatch('b-1', { 'nora@example.com': '100.00', 'max@example.com': '50.00' })));
  const [nora, max] = (await details(batch_header.payout_batch_id)).items;
  const cancel = (item: typeof nora) => shop.call('POST', `/v1/payments/payouts-item/${String(item?.payout_item_id)}/cancel`, {});
  expect(nora).toMatchObject({ transaction_status: 'UNCLAIMED', errors: { name: 'RECEIVER_UNREGISTERED' } });
  expect(await cancel(max)).toMatchObject({ status: 400, body: { name: 'ITEM_INCORRECT_STATUS' } });
  expect((await cancel(nora)).body).toMatchObject({ transaction_status: 'RETURNED' });
  expect(await cancel(nora)).toMatchObject({ status: 400, body: { name: 'ITEM_ALREADY_CANCELLED' } });
  simulator.control.movePayoutItem(String(max?.payout_item_id), 'REFUNDED');
  // Only the fee of what was paid once stays away.
  expect(simulator.control.ledger().funds).toBe(100_000 - 100);
  expect(types().slice(-2)).toEqual(['PAYMENT.PAYOUTS-ITEM.RETURNED', 'PAYMENT.PAYOUTS-ITEM.REFUNDED']);

  const now = Date.now();
  const lines = await shop.call(
    'GET',
    `/v1/reporting/transactions?${new URLSearchParams({ start_date: new Date(now - 3_600_000).toISOString(), end_date: new Date(now + 3_600_000).toISOString() }).toString()}`,
  );
  const transactions = (lines.body as unknown as { transaction_details: { transaction_info: Record<string, unknown> }[] })
    .transaction_details;
  const sums = transactions.map(({ transaction_info: info }) => [
    info.transaction_event_code,
    (info.transaction_amount as { value: string }).value,
  ]);
  expect(sums.sort()).toEqual([
    ['T0001', '-100.00'],
    ['T0001', '-50.00'],
    ['T0104', '-1.00'],
    ['T1105', '150.00'],
    ['T1114', '100.00'],
    ['T1115', '50.00'],
    ['T1503', '-150.00'],
  ]);
});

test('a denied batch has paid nothing', async () => {
  simulator.control.setFunds(100_000);
  simulator.control.setPayee('nora@example.com', 'PENDING');
  const { batch_header } = bodyOf(await pay(aBatch('b-1', { 'nora@example.com': '100.00' })));
  simulator.control.denyPayout(String(batch_header.payout_batch_id));
  expect(await details(batch_header.payout_batch_id)).toMatchObject({
    batch_header: { batch_status: 'DENIED' },
    items: [{ transaction_status: 'FAILED' }],
  });
  expect(simulator.control.ledger().funds).toBe(100_000);
});
