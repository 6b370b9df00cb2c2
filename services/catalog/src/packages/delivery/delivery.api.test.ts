import { randomBytes } from 'node:crypto';
import { LinksRevoked, TrackFrozen, TrackThawed } from '@shop/contracts/events';
import type { AdminProductView, PackageView } from '@shop/contracts/views';
import { as, asAdmin, deliver } from '@shop/runtime/testing';
import { signDelivery, type Delivery } from '@shop/shared';
import { openFakeS3 } from '@shop/storage/testing';
import request from 'supertest';
import { fromBufferPromise } from 'yauzl';
import { subscriptions } from '../../subscriptions';
import { DELIVERY_KEYS } from '../../testing/catalog-under-test';
import { openPackages, sha256, STORES } from '../../testing/packages-under-test';
import { forgetRevokedLinks } from './deliver-package';

const KB = 1024;
const FILES = {
  'Master/Night Drive.wav': randomBytes(300 * KB),
  'Stems/Kick.wav': randomBytes(20 * KB),
  'Project/Night Drive.cpr': randomBytes(5 * KB),
};
const now = () => Math.floor(Date.now() / 1000);
const addressOf = (packageId: number, more: Partial<Delivery> = {}, signature?: string) => {
  const delivery: Delivery = { packageId, orderId: 12, revision: 1, scope: 'full', until: now() + 900, ...more };
  const { orderId, revision, scope, until } = delivery;
  const signed = signature ?? signDelivery(DELIVERY_KEYS, delivery);
  return `/media/packages/${delivery.packageId}/${orderId}/${revision}/${scope}/${until}/${signed}`;
};
const sold = { seller_id: 4, download_link: '', project_name: 'Cubase' } as const;

describe.each(STORES)('the delivery of packages in %s', (_name, openStore) => {
  let packages: Awaited<ReturnType<typeof openPackages>>;
  let pack: PackageView;
  let track: AdminProductView;
  beforeAll(async () => {
    packages = await openPackages(openStore);
    pack = await packages.checked(FILES);
    track = await packages.catalog.product({ ...sold, name: 'Night/Drive', package_id: pack.id });
  });
  afterAll(() => packages.close());

  const address = (more: Partial<Delivery> = {}, signature?: string) => addressOf(pack.id, more, signature);
  const get = (url: string, headers: Record<string, string> = {}) =>
    request(packages.catalog.app).get(url).set(as()).set(headers).responseType('blob');
  const filesIn = async (archive: Buffer) => {
    const zip = await fromBufferPromise(archive, { lazyEntries: true });
    const names: string[] = [];
    for await (const { fileName } of zip.eachEntry()) names.push(fileName);
    return names;
  };

  test('all files come as one ZIP of the announced length, with a name that says whose track it is', async () => {
    const { status, headers, body } = await get(address());
    expect([status, headers]).toMatchObject([
      200,
      {
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="Store 4 - Night-Drive.zip"',
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-cache',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      },
    ]);
    expect(Number(headers['content-length'])).toBe((body as Buffer).length);
    expect(await filesIn(body as Buffer)).toEqual(Object.keys(FILES).sort());
    for (const file of Object.values(FILES)) expect((body as Buffer).includes(file)).toBe(true);
    const head = await request(packages.catalog.app).head(address()).set(as());
    expect(head.headers['content-length']).toBe(headers['content-length']);
  });

  test('a name in another script is told in both forms', async () => {
    await packages.catalog.source.query('UPDATE products SET name = $2 WHERE id = $1', [track.id, 'Ночной рейс']);
    const { headers } = await get(address());
    expect(headers['content-disposition']).toMatch(/filename="Store 4 - [?]+ [?]+.zip"; filename\*=UTF-8''Store%204/);
    await packages.catalog.source.query('UPDATE products SET name = $2 WHERE id = $1', [track.id, 'Night/Drive']);
  });

  test('a download that broke off goes on at any byte, at a new address too', async () => {
    const whole = await get(address());
    const bytes = whole.body as Buffer;
    const etag = String(whole.headers.etag);
    for (const from of [0, 29, 31, 5000, bytes.length - 30, bytes.length - 1]) {
      const rest = await get(address({ until: now() + 300 }), { range: `bytes=${from}-`, 'if-range': etag });
      expect([rest.status, (rest.body as Buffer).equals(bytes.subarray(from))]).toEqual([206, true]);
    }
    const lastModified = String(whole.headers['last-modified']);
    expect((await get(address(), { range: 'bytes=1-2', 'if-range': lastModified })).status).toBe(206);
    expect((await get(address(), { range: 'bytes=1-2', 'if-range': '"another"' })).status).toBe(200);
    expect((await get(address(), { range: `bytes=${bytes.length}-` })).status).toBe(416);
    expect((await get(address(), { 'if-none-match': etag })).status).toBe(304);
  });

  test('the project comes only to who has bought it', async () => {
    expect(await filesIn((await get(address({ scope: 'track' }))).body as Buffer)).toEqual([
      'Master/Night Drive.wav',
      'Stems/Kick.wav',
    ]);
    expect(await filesIn((await get(address({ scope: 'project' }))).body as Buffer)).toEqual(['Project/Night Drive.cpr']);
    const project = pack.files.find(({ role }) => role === 'project')!;
    expect((await get(`${address({ scope: 'track' })}?file=${project.id}`)).status).toBe(404);
    expect((await get(`${address({ scope: 'full' })}?file=${project.id}`)).status).toBe(200);
  });

  test('one file comes alone, under its own name', async () => {
    const master = pack.files.find(({ role }) => role === 'master')!;
    const { headers, body } = await get(`${address()}?file=${master.id}`);
    expect(headers).toMatchObject({
      'content-disposition': 'attachment; filename="Night Drive.wav"',
      etag: `"${master.sha256}"`,
      'content-type': 'audio/wav',
    });
    expect(sha256(body as Buffer)).toBe(master.sha256);
    expect((await get(`${address()}?file=2000000`)).status).toBe(404);
  });

  test('an address that is over, or not signed for just this, leads nowhere', async () => {
    const signature = signDelivery(DELIVERY_KEYS, {
      packageId: pack.id,
      orderId: 12,
      revision: 1,
      scope: 'track',
      until: now() + 900,
    });
    for (const url of [
      address({ until: now() - 1 }),
      address({}, signature),
      address({}, 'x'),
      address({ packageId: pack.id + 1000 }),
    ])
      expect((await get(url)).status).toBe(404);
  });

  test('newer links end the addresses of the older ones at once, however often and late that is heard', async () => {
    const { source } = packages.catalog;
    const handle = (revision: number) => deliver(source, subscriptions, LinksRevoked({ orderId: 40, revision }), 2);
    const statusOf = async (revision: number) => (await get(address({ orderId: 40, revision }))).status;
    expect(await statusOf(1)).toBe(200);
    await handle(3);
    await handle(2);
    expect([await statusOf(1), await statusOf(2), await statusOf(3)]).toEqual([404, 404, 200]);
    expect((await get(address({ orderId: 41 }))).status).toBe(200);
    await forgetRevokedLinks(source.manager);
    expect(await statusOf(2)).toBe(404);
    await source.query(`UPDATE revoked_links SET revoked_at = now() - interval '25 hours'`);
    await forgetRevokedLinks(source.manager);
    expect(await source.query('SELECT 1 FROM revoked_links')).toEqual([]);
  });

  test('a frozen track is handed out to no address of its order until it thaws, however often and late that is heard', async () => {
    const { source } = packages.catalog;
    const sold = { orderId: 50, productId: track.id, sellerId: 4 };
    const frozen = (version: number) => TrackFrozen({ ...sold, version, reason: 'claim' });
    const statusOf = async (orderId: number) => (await get(address({ orderId }))).status;
    await deliver(source, subscriptions, frozen(1), 2);
    expect([await statusOf(50), await statusOf(51)]).toEqual([409, 200]);
    await deliver(source, subscriptions, TrackThawed({ ...sold, version: 2 }), 2);
    await deliver(source, subscriptions, frozen(1));
    expect(await statusOf(50)).toBe(200);
  });

  test('a package that delivers a track no more is not delivered', async () => {
    const url = address();
    await request(packages.catalog.app)
      .put(`/api/products/${track.id}`)
      .set(asAdmin())
      .field('fields', JSON.stringify({ package_id: null, download_link: 'https://files.example/a', project_name: null }))
      .expect(200);
    expect((await get(url)).status).toBe(404);
  });
});

describe('a package in an object store that browsers reach', () => {
  let s3: Awaited<ReturnType<typeof openFakeS3>>;
  let packages: Awaited<ReturnType<typeof openPackages>>;
  let pack: PackageView;
  let track: AdminProductView;
  let master: PackageView['files'][number];
  beforeAll(async () => {
    s3 = await openFakeS3();
    packages = await openPackages(async () => ({ storage: await s3.open(), objectLinks: s3.openLinks(), close: s3.close }));
    pack = await packages.checked(FILES);
    track = await packages.catalog.product({ ...sold, name: 'Night Drive', package_id: pack.id });
    master = pack.files.find(({ role }) => role === 'master')!;
  });
  afterAll(() => packages.close());

  const one = (more: Partial<Delivery> = {}, { id } = master) => `${addressOf(pack.id, more)}?file=${id}`;
  const get = (url: string) => request(packages.catalog.app).get(url).set(as()).responseType('blob');

  test('hands a single file out by a link of the store, for five minutes and under its own name', async () => {
    const { status, headers } = await get(one());
    expect([status, headers]).toMatchObject([302, { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }]);
    const link = new URL(String(headers.location));
    expect([link.searchParams.get('X-Amz-Expires'), link.searchParams.has('X-Amz-Signature')]).toEqual(['300', true]);
    const answer = await fetch(link);
    expect(sha256(Buffer.from(await answer.arrayBuffer()))).toBe(master.sha256);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'audio/wav',
      'content-disposition': 'attachment; filename="Night Drive.wav"',
    });
  });

  test('sends all files itself, because their ZIP is written while it is sent, and says itself how large one is', async () => {
    const whole = await get(addressOf(pack.id));
    expect([whole.status, whole.headers['content-type']]).toEqual([200, 'application/zip']);
    expect((await get(addressOf(pack.id)).set({ range: 'bytes=10-19' })).status).toBe(206);
    const head = await request(packages.catalog.app).head(one()).set(as());
    expect([head.status, head.headers['content-length'], head.headers.etag]).toEqual([
      200,
      String(master.sizeBytes),
      `"${master.sha256}"`,
    ]);
  });

  test('gives no link where it would send nothing', async () => {
    const { source } = packages.catalog;
    const frozen = { orderId: 50, productId: track.id, sellerId: 4, version: 1 };
    await deliver(source, subscriptions, TrackFrozen({ ...frozen, reason: 'claim' }));
    await deliver(source, subscriptions, LinksRevoked({ orderId: 40, revision: 2 }));
    const project = pack.files.find(({ role }) => role === 'project')!;
    const refused: [url: string, status: number][] = [
      [one({ orderId: 50 }), 409],
      [one({ orderId: 40 }), 404],
      [one({ until: now() - 1 }), 404],
      [`${addressOf(pack.id, {}, 'x')}?file=${master.id}`, 404],
      [one({ scope: 'track' }, project), 404],
      [`${addressOf(pack.id)}?file=2000000`, 404],
    ];
    for (const [url, status] of refused) {
      const answer = await get(url);
      expect([url, answer.status, answer.headers.location]).toEqual([url, status, undefined]);
    }
    expect((await get(one({ orderId: 40, revision: 2 }))).status).toBe(302);
  });

  test('gives no link to a file that the store has lost', async () => {
    const [key, stored] = [...s3.objects].find(([, { body }]) => body.equals(FILES['Master/Night Drive.wav']))!;
    s3.objects.delete(key);
    expect((await get(one())).status).toBe(404);
    s3.objects.set(key, stored);
    expect((await get(one())).status).toBe(302);
  });
});
