import { ContractsDrawn, OrderCaptured, OrderResendRequested, ProductChanged, ProductRemoved } from '@shop/contracts/events';
import type { OrderView } from '@shop/contracts/views';
import * as documents from '@shop/documents';
import { as, asAdmin, asUser, deliver, emitted, eventually, testApp } from '@shop/runtime/testing';
import request from 'supertest';
import { endpointsOf } from '../../endpoints';
import { subscriptions } from '../../subscriptions';
import { aProduct, bought, capture, place, putTrackOnSale, useShop } from '../../testing/orders-app';
import * as queries from '../order-queries';
import { hashContracts } from './contracts';

jest.mock('@shop/documents', () => {
  const real = jest.requireActual<typeof documents>('@shop/documents');
  return { ...real, renderContract: jest.fn(real.renderContract) };
});
jest.mock('../order-queries', () => {
  const real = jest.requireActual<typeof queries>('../order-queries');
  return { ...real, orderFor: jest.fn(real.orderFor) };
});
const { contractHash, renderContract: reallyRender } = jest.requireActual<typeof documents>('@shop/documents');

const shop = useShop();
beforeEach(() => putTrackOnSale(shop));

const buy = async (projects: number[] = []) => {
  const created = await bought(shop, 7, { prices: { 1: 29900 }, projects });
  const { body } = await capture(shop, 7, created.id);
  return { ...created, links: (body as { downloadLinks: { url: string }[] }).downloadLinks.map((link) => link.url) };
};
/** Makes all sales this many seconds old. */
const soldAgo = (seconds: number) =>
  shop.db.source.query('UPDATE orders SET paid_at = now() - make_interval(secs => $1)', [seconds]);
/** The log of downloads. */
const deliveries = () => shop.db.source.query<unknown[]>('SELECT project FROM order_deliveries WHERE product_id = 1 ORDER BY id');
const follow = (url: string) => request(shop.app).get(url).set(as());
const contract = (orderId: number, item: string | number = 1, header = asUser(7), app = shop.app) =>
  request(app).get(`/api/orders/${orderId}/contracts/${item}.pdf`).set(header).buffer(true);

test('a link needs no session, leads to the file, is counted and never cached', async () => {
  const { links } = await buy([1]);
  const [track, project] = [await follow(links[0]!), await follow(links[1]!)];
  expect(track).toMatchObject({
    status: 302,
    headers: { location: 'https://www.dropbox.com/s/track', 'cache-control': 'no-store' },
  });
  expect(project).toMatchObject({ status: 302, headers: { location: 'https://www.dropbox.com/s/project' } });
  await follow(links[0]!);
  const counts = await shop.db.source.query<unknown[]>('SELECT download_count, project_download_count FROM order_items');
  expect(counts).toEqual([{ download_count: 2, project_download_count: 1 }]);
  expect(await deliveries()).toEqual([{ project: false }, { project: true }, { project: false }]);
});

test('the buyer reads of each link how often it was used, and when last', async () => {
  const { orderId, links } = await buy([1]);
  const seen = async (path: string) => {
    const { body } = await request(shop.app).get(path).set(asUser(7)).expect(200);
    const { data } = body as { data: OrderView | OrderView[] };
    return (Array.isArray(data) ? data[0]! : data).downloadLinks;
  };
  const paths = [`/api/orders/${orderId}`, '/api/orders/user/7'];
  for (const path of paths) {
    const unused = await seen(path);
    expect(unused).toMatchObject([{ downloads: 0 }, { downloads: 0 }]);
    for (const link of unused) expect(link).not.toHaveProperty('last_download_at');
  }
  for (let use = 0; use < 2; use += 1) await follow(links[0]!);
  await follow(links[1]!);
  await shop.db.source.query(`UPDATE order_deliveries SET at = '2026-11-28T14:05:00Z' WHERE project`);
  // what was used before the shop kept the times
  await shop.db.source.query('UPDATE order_items SET download_count = download_count + 4');
  const [{ at }] = await shop.db.source.query<[{ at: Date }]>('SELECT max(at) AS at FROM order_deliveries WHERE NOT project');
  for (const path of paths)
    expect(await seen(path)).toMatchObject([
      { downloads: 6, last_download_at: at.toISOString() },
      { downloads: 1, last_download_at: '2026-11-28T14:05:00.000Z' },
    ]);
});

test('looking where a link leads counts as no download', async () => {
  const { links } = await buy([1]);
  for (const link of links)
    expect(await request(shop.app).head(link).set(as())).toMatchObject({
      status: 302,
      headers: { location: expect.stringContaining('dropbox') as string },
    });
  const counts = await shop.db.source.query<unknown[]>('SELECT download_count, project_download_count FROM order_items');
  expect(counts).toEqual([{ download_count: 0, project_download_count: 0 }]);
  expect(await deliveries()).toEqual([]);
});

test('a file that moved is found where the catalog says it is now', async () => {
  const { links } = await buy();
  const moved = aProduct({ version: 2, downloadLink: 'https://drive.google.com/file/9' });
  await deliver(shop.db.source, subscriptions, ProductChanged(moved));
  expect((await follow(links[0]!)).headers.location).toBe('https://drive.google.com/file/9');
});

test('a file whose address has letters of another alphabet is found', async () => {
  const { links } = await buy();
  const moved = aProduct({ version: 2, downloadLink: 'https://disk.yandex.ru/d/Трек.zip' });
  await deliver(shop.db.source, subscriptions, ProductChanged(moved));
  expect(await follow(links[0]!)).toMatchObject({
    status: 302,
    headers: { location: 'https://disk.yandex.ru/d/%D0%A2%D1%80%D0%B5%D0%BA.zip', 'referrer-policy': 'no-referrer' },
  });
});

test('a file of a sold track that was taken off sale moves too, and the track does not come back for sale', async () => {
  const { links } = await buy();
  await deliver(shop.db.source, subscriptions, ProductRemoved({ productId: 1, version: 2 }));
  const moved = aProduct({ version: 3, downloadLink: 'https://drive.google.com/file/9' });
  await deliver(shop.db.source, subscriptions, ProductChanged(moved));
  expect((await follow(links[0]!)).headers.location).toBe('https://drive.google.com/file/9');
  expect(await shop.db.source.query('SELECT removed FROM product_copies')).toEqual([{ removed: true }]);
});

test('a wrong, missing, foreign or unearned token is 404, all alike', async () => {
  const { links, orderId } = await buy();
  const token = new URL(links[0]!, 'http://shop').searchParams.get('token')!;
  const base = `/api/orders/${orderId}/downloads`;
  for (const url of [
    `${base}/1`,
    `${base}/1?token=`,
    `${base}/1?token=${token.slice(0, -1)}`,
    `${base}/1?token=${token}x`,
    `${base}/1-project?token=${token}`,
    `${base}/2?token=${token}`,
    `/api/orders/${orderId + 1}/downloads/1?token=${token}`,
  ])
    expect(await follow(url)).toMatchObject({ status: 404, body: { code: 'not-found' } });
  expect((await follow(`${base}/evil?token=${token}`)).status).toBe(400);
});

test('a browser that opens a dead link, or a contract without a session, reads where it leads on', async () => {
  const { orderId } = await buy();
  const inBrowser = (url: string, header: object) =>
    request(shop.app)
      .get(url)
      .set({ ...header, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
  const dead = await inBrowser(`/api/orders/${orderId}/downloads/1?token=old`, as());
  expect([dead.status, dead.text]).toEqual([404, expect.stringContaining('href="/account?tab=orders"')]);
  const loggedOut = await inBrowser(`/api/orders/${orderId}/contracts/1.pdf`, as());
  expect([loggedOut.status, loggedOut.text]).toEqual([401, expect.stringContaining('Please log in.')]);
});

test('the contract is the same bytes each time, as an attachment, and its hash is kept with the order', async () => {
  const { orderId } = await buy();
  await soldAgo(61);
  await hashContracts(shop.context);
  const [first, second] = [await contract(orderId), await contract(orderId, 1, asAdmin())];
  expect(first.status).toBe(200);
  expect(first.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="contract-${orderId}-1-salt-on-the-runway.pdf"`,
    'cache-control': 'private, no-store',
  });
  const pdf = first.body as Buffer;
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect((second.body as Buffer).equals(pdf)).toBe(true);
  const rows = await shop.db.source.query<unknown[]>('SELECT contract_hash FROM order_items');
  expect(rows).toEqual([{ contract_hash: contractHash(pdf) }]);
});

test('an account that asks for many contracts at once does not keep another one waiting for its own', async () => {
  const many = [2, 3, 4, 5, 6, 7, 8, 9];
  for (const productId of [...many, 10]) await putTrackOnSale(shop, { productId });
  const prices = Object.fromEntries(many.map((id) => [id, 29900]));
  const [theirs, own] = [await bought(shop, 7, { prices }), await bought(shop, 8, { prices: { 10: 29900 } })];
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  jest.mocked(documents.renderContract).mockImplementation(async (facts) => {
    await gate;
    return reallyRender(facts);
  });
  const lookups = jest.mocked(queries.orderFor).mockClear();
  const drawings = jest.mocked(documents.renderContract).mockClear();
  const answers = [...many.map((item) => contract(theirs.orderId, item)), contract(own.orderId, 10, asUser(8))].map((call) =>
    call.then(),
  );
  // All of them wait to be drawn once their orders are found.
  await eventually(() => expect(lookups).toHaveBeenCalledTimes(9));
  await Promise.all(lookups.mock.results.map(({ value }) => value as Promise<unknown>));
  release();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(9).fill(200));
  drawings.mockImplementation(reallyRender);
  const orders = drawings.mock.calls.map(([{ orderNumber }]) => orderNumber);
  expect(orders).toHaveLength(9);
  expect(orders.indexOf(own.orderId)).toBeLessThan(5);
});

describe('after the shop was renamed and went to another time zone', () => {
  const site = { name: 'Spectreline', timeZone: 'Pacific/Kiritimati' };
  const renamed = () => ({ ...shop.context, siteName: site.name, timeZone: site.timeZone });
  const contractNow = (orderId: number) => contract(orderId, 1, asUser(7), testApp(endpointsOf(renamed())));

  test('the contract of a sale before is the same, and so is its hash', async () => {
    const { orderId } = await buy();
    await soldAgo(61);
    const pdf = (await contract(orderId)).body as Buffer;
    expect(((await contractNow(orderId)).body as Buffer).equals(pdf)).toBe(true);
    await shop.db.source.query('UPDATE order_items SET contract_hash = NULL');
    await hashContracts(renamed());
    const rows = await shop.db.source.query<{ contract_hash: string }[]>('SELECT contract_hash FROM order_items');
    expect(rows).toEqual([{ contract_hash: contractHash(pdf) }]);
  });

  test('the mail of a sale before is told the name and the zone of the sale', async () => {
    const { orderId } = await buy();
    const before = { name: 'Ghostline', timeZone: 'Europe/Moscow' };
    expect(await emitted(shop.db.source, OrderCaptured)).toMatchObject([{ site: before }]);
    const again = request(testApp(endpointsOf(renamed())));
    await again.post(`/api/orders/${orderId}/resend`).set(asUser(7)).send({}).expect(200);
    expect(await emitted(shop.db.source, OrderResendRequested)).toMatchObject([{ order: { site: before } }]);
  });

  test('an order that an older release settled goes by the configuration', async () => {
    const { orderId } = await buy();
    await shop.db.source.query('UPDATE orders SET site_name = NULL, site_time_zone = NULL');
    const pdf = (await contractNow(orderId)).body as Buffer;
    expect(pdf.equals((await contract(orderId)).body as Buffer)).toBe(false);
    await request(shop.app).post(`/api/orders/${orderId}/resend`).set(asUser(7)).send({}).expect(200);
    expect(await emitted(shop.db.source, OrderResendRequested)).toMatchObject([{ order: { site: null } }]);
  });
});

describe('contracts that were drawn for the mail', () => {
  const drawings = (orderId: number, ...ids: number[]) =>
    ContractsDrawn({ orderId, contracts: ids.map((productId) => ({ productId, hash: String(productId).repeat(64) })) });
  const hears = (event: Parameters<typeof deliver>[2]) => deliver(shop.db.source, subscriptions, event, 2);
  const hashes = async () =>
    (
      await shop.db.source.query<{ contract_hash: string | null }[]>('SELECT contract_hash FROM order_items ORDER BY product_id')
    ).map((row) => row.contract_hash?.[0]);
  const waiting = async () =>
    (await shop.db.source.query<unknown[]>(`SELECT 1 FROM orders WHERE payment_state = 'paid' AND NOT contracts_hashed`)).length;

  test('are not drawn for their hashes again; a hash that is kept stays', async () => {
    const { orderId } = await buy();
    await hears(drawings(orderId, 1));
    expect([await hashes(), await waiting()]).toEqual([['1'], 0]);
    await hears(ContractsDrawn({ orderId, contracts: [{ productId: 1, hash: 'f'.repeat(64) }] }));
    expect(await hashes()).toEqual(['1']);
  });

  test('leave the others of their order to the task, and concern no other order', async () => {
    await putTrackOnSale(shop, { productId: 2 });
    const { orderId } = await bought(shop, 7, { prices: { 1: 29900, 2: 29900 } });
    await hears(drawings(orderId, 2));
    expect([await hashes(), await waiting()]).toEqual([[undefined, '2'], 1]);
    await hears(drawings(orderId + 1, 1));
    expect([await hashes(), await waiting()]).toEqual([[undefined, '2'], 1]);
    await hears(drawings(orderId, 1));
    expect([await hashes(), await waiting()]).toEqual([['1', '2'], 0]);
  });
});

test('a sale whose contracts are hashed is not looked at again, nor one whose buyer is blanked', async () => {
  const waiting = () =>
    shop.db.source.query<unknown[]>(`SELECT id FROM orders WHERE payment_state = 'paid' AND NOT contracts_hashed`);
  await buy();
  await soldAgo(1);
  await hashContracts(shop.context);
  expect(await waiting()).toHaveLength(1);
  await soldAgo(61);
  await hashContracts(shop.context);
  expect(await waiting()).toEqual([]);

  await putTrackOnSale(shop, { productId: 2 });
  const otherOrder = await bought(shop, 7, { prices: { 2: 29900 } });
  await shop.db.source.query(`UPDATE orders SET customer = jsonb_set(customer, '{email}', '""') WHERE id = $1`, [
    otherOrder.orderId,
  ]);
  await soldAgo(61);
  await hashContracts(shop.context);
  expect(await waiting()).toEqual([]);
  expect((await contract(otherOrder.orderId, 2, asAdmin())).status).toBe(200);
  const rows = await shop.db.source.query<unknown[]>(
    'SELECT contract_hash IS NULL AS unknown FROM order_items ORDER BY order_id',
  );
  expect(rows).toEqual([{ unknown: false }, { unknown: true }]);
});

test('there is no contract before the order is paid, nor for a track that is not in it', async () => {
  const { body } = await place(shop, 7);
  const unpaid = (body as { orderId: number }).orderId;
  expect((await contract(unpaid)).status).toBe(409);
  expect((await contract(unpaid, 2)).status).toBe(404);
  expect((await contract(unpaid, 'x')).status).toBe(400);
});
