import type { DemoView } from '@shop/contracts/views';
import { as, asAdmin, forAllTests } from '@shop/runtime/testing';
import request from 'supertest';
import { anImage } from '../testing/an-image';
import { openCatalog } from '../testing/catalog-under-test';

const catalog = forAllTests(openCatalog);

const post = (fields: Record<string, string>) =>
  Object.entries(fields).reduce(
    (form, [name, value]) => form.field(name, value),
    request(catalog.app).post('/api/demos').set(asAdmin()),
  );
const aDemo = async (fields = { name: 'Warehouse', category: 'Techno' }) => {
  const { status, body } = await post(fields).attach('img', catalog.img, 'a.png').attach('audio', catalog.audio, 'a.wav');
  expect(status).toBe(201);
  return body as DemoView;
};

test('a demo track is added, shown, changed and deleted', async () => {
  const demo = await aDemo();
  expect(demo).toMatchObject({ name: 'Warehouse', category: 'Techno', duration: 10, bpm: null, music_key: null });
  expect(demo.wave).toMatch(/^[0-9a-f]{96}$/);
  expect((await request(catalog.app).get('/api/demos').set(as())).body).toContainEqual(demo);
  expect((await request(catalog.app).get(`/api/demos/${demo.id}`).set(as())).body).toEqual(demo);

  const change = () => request(catalog.app).put(`/api/demos/${demo.id}`).set(asAdmin());
  expect((await change().field('name', 'Cellar')).body).toEqual({ ...demo, name: 'Cellar' });
  const { body } = await change().attach('img', await anImage({ width: 77, height: 77 }), 'b.png');
  expect(body).toMatchObject({ name: 'Cellar', audio: demo.audio });
  expect(body.img).not.toBe(demo.img);

  const remove = () => request(catalog.app).delete(`/api/demos/${demo.id}`).set(asAdmin());
  expect((await remove()).body).toEqual({ success: true });
  expect((await remove()).status).toBe(404);
  expect((await request(catalog.app).get(`/api/demos/${demo.id}`).set(as())).status).toBe(404);
});

test.each([
  ['name', { name: '', category: 'x' }],
  ['category', { name: 'x' }],
  ['bpm', { name: 'x', category: 'y', bpm: '1' }],
  ['img', { name: 'x', category: 'y' }],
])('a form with a wrong or missing %s is refused', async (field, fields) => {
  const { status, body } = await post(fields);
  expect({ status, field: body.field }).toEqual({ status: 400, field });
});

test('unknown and malformed ids', async () => {
  const put = (id: string) => request(catalog.app).put(`/api/demos/${id}`).set(asAdmin()).field('name', 'x');
  expect([(await put('999')).status, (await put('x')).status]).toEqual([404, 400]);
  expect((await request(catalog.app).delete('/api/demos/x').set(asAdmin())).status).toBe(400);
});

test('the admin’s list comes in pages, searched by name or category, without regard to case', async () => {
  await aDemo({ name: 'Cellar Door', category: 'House' });
  const { id } = await aDemo({ name: 'Attic', category: 'Warehouse Rave' });
  const list = async (query: string) => (await request(catalog.app).get(`/api/demos?page=1&${query}`).set(asAdmin())).body;
  expect((await list('limit=1')).pagination).toMatchObject({ limit: 1, totalPages: expect.any(Number) });
  expect((await list('q=warehouse%20R')).data).toMatchObject([{ id, name: 'Attic', duration: 10 }]);
  expect((await list('q=CELLAR')).data.map(({ name }: DemoView) => name)).toEqual(['Cellar Door']);
  expect((await list('q=%25')).pagination.total).toBe(0);
  const names = (await list('sort=name')).data.map(({ name }: DemoView) => name) as string[];
  expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
  expect((await list('sort=img')).field).toBe('sort');
});

test('a form that is sent again because its answer was lost adds one demo track; another name is not lost in silence', async () => {
  const upload = crypto.randomUUID();
  const send = (name: string) =>
    post({ name, category: 'Techno' })
      .set('upload', upload)
      .attach('img', catalog.img, 'a.png')
      .attach('audio', catalog.audio, 'a.wav');
  const answers = await Promise.all([send('Sent Twice'), send('Sent Twice')]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(answers[0].body).toEqual(answers[1].body);
  expect(await send('Corrected')).toMatchObject({
    status: 409,
    body: { code: 'added-already', details: { id: answers[0].body.id } },
  });
  const demos = (await request(catalog.app).get('/api/demos').set(as())).body as DemoView[];
  expect(demos.map(({ name }) => name).filter((name) => ['Sent Twice', 'Corrected'].includes(name))).toEqual(['Sent Twice']);
});
