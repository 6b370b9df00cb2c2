import { AdminActed, ProductPublished } from '@shop/contracts/events';
import type { AdminProductView } from '@shop/contracts/views';
import { asAdmin, emitted, forAllTests } from '@shop/runtime/testing';
import request from 'supertest';
import { aWav } from '../testing/a-recording';
import { aProductForm, openCatalog } from '../testing/catalog-under-test';

const catalog = forAllTests(openCatalog);

const send = (upload: string | null, overrides: object, audio = catalog.audio) => {
  const form = request(catalog.app)
    .post('/api/products')
    .set(asAdmin())
    .field('fields', JSON.stringify({ ...aProductForm(), ...overrides }))
    .attach('audio', audio, 'track.wav');
  return upload === null ? form : form.set('upload', upload);
};
const called = async (name: string) => {
  const { body } = await request(catalog.app).get('/api/products').set(asAdmin());
  return (body as AdminProductView[]).filter((product) => product.name === name);
};

test('a form that is sent again because its answer was lost adds one track, and is answered with it', async () => {
  const name = 'Sent Twice';
  const upload = crypto.randomUUID();
  const first = await send(upload, { name });
  const again = await send(upload, { name });
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  expect(await called(name)).toHaveLength(1);
  expect((await emitted(catalog.source, ProductPublished)).filter((track) => track.name === name)).toHaveLength(1);
  expect((await emitted(catalog.source, AdminActed)).filter(({ subject }) => subject.name === name)).toHaveLength(1);
});

test('a form sent again while the first one is still being worked on adds nothing', async () => {
  const name = 'Sent at Once';
  const upload = crypto.randomUUID();
  const answers = await Promise.all([send(upload, { name }), send(upload, { name })]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(answers[0].body).toEqual(answers[1].body);
  expect(await called(name)).toHaveLength(1);
});

test('a form sent again for a submission that is published by then adds nothing', async () => {
  const upload = crypto.randomUUID();
  const { body } = await send(upload, { submission_id: 12 });
  expect(await send(upload, { submission_id: 12 })).toMatchObject({ status: 201, body: { id: body.id } });
});

test('two forms with the same facts are two tracks, whoever sends no upload id too', async () => {
  const name = 'Twins';
  for (const upload of [crypto.randomUUID(), crypto.randomUUID(), null, null]) await send(upload, { name }).expect(201);
  expect(await called(name)).toHaveLength(4);
});

test('a form that was corrected before it was sent again is refused', async () => {
  const upload = crypto.randomUUID();
  const { body } = await send(upload, { name: 'Corrected' });
  const addedAlready = { status: 409, body: { code: 'added-already', details: { id: body.id } } };
  for (const correction of [{ price: 349 }, { download_link: 'https://files.example/other.zip' }, { submission_id: 99 }])
    expect(await send(upload, { name: 'Corrected', ...correction })).toMatchObject(addedAlready);
  expect(await send(upload, { name: 'Corrected' }, aWav({ hertz: 440, sampleRate: 8000 }))).toMatchObject(addedAlready);
  expect(await called('Corrected')).toMatchObject([{ id: body.id, price: 299 }]);

  await request(catalog.app).delete(`/api/products/${body.id}`).set(asAdmin()).expect(200);
  expect(await send(upload, { name: 'Corrected' })).toMatchObject(addedAlready);
});
