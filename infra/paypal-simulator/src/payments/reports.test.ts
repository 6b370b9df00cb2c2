import { startPaypalSimulator, type PaypalSimulator } from '../index';
import { aShop } from '../testing/shop';

let simulator: PaypalSimulator;
let shop: Awaited<ReturnType<typeof aShop>>;
beforeEach(async () => {
  simulator = await startPaypalSimulator();
  shop = await aShop(simulator);
});
afterEach(() => simulator.close());

const day = (ago: number) => new Date(Date.now() - ago * 24 * 3_600_000).toISOString();
type Info = { transaction_info: Record<string, unknown> };
type Report = { transaction_details: Info[]; total_items: number; total_pages: number };
const report = async (query: string) => {
  const { status, body } = await shop.call('GET', `/v1/reporting/transactions?${query}`);
  return { status, body: body as unknown as Report };
};
const infos = ({ body }: { body: Report }) => body.transaction_details.map((detail) => detail.transaction_info);

test('the report shows captures and refunds between two times, in pages', async () => {
  const { captureId } = await shop.paidOrder();
  await shop.refund(captureId, { amount: { currency_code: 'USD', value: '10.00' } });
  const whole = await report(`start_date=${day(1)}&end_date=${day(-1)}`);
  expect(infos(whole)).toMatchObject([
    { transaction_id: captureId, transaction_event_code: 'T0006', custom_field: 'order-7f3c', transaction_status: 'F' },
    { transaction_event_code: 'T1107', paypal_reference_id: captureId, transaction_amount: { value: '-10.00' } },
  ]);
  const second = await report(`start_date=${day(1)}&end_date=${day(-1)}&page_size=1&page=2`);
  expect(second.body).toMatchObject({ total_items: 2, total_pages: 2 });
  expect(infos(second)).toHaveLength(1);
  simulator.control.age(48);
  expect(infos(await report(`start_date=${day(1)}&end_date=${day(-1)}`))).toEqual([]);
  expect((await report(`start_date=${day(32)}&end_date=${day(0)}`)).status).toBe(400);
  expect((await report('end_date=x')).status).toBe(400);
});

test('a report of too many transactions is refused, with none of them', async () => {
  const small = await startPaypalSimulator({ reportLimit: 1 });
  try {
    const busy = await aShop(small);
    const whole = () => busy.call('GET', `/v1/reporting/transactions?start_date=${day(1)}&end_date=${day(-1)}`);
    const { captureId } = await busy.paidOrder();
    expect((await whole()).status).toBe(200);
    await busy.refund(captureId);
    expect(await whole()).toMatchObject({ status: 400, body: { name: 'RESULTSET_TOO_LARGE' } });
  } finally {
    await small.close();
  }
});

test('a refund whose webhook is lost is in the report all the same', async () => {
  const { captureId } = await shop.paidOrder();
  const statuses = async () =>
    infos(await report(`start_date=${day(1)}&end_date=${day(-1)}`)).map((detail) => detail.transaction_status);
  expect(await statuses()).toEqual(['S']);
  simulator.control.refund(captureId, { quiet: true });
  expect(await statuses()).toEqual(['V', 'S']);
  expect(simulator.control.ledger().webhooks.map(({ event }) => event.event_type)).not.toContain('PAYMENT.CAPTURE.REFUNDED');
});

test('a disputed payment is held back in the report until the dispute is over', async () => {
  const { captureId } = await shop.paidOrder();
  const { id } = simulator.control.dispute(captureId);
  const reversal = { transaction_event_code: 'T1110', paypal_reference_id: captureId, transaction_amount: { value: '-208.95' } };
  const whole = `start_date=${day(1)}&end_date=${day(-1)}`;
  expect(infos(await report(whole))).toMatchObject([{ transaction_id: captureId }, reversal]);
  simulator.control.resolveDispute(id);
  const ended = { ...reversal, transaction_event_code: 'T1111', transaction_amount: { value: '208.95' } };
  expect(infos(await report(whole))).toMatchObject([{ transaction_id: captureId }, reversal, ended]);
});

test('disputes are listed page by page until they are resolved, and each names its payment by its own call', async () => {
  const { captureId } = await shop.paidOrder();
  const [first] = [simulator.control.dispute(captureId), simulator.control.dispute(captureId, { reason: 'UNAUTHORISED' })];
  type Page = { items: { dispute_id: string; status: string }[]; links: { rel: string; href: string }[] };
  const list = async (path: string) => (await shop.call('GET', path)).body as unknown as Page;
  const page = await list(`/v1/customer/disputes?page_size=1&start_time=${day(1)}`);
  expect(page.items).toMatchObject([{ status: 'WAITING_FOR_SELLER_RESPONSE' }]);
  expect(page.items[0]).not.toHaveProperty('disputed_transactions');
  const details = await shop.call('GET', `/v1/customer/disputes/${page.items[0]!.dispute_id}`);
  expect(details.body).toMatchObject({
    status: 'WAITING_FOR_SELLER_RESPONSE',
    disputed_transactions: [{ seller_transaction_id: captureId }],
  });
  expect((await shop.call('GET', '/v1/customer/disputes/PP-D-0')).status).toBe(404);
  const next = await list(page.links.find(({ rel }) => rel === 'next')!.href.slice(simulator.url.length));
  expect(next).toMatchObject({ items: [{}], links: [] });
  simulator.control.resolveDispute(first.id);
  const { items } = await list('/v1/customer/disputes');
  expect(items.find((dispute) => dispute.dispute_id === first.id)?.status).toBe('RESOLVED');
});
