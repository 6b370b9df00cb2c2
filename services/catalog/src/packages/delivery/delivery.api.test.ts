import { randomBytes } from 'node:crypto';
import { LinksRevoked, TrackFrozen, TrackThawed } from '@shop/contracts/events';
import type { AdminProductView, PackageView } from '@shop/contracts/views';
import { as, asAdmin, deliver } from '@shop/runtime/testing';
import { signDelivery, type Delivery } from '@shop/shared';
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

describe.each(STORES)('the delivery of packages in %s', (_name, openStore) => {
  let packages: Awaited<ReturnType<typeof openPackages>>;
  let pack: PackageView;
  let track: AdminProductView;
  beforeAll(async () => {
    packages = await openPackages(openStore);
    pack = await packages.checked(FILES);
    const fields = { name: 'Night/Drive', seller_id: 4, package_id: pack.id, download_link: '', project_name: 'Cubase' } as const;
    track = await packages.catalog.product(fields);
  });
  afterAll(() => packages.close());

  const address = (more: Partial<Delivery> = {}, signature?: string) => {
    const delivery: Delivery = { packageId: pack.id, orderId: 12, revision: 1, scope: 'full', until: now() + 900, ...more };
    const { packageId, orderId, revision, scope, until } = delivery;
    const signed = signature ?? signDelivery(DELIVERY_KEYS, delivery);
    return `/media/packages/${packageId}/${orderId}/${revision}/${scope}/${until}/${signed}`;
  };
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
