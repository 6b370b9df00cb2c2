import { openGateway, type UnderTest } from '../testing/gateway-under-test';

let shop: UnderTest;
afterEach(() => shop.stop());

const metrics = async () => (await fetch(`${shop.gateway.opsUrl}/metrics`)).text();
const tell = (body: unknown) =>
  shop.call('/api/vitals', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const VISIT = { page: 'shop', device: 'phone', largestPaintMs: 1400, layoutShift: 0.02, interactionDelayMs: 90 };

test('a visitor’s measurements are counted by page and device', async () => {
  shop = await openGateway();
  expect((await tell(VISIT)).status).toBe(204);
  expect((await tell({ page: 'shop', device: 'phone', largestPaintMs: 2600 })).status).toBe(204);
  const text = await metrics();
  const labels = 'service="gateway",page="shop",device="phone"';
  for (const line of [
    `page_largest_paint_seconds_bucket{le="1.5",${labels}} 1`,
    `page_largest_paint_seconds_bucket{le="3",${labels}} 2`,
    `page_largest_paint_seconds_sum{${labels}} 4`,
    `page_layout_shift_bucket{le="0.05",${labels}} 1`,
    `page_interaction_delay_seconds_bucket{le="0.1",${labels}} 1`,
    `page_interaction_delay_seconds_count{${labels}} 1`,
  ])
    expect(text).toContain(line);
});

test.each([
  [{ ...VISIT, page: 'nowhere' }, 'page'],
  [{ ...VISIT, device: 'fridge' }, 'device'],
  [{ ...VISIT, largestPaintMs: -1 }, 'largestPaintMs'],
  [{ ...VISIT, layoutShift: 'much' }, 'layoutShift'],
  [{ ...VISIT, userId: 7 }, 'userId'],
])('%j is refused, and its field is named: %s', async (body, field) => {
  shop = await openGateway();
  const { status, json } = await tell(body);
  expect([status, JSON.stringify(json)]).toEqual([400, expect.stringContaining(field)]);
  expect(await metrics()).not.toContain('page_largest_paint_seconds_count{');
});

test('a body that is too large or no JSON is refused', async () => {
  shop = await openGateway();
  expect((await tell({ ...VISIT, note: 'x'.repeat(2000) })).status).toBe(413);
  expect((await tell('{')).status).toBe(400);
});

test('an address is held to its limit', async () => {
  shop = await openGateway({ RATE_LIMIT_SCALE: '1' });
  for (let i = 0; i < 30; i += 1) expect((await tell(VISIT)).status).toBe(204);
  const { status, headers } = await tell(VISIT);
  expect([status, Number(headers['retry-after'])]).toEqual([429, expect.any(Number)]);
  expect(Object.values(shop.fakes).flatMap(({ seen }) => seen)).toEqual([]);
});
