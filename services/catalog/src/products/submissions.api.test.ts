import { ProductPublished, StoreOpened } from '@shop/contracts/events';
import { as, asAdmin, deliver, emitted, forAllTests } from '@shop/runtime/testing';
import request from 'supertest';
import { subscriptions } from '../subscriptions';
import { aProductForm, openCatalog } from '../testing/catalog-under-test';
import { sold, trackHeld, trackReleased } from '../testing/news-from-orders';

const catalog = forAllTests(openCatalog);
beforeAll(async () => {
  const store = { sellerId: 7, userId: 70, version: 1, storeName: 'Bassline Works', status: 'active' };
  await deliver(catalog.source, subscriptions, StoreOpened(store));
});

const handle = (event: { type: string; data: unknown }) => deliver(catalog.source, subscriptions, event);
const announced = async (id: number) =>
  (await emitted(catalog.source, ProductPublished)).filter(({ productId }) => productId === id);
const send = (overrides: object) =>
  request(catalog.app)
    .post('/api/products')
    .set(asAdmin())
    .field('fields', JSON.stringify({ ...aProductForm(), ...overrides }))
    .attach('img', catalog.img, 'cover.png')
    .attach('audio', catalog.audio, 'track.wav');

test('a track that a seller sent in says so when it is published, and to admins', async () => {
  const track = await catalog.product({ seller_id: 7, submission_id: 12 });
  expect(await announced(track.id)).toMatchObject([{ submissionId: 12, sellerId: 7 }]);
  expect(track.submission_id).toBe(12);
});

test('what the seller declared is announced; everybody reads it without the notes, and a track without a declaration shows nothing', async () => {
  const origins = {
    samples: 'licensed',
    samplesNote: 'Loops of Nora',
    vocals: 'machine',
    vocalsNote: 'Voxel 2',
    unreleased: true,
  } as const;
  const track = await catalog.product({ seller_id: 7, submission_id: 40, origins });
  expect(track.origins).toEqual(origins);
  expect(await announced(track.id)).toMatchObject([{ origins }]);
  const page = async (id: number) => (await request(catalog.app).get(`/api/products/${id}`).set(as({}))).body as object;
  expect(await page(track.id)).toMatchObject({ origins: { samples: 'licensed', vocals: 'machine', unreleased: true } });
  expect(JSON.stringify(await page(track.id))).not.toMatch(/Nora|Voxel/);
  const undeclared = await catalog.product();
  expect(await page(undeclared.id)).not.toHaveProperty('origins');
});

test('an admin corrects the declaration, and an edit of something else leaves it', async () => {
  const origins = { samples: 'none', samplesNote: null, vocals: 'none', vocalsNote: null, unreleased: true } as const;
  const { id } = await catalog.product({ origins });
  const edit = (fields: object) =>
    request(catalog.app).put(`/api/products/${id}`).set(asAdmin()).field('fields', JSON.stringify(fields)).expect(200);
  const read = async () => (await request(catalog.app).get(`/api/products/${id}`).set(asAdmin())).body as { origins?: object };
  await edit({ name: 'Another name' });
  expect((await read()).origins).toEqual(origins);
  await edit({ origins: { ...origins, vocals: 'exclusive' } });
  expect((await read()).origins).toEqual({ ...origins, vocals: 'exclusive' });
});

test("the operator's own comes from no submission", async () => {
  const track = await catalog.product();
  expect(await announced(track.id)).toMatchObject([{ submissionId: null }]);
});

test('a submission becomes one track: a second form for it is refused, also one sent at the same time', async () => {
  const answers = await Promise.all([send({ submission_id: 13 }), send({ submission_id: 13 })]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
  const first = answers.find((answer) => answer.status === 201)!.body as { id: number };
  expect(answers.find((answer) => answer.status === 409)!.body).toMatchObject({
    code: 'submission-published',
    field: 'submission_id',
    error: 'This submission is already published as "Night Drive".',
    details: { productId: first.id },
  });
  await request(catalog.app).delete(`/api/products/${first.id}`).set(asAdmin()).expect(200);
  await send({ submission_id: 13 }).expect(201);
});

test('nor is it published again while a buyer has the removed track: each is sold once', async () => {
  const { id } = await catalog.product({ submission_id: 15 });
  await request(catalog.app).delete(`/api/products/${id}`).set(asAdmin()).expect(200);
  for (const event of [trackHeld(id, 1), sold([{ productId: id, claimVersion: 2 }])]) {
    await handle(event);
    expect(await send({ submission_id: 15 })).toMatchObject({
      status: 409,
      body: { code: 'submission-published', details: { productId: id } },
    });
  }
  await handle(trackReleased(id, 3));
  await send({ submission_id: 15 }).expect(201);
});

test('an edit leaves where it came from as it is', async () => {
  const track = await catalog.product({ submission_id: 14 });
  const edited = await request(catalog.app)
    .put(`/api/products/${track.id}`)
    .set(asAdmin())
    .field('fields', JSON.stringify({ name: 'Night Drive II', submission_id: 99 }));
  expect(edited).toMatchObject({ status: 200, body: { name: 'Night Drive II', submission_id: 14 } });
});

test('a submission is named by its id', async () => {
  expect(await send({ submission_id: 'x' })).toMatchObject({ status: 400, body: { field: 'submission_id' } });
});
