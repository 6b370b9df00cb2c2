import { coverInWidth } from '@shop/contracts/covers';
import { ProductChanged, ProductPublished, ProductRemoved, StoreChanged, StoreOpened } from '@shop/contracts/events';
import type { AdminProductView, ProductView } from '@shop/contracts/views';
import { as, asAdmin, asUser, deliver, emitted, eventually, forAllTests } from '@shop/runtime/testing';
import request from 'supertest';
import { subscriptions } from '../subscriptions';
import { aFlac } from '../testing/a-recording';
import { anImage } from '../testing/an-image';
import { aProductForm, openCatalog } from '../testing/catalog-under-test';
import { sold, trackHeld } from '../testing/news-from-orders';

const catalog = forAllTests(openCatalog);
beforeAll(async () => {
  const store = { sellerId: 7, userId: 70, version: 1, storeName: 'Bassline Works', status: 'active' };
  await deliver(catalog.source, subscriptions, StoreOpened(store));
});

const get = (path: string, caller = as()) => request(catalog.app).get(path).set(caller);
const put = (id: number, fields: unknown) =>
  request(catalog.app).put(`/api/products/${id}`).set(asAdmin()).field('fields', JSON.stringify(fields));
const announcedOf = async (id: number) =>
  (await emitted(catalog.source, ProductPublished)).filter(({ productId }) => productId === id);
const remove = (id: number) => request(catalog.app).delete(`/api/products/${id}`).set(asAdmin());
const news = (event: { type: string; data: unknown }, times = 1) => deliver(catalog.source, subscriptions, event, times);

describe('creating', () => {
  test('a track is on sale at once, with its price in cents in the announcement and in dollars in the shop', async () => {
    const track = await catalog.product({
      price: '349.50',
      old_price: 499,
      seller_id: 7,
      project_name: 'Cubase',
      project_link: 'https://x.example/p',
    });
    expect(track).toMatchObject({ status: 'active', price: 349.5, old_price: 499, store_name: 'Bassline Works', seller_id: 7 });
    const [announced] = (await emitted(catalog.source, ProductPublished)).filter(({ productId }) => productId === track.id);
    expect(announced).toMatchObject({
      version: 1,
      priceCents: 34_950,
      oldPriceCents: 49_900,
      sellerUserId: 70,
      storeName: 'Bassline Works',
      downloadLink: 'https://files.example/night-drive.zip',
      projectLink: 'https://x.example/p',
      img: track.img,
    });
    expect((await get(`/api/products/${track.id}`)).body).toMatchObject({ id: track.id, name: 'Night Drive', play_count: 0 });
  });

  test('a tempo may have a decimal, in the shop and in the announcement', async () => {
    const track = await catalog.product({ bpm: 87.5 });
    expect(track.bpm).toBe(87.5);
    expect(await announcedOf(track.id)).toMatchObject([{ bpm: 87.5 }]);
  });

  test('without an image a cover is drawn from the facts: the same ones, the same cover, in every width', async () => {
    const post = (over: object) =>
      request(catalog.app)
        .post('/api/products')
        .set(asAdmin())
        .field('fields', JSON.stringify(aProductForm(over)))
        .attach('audio', catalog.audio, 'track.wav');
    const [one, same, other] = await Promise.all([post({}), post({}), post({ name: 'Night Drive (Remix)', bpm: null })]);
    expect([one.status, same.status, other.status]).toEqual([201, 201, 201]);
    const [img, again, another] = [one, same, other].map(({ body }) => (body as AdminProductView).img);
    expect([img, again]).toEqual([img, img]);
    expect(another).not.toBe(img);
    expect(await announcedOf((one.body as AdminProductView).id)).toMatchObject([{ img }]);
    for (const address of [img!, coverInWidth(img!, 160), coverInWidth(img!, 1280)]) {
      const { status, headers } = await get(address);
      expect([status, headers['content-type']]).toEqual([200, 'image/webp']);
    }
  });

  test('without a seller it is the operator’s own', async () => {
    expect((await catalog.product()).store_name).toBe('Ghostline');
  });

  test.each([
    ['seller_id', { seller_id: 999 }],
    ['name', { name: '' }],
    ['name', { name: 'a\r\nb' }],
    ['name', { name: 'x'.repeat(121) }],
    ['category', { category: 'Polka' }],
    ['price', { price: 0 }],
    ['price', { price: 10_000.01 }],
    ['price', { price: 1.005 }],
    ['price', { price: '1e2' }],
    ['price', { price: Number.NaN }],
    ['old_price', { old_price: -1 }],
    ['music_key', { music_key: 'H' }],
    ['key_mode', { key_mode: 'dorian' }],
    ['type', { type: 'Demo Track' }],
    ['bpm', { bpm: -1 }],
    ['bpm', { bpm: 120.55 }],
    ['bpm', { bpm: 400.1 }],
    ['download_link', { download_link: 'javascript:alert(1)' }],
    ['download_link', { download_link: '' }],
    ['project_link', { project_name: 'Cubase' }],
    ['project_name', { project_name: 'Reaper' }],
    ['is_hot', { is_hot: 'yes' }],
    ['status', { status: 'sold' }],
    ['play_count', { play_count: 9 }],
    ['id', { id: 1 }],
  ])('a wrong %s is refused with the field named: %j', async (field, wrong) => {
    const before = await emitted(catalog.source, ProductPublished);
    const response = await request(catalog.app)
      .post('/api/products')
      .set(asAdmin())
      .field('fields', JSON.stringify({ ...aProductForm(), ...wrong }))
      .attach('img', catalog.img, 'a.png')
      .attach('audio', catalog.audio, 'a.wav');
    expect({ status: response.status, field: response.body.field }).toEqual({ status: 400, field });
    expect(await emitted(catalog.source, ProductPublished)).toEqual(before);
  });
});

describe('changing', () => {
  test('what is not sent stays, and the announcement counts on', async () => {
    const track = await catalog.product({ seller_id: 7, old_price: 500 });
    const { status, body } = await put(track.id, { name: 'Night Drive II', price: 399 });
    expect(status).toBe(200);
    const { name, price, ...rest } = body as AdminProductView;
    expect({ name, price }).toEqual({ name: 'Night Drive II', price: 399 });
    expect(rest).toEqual({ ...track, name: undefined, price: undefined });
    const announced = (await emitted(catalog.source, ProductChanged)).filter(({ productId }) => productId === track.id);
    expect(announced).toMatchObject([{ version: 2, name: 'Night Drive II', priceCents: 39_900, storeName: 'Bassline Works' }]);
  });

  test('empty texts clear, and a new picture replaces the old', async () => {
    const track = await catalog.product({ project_name: 'Cubase', project_link: 'https://x.example/p' });
    const { body } = await put(track.id, { project_name: '', project_link: '', old_price: null, bpm: null }).attach(
      'img',
      await anImage({ width: 321, height: 321 }),
      'new.png',
    );
    expect(body).toMatchObject({ project_name: null, project_link: null, old_price: null, bpm: null, audio: track.audio });
    expect(body.img).not.toBe(track.img);
  });

  test('a new picture alone leaves the fields alone', async () => {
    const track = await catalog.product({ seller_id: 7 });
    const form = request(catalog.app).put(`/api/products/${track.id}`).set(asAdmin());
    const { body } = await form.attach('img', await anImage({ width: 123, height: 123 }), 'new.png');
    expect({ ...(body as AdminProductView), img: '' }).toEqual({ ...track, img: '' });
    expect(body.img).not.toBe(track.img);
  });

  describe('by a long upload', () => {
    /**
     * Replaces the sound of a track, and calls `meanwhile` while the new one is judged.
     * @returns the answer
     */
    async function upload(trackId: number, meanwhile: () => Promise<void>) {
      const id = crypto.randomUUID();
      const uploading = request(catalog.app)
        .put(`/api/products/${trackId}`)
        .set({ ...asAdmin(), upload: id })
        .attach('audio', aFlac({ seconds: 180 }), 'long.flac')
        .then(({ body, status }) => ({ status, body: body as AdminProductView }));
      const stage = async () => (await request(catalog.app).get(`/api/uploads/${id}`).set(asAdmin())).body as { stage: string };
      await eventually(async () => expect(['decoding', 'encoding']).toContain((await stage()).stage));
      await meanwhile();
      return uploading;
    }

    test('takes nothing back that another admin has changed meanwhile', async () => {
      const track = await catalog.product();
      const answer = await upload(track.id, async () => {
        expect((await put(track.id, { price: 459 })).status).toBe(200);
      });
      expect(answer).toMatchObject({ status: 200, body: { price: 459 } });
    });

    test('draws the cover for the facts that another admin has changed meanwhile', async () => {
      const { body: product } = (await request(catalog.app)
        .post('/api/products')
        .set(asAdmin())
        .field('fields', JSON.stringify(aProductForm({ name: 'Before' })))
        .attach('audio', catalog.audio, 'track.wav')) as { body: AdminProductView };
      let cover: string | null = null;
      const answer = await upload(product.id, async () => {
        cover = ((await put(product.id, { name: 'After' })).body as AdminProductView).img;
      });
      expect(cover).not.toBe(product.img);
      expect(answer).toMatchObject({ status: 200, body: { name: 'After', img: cover } });
    });
  });

  test('a cover that was drawn follows the facts, until there is a picture', async () => {
    const { body: product } = (await request(catalog.app)
      .post('/api/products')
      .set(asAdmin())
      .field('fields', JSON.stringify(aProductForm({ name: 'Undrawn' })))
      .attach('audio', catalog.audio, 'track.wav')) as { body: AdminProductView };
    const imgAfter = async (form: request.Test) => ((await form).body as AdminProductView).img;
    expect(await imgAfter(put(product.id, { price: 399 }))).toBe(product.img);
    const renamed = await imgAfter(put(product.id, { name: 'Redrawn' }));
    expect(renamed).not.toBe(product.img);
    const replaced = await imgAfter(put(product.id, {}).attach('img', catalog.img, 'new.png'));
    expect([product.img, renamed]).not.toContain(replaced);
    expect(await imgAfter(put(product.id, { name: 'Kept' }))).toBe(replaced);
  });

  test('a track whose facts change with every drawing of its cover is given up, and stays as it is', async () => {
    const { body: product } = (await request(catalog.app)
      .post('/api/products')
      .set(asAdmin())
      .field('fields', JSON.stringify(aProductForm({ name: 'Restless' })))
      .attach('audio', catalog.audio, 'track.wav')) as { body: AdminProductView };
    const keep = catalog.storage.put;
    let drawings = 0;
    const storing = jest.spyOn(catalog.storage, 'put').mockImplementation(async (key, ...args) => {
      await keep.call(catalog.storage, key, ...args);
      if (/-\d+\.webp$/.test(key) || drawings === 20) return;
      drawings += 1;
      await catalog.source.query('UPDATE products SET name = $2 WHERE id = $1', [product.id, `Restless ${drawings}`]);
    });
    const answer = await put(product.id, { price: 399 });
    storing.mockRestore();
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect((await get(`/api/products/${product.id}`)).body).toMatchObject({ price: product.price, img: product.img });
    expect((await put(product.id, { price: 399 })).status).toBe(200);
  });

  test('held, sold and removed tracks cannot be changed or removed', async () => {
    const track = await catalog.product();
    await news(trackHeld(track.id, 1));
    expect((await put(track.id, { price: 1 })).body).toMatchObject({ success: false, code: 'held' });
    expect((await remove(track.id)).body.code).toBe('held');
    await news(sold([{ productId: track.id, claimVersion: 2 }]));
    expect((await put(track.id, { price: 1 })).status).toBe(409);
    expect((await remove(track.id)).body.code).toBe('sold');
    const product = await catalog.product();
    expect((await remove(product.id)).body).toEqual({ success: true });
    expect((await put(product.id, { price: 1 })).body.code).toBe('removed');
    expect((await remove(product.id)).status).toBe(409);
  });

  test('an unknown track is 404, a wrong id 400, a body that is no form 415', async () => {
    expect((await put(999_999, {})).status).toBe(404);
    expect((await remove(999_999)).status).toBe(404);
    expect((await remove('x' as unknown as number)).status).toBe(400);
    expect((await put(99_999_999_999, {})).status).toBe(400);
    expect((await request(catalog.app).put('/api/products/1').set(asAdmin()).send({ price: 1 })).status).toBe(415);
    expect((await put((await catalog.product()).id, [1])).body.field).toBe('fields');
  });
});

describe('removing', () => {
  test('a removed track leaves the shop, and stays in the records', async () => {
    const track = await catalog.product({ seller_id: 7 });
    await remove(track.id);
    expect((await get(`/api/products/${track.id}`)).body.code).toBe('not-found');
    expect((await get(`/api/products/${track.id}`, asUser(70))).body).toMatchObject({ id: track.id, status: 'removed' });
    expect((await get(`/api/products/${track.id}`, asUser(71))).status).toBe(404);
    expect((await get(`/api/products/${track.id}`, asAdmin())).body.status).toBe('removed');
    expect(await emitted(catalog.source, ProductRemoved)).toContainEqual(
      expect.objectContaining({ productId: track.id, version: 2 }),
    );
  });
});

describe('reading', () => {
  test('a sold track is 404 with what its page shows; its seller and admins see it', async () => {
    const track = await catalog.product({ seller_id: 7 });
    await news(sold([{ productId: track.id, claimVersion: 1 }]));
    const { status, body } = await get(`/api/products/${track.id}`, asUser(5));
    const { id, name, img, category, bpm, music_key, key_mode } = track;
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'sold' });
    expect(body.details).toEqual({ id, name, img, store_name: 'Bassline Works', category, bpm, music_key, key_mode });
    const own = await get(`/api/products/${track.id}`, asUser(70));
    expect([own.status, own.body.status, own.body.download_link]).toEqual([200, 'sold', undefined]);
    expect((await get(`/api/products/${track.id}`, asAdmin())).body).toMatchObject({
      status: 'sold',
      download_link: track.download_link,
    });
  });

  test('links never leave the server except to admins', async () => {
    const track = await catalog.product({ seller_id: 7, project_name: 'Cubase', project_link: 'https://secret.example/project' });
    const answers = await Promise.all([
      get('/api/products'),
      get('/api/products', asUser(70)),
      get(`/api/products/${track.id}`),
      get(`/api/products/${track.id}`, asUser(70)),
      request(catalog.app)
        .post('/api/products/by-ids')
        .set(as())
        .send({ ids: [track.id] }),
    ]);
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(text).toContain('Night Drive');
      expect(text).not.toMatch(/download_link|project_link|files\.example|secret\.example|seller_user|seller_id/);
    }
    const admin = (await get('/api/products', asAdmin())).body as AdminProductView[];
    expect(admin.find(({ id }) => id === track.id)).toMatchObject({ project_link: 'https://secret.example/project' });
    expect(new Set(admin.map(({ status }) => status))).toEqual(new Set(['active', 'sold', 'removed']));
  });

  test('by-ids answers what is for sale among them', async () => {
    const [first, gone, held] = [await catalog.product(), await catalog.product(), await catalog.product()];
    await remove(gone.id);
    await news(trackHeld(held.id, 1));
    const { body } = await request(catalog.app)
      .post('/api/products/by-ids')
      .set(as({ address: '198.51.100.1' }))
      .send({ ids: [String(first.id), gone.id, held.id, 999_999, first.id] });
    expect((body as ProductView[]).map(({ id }) => id)).toEqual([held.id, first.id]);
  });

  test.each([
    [{}],
    [{ ids: 'x' }],
    [{ ids: [{ id: 1 }] }],
    [{ ids: [1.5] }],
    [{ ids: ['1; DROP'] }],
    [{ ids: [null] }],
    [{ ids: Array(101).fill(1) }],
    [[1]],
    [{ ids: [], more: 1 }],
    [{ ids: [2 ** 31] }],
  ])('by-ids refuses %j', async (body) => {
    const { status } = await request(catalog.app)
      .post('/api/products/by-ids')
      .set(as({ address: '198.51.100.2' }))
      .send(body);
    expect(status).toBe(400);
  });

  test('by-ids is asked at most 60 times a minute from one address', async () => {
    const ask = (address: string) => request(catalog.app).post('/api/products/by-ids').set(as({ address })).send({ ids: [] });
    for (let i = 0; i < 60; i += 1) expect((await ask('198.51.100.3')).status).toBe(200);
    const { status, headers } = await ask('198.51.100.3');
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask('198.51.100.4')).status).toBe(200);
  });

  test.each(['0', '-1', '1.5', 'x', '99999999999', '%00', "1'--"])('GET /api/products/%s is refused', async (id) => {
    expect((await get(`/api/products/${id}`)).status).toBe(400);
  });
});

test('a store that takes another name takes its tracks along', async () => {
  const track = await catalog.product({ seller_id: 7 });
  await news(StoreChanged({ sellerId: 7, userId: 70, version: 2, storeName: 'Sub Works', status: 'active' }));
  // The event was sent again after the store's name was blanked.
  await news(StoreChanged({ sellerId: 7, userId: 70, version: 3, storeName: '', status: 'active' }));
  expect((await get(`/api/products/${track.id}`)).body.store_name).toBe('Sub Works');
});
