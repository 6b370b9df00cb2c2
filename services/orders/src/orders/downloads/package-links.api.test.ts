import { FilesDownloaded, LinksRevoked, ProductChanged, ProductRemoved, UserDeleted } from '@shop/contracts/events';
import type { OrderView } from '@shop/contracts/views';
import { as, asAdmin, asUser, deliver, emitted } from '@shop/runtime/testing';
import { isDeliverySignature } from '@shop/shared';
import request from 'supertest';
import { subscriptions } from '../../subscriptions';
import { aPackage, aProduct, bought, putTrackOnSale, useShop } from '../../testing/orders-app';

const shop = useShop();
beforeEach(() => putTrackOnSale(shop, { package: aPackage() }));

const orderOf = async (orderId: number) =>
  ((await request(shop.app).get(`/api/orders/${orderId}`).set(asUser(7))).body as { data: OrderView }).data;
const buy = async (projects: number[] = []) => {
  const { orderId } = await bought(shop, 7, { prices: { 1: 29900 }, projects });
  const order = await orderOf(orderId);
  return { orderId, order, links: order.downloadLinks.map(({ url }) => url) };
};
const follow = async (url: string) => {
  const { status, headers } = await request(shop.app).get(url).set(as());
  const address = String(headers.location ?? '');
  const [, id, orderId, revision, scope, until, signature] =
    /^http:\/\/shop\.example\/media\/packages\/(\d+)\/(\d+)\/(\d+)\/(\w+)\/(\d+)\/([\w-]+)/.exec(address) ?? [];
  const delivery = {
    ...{ packageId: Number(id), orderId: Number(orderId), revision: Number(revision) },
    ...{ scope: scope as 'track', until: Number(until) },
  };
  const isSigned = signature !== undefined && isDeliverySignature(signature, shop.context.deliveryKeys, delivery);
  return { status, address, isSigned, ...delivery, minutes: Math.round((Number(until) * 1000 - Date.now()) / 60_000) };
};

test('the link of a track with a package is counted, and leads to a signed address of catalog for a quarter of an hour', async () => {
  const { orderId, links } = await buy();
  expect(links).toHaveLength(1);
  expect(await follow(links[0]!)).toMatchObject({
    ...{ status: 302, isSigned: true, packageId: 3, orderId, revision: 1, scope: 'track', minutes: 15 },
  });
  const head = await request(shop.app).head(links[0]!).set(as());
  expect(head.headers.location).toContain('/media/packages/3/');
  expect(await emitted(shop.db.source, FilesDownloaded)).toMatchObject([{ orderId, project: false, times: 1 }]);
});

test('who has bought the project gets its files with all others, and alone', async () => {
  const { links } = await buy([1]);
  expect(links).toHaveLength(2);
  expect([await follow(links[0]!), await follow(links[1]!)]).toMatchObject([{ scope: 'full' }, { scope: 'project' }]);
});

test('a project that is not in the package is delivered by its link', async () => {
  await deliver(shop.db.source, subscriptions, ProductChanged(aProduct({ version: 2, package: aPackage(3, false) })));
  const { links } = await buy([1]);
  expect([await follow(links[0]!), await follow(links[1]!)]).toMatchObject([
    { scope: 'track' },
    { address: 'https://www.dropbox.com/s/project' },
  ]);
});

test('a package above 1 GB has an address for six hours', async () => {
  const large = { ...aPackage(), sizeBytes: 2 * 1024 ** 3 };
  await deliver(shop.db.source, subscriptions, ProductChanged(aProduct({ version: 2, package: large })));
  const { links } = await buy();
  expect(await follow(links[0]!)).toMatchObject({ minutes: 360 });
});

test('the buyer sees the files with sizes and hashes, without a project that they did not buy, and fetches one alone', async () => {
  const { order, links } = await buy();
  expect(order.products[0]!.files?.map(({ path }) => path)).toEqual(['Master/Salt.wav', 'Stems/Kick.wav']);
  expect(order.products[0]!.files?.[0]).toEqual(aPackage().files[0]);
  const asAnAdmin = await request(shop.app).get(`/api/orders/${order.id}`).set(asAdmin());
  expect((asAnAdmin.body as { data: OrderView }).data.products[0]).not.toHaveProperty('files');
  expect(await follow(`${links[0]}&file=32`)).toMatchObject({
    status: 302,
    address: expect.stringMatching(/\?file=32$/) as string,
  });
  expect((await follow(`${links[0]}&file=99`)).status).toBe(404);
});

test('a repair that brings other files is followed, also by the single ones, and the order keeps what was sold', async () => {
  const { orderId, links } = await buy();
  const mended = { ...aPackage(4), files: aPackage().files.map((file) => ({ ...file, id: file.id + 100 })) };
  await deliver(shop.db.source, subscriptions, ProductChanged(aProduct({ version: 2, package: mended })));
  expect(await follow(links[0]!)).toMatchObject({ packageId: 4 });
  expect((await follow(`${links[0]}&file=32`)).address).toMatch(/\/packages\/4\/.*\?file=132$/);
  expect((await orderOf(orderId)).products[0]!).toMatchObject({ package_id: 4, files: [{ id: 31 }, { id: 32 }] });
});

test('a removed track is still delivered, whichever of its events comes first', async () => {
  const { links } = await buy();
  const removal = { productId: 1, version: 2, links: { downloadLink: '', projectLink: null }, package: aPackage() };
  await deliver(shop.db.source, subscriptions, ProductRemoved(removal), 2);
  expect(await follow(links[0]!)).toMatchObject({ status: 302, packageId: 3 });
});

test('an event of the previous release leaves the package as it is known', async () => {
  const { links } = await buy();
  await deliver(shop.db.source, subscriptions, ProductChanged(aProduct({ version: 2 })));
  expect(await follow(links[0]!)).toMatchObject({ packageId: 3 });
});

describe('catalog hears which links have ended', () => {
  const revoked = () => emitted(shop.db.source, LinksRevoked);

  test('when new ones are asked for', async () => {
    const { orderId, links } = await buy();
    await request(shop.app).post(`/api/orders/${orderId}/resend`).set(asUser(7)).send({ newLinks: true }).expect(200);
    expect(await revoked()).toEqual([{ orderId, revision: 2, ended: false }]);
    expect((await follow(links[0]!)).status).toBe(404);
    expect(await follow((await orderOf(orderId)).downloadLinks[0]!.url)).toMatchObject({ revision: 2 });
  });

  test('when the money went back', async () => {
    const { orderId, links } = await buy();
    await request(shop.app).post(`/api/orders/${orderId}/refunds`).set(asAdmin(1)).send({ reference: 'Wire 12' }).expect(201);
    expect(await revoked()).toEqual([{ orderId, revision: 2, ended: true }]);
    expect((await follow(links[0]!)).status).toBe(404);
    expect((await orderOf(orderId)).products[0]).not.toHaveProperty('files');
    expect((await orderOf(orderId)).products[0]).not.toHaveProperty('package_id');
  });

  test('when the buyer was erased', async () => {
    const { orderId, links } = await buy();
    await deliver(shop.db.source, subscriptions, UserDeleted({ userId: 7, version: 2 }), 2);
    expect(await revoked()).toEqual([{ orderId, revision: 2, ended: true }]);
    expect((await follow(links[0]!)).status).toBe(404);
  });

  test('and nothing of an order without a package', async () => {
    await putTrackOnSale(shop, { productId: 2 });
    const { orderId } = await bought(shop, 7, { prices: { 2: 29900 } });
    await request(shop.app).post(`/api/orders/${orderId}/resend`).set(asUser(7)).send({ newLinks: true }).expect(200);
    expect(await revoked()).toEqual([]);
  });
});
