import { as, asAdmin, asUser, forAllTests } from '@shop/runtime/testing';
import request from 'supertest';
import { openCatalog } from '../testing/catalog-under-test';

const catalog = forAllTests(openCatalog);

/** Visitor, logged-in user, admin. An admin's answer to an empty body shows that they were let through. */
const TABLE: [string, [number, number, number]][] = [
  ['get /api/products', [200, 200, 200]],
  ['get /api/products/search', [200, 200, 200]],
  ['get /api/products/1/similar', [404, 404, 404]],
  ['get /api/products/1', [404, 404, 404]],
  ['get /api/products/1/recordings', [401, 403, 404]],
  ['get /api/packages/1/recordings', [401, 403, 404]],
  ['post /api/products/by-ids', [400, 400, 400]],
  ['post /api/products/1/increment-play-count', [404, 404, 404]],
  ['post /api/products', [401, 403, 415]],
  ['put /api/products/1', [401, 403, 415]],
  ['delete /api/products/1', [401, 403, 404]],
  ['get /api/demos', [200, 200, 200]],
  ['get /api/demos/1', [404, 404, 404]],
  ['post /api/demos', [401, 403, 415]],
  ['put /api/demos/1', [401, 403, 415]],
  ['delete /api/demos/1', [401, 403, 404]],
  [`get /media/catalog/${'a'.repeat(64)}.mp3`, [404, 404, 404]],
  ['get /api/stores', [401, 403, 200]],
  ['get /api/uploads/00000000-0000-4000-8000-000000000001', [401, 403, 404]],
  ['get /api/packages/1', [401, 404, 404]],
  ['delete /api/packages/1', [401, 404, 404]],
  ['post /api/packages/1/uploads', [401, 400, 400]],
  ['get /api/packages/1/uploads/00000000-0000-4000-8000-000000000001', [401, 404, 404]],
  ['patch /api/packages/1/uploads/00000000-0000-4000-8000-000000000001', [401, 404, 404]],
  ['delete /api/packages/1/uploads/00000000-0000-4000-8000-000000000001', [401, 404, 404]],
  ['post /api/packages/1/complete', [401, 404, 404]],
  ['get /api/packages/1/files/1', [401, 404, 404]],
  ['put /api/packages/1/files/1', [401, 400, 400]],
  ['put /api/packages/1/overruled', [401, 403, 400]],
  ['delete /api/packages/1/files/1', [401, 404, 404]],
  ['post /api/packages', [401, 403, 201]],
  ['get /media/packages/1/1/1/track/4102444800/wrong', [404, 404, 404]],
  ['get /internal/tracks-for-sale', [404, 404, 404]],
  ['get /internal/track-stats', [404, 404, 404]],
];

test.each(TABLE)('%s', async (call, expected) => {
  const [method, path] = call.split(' ') as ['get', string];
  const statuses: number[] = [];
  for (const caller of [as(), asUser(4), asAdmin()]) statuses.push((await request(catalog.app)[method](path).set(caller)).status);
  expect(statuses).toEqual(expected);
});

test('every call of the service stands in the table', () => {
  const listed = TABLE.map(([call]) => call.replace(/\/1(?=\/|$)/g, '/:id').replace(/\/[a0-]{10}\S+$/, '/:'));
  const real = catalog.replica().endpoints.map(
    ({ method, path }) =>
      `${method} ${path
        .replace('/:fileId', '/:id')
        .replace('/:order/:revision/:scope/:until/:signature', '/:id/:id/track/4102444800/wrong')
        .replace(/:file|(?<=uploads\/):\w+/, ':')}`,
  );
  expect(real.sort()).toEqual(listed.sort());
});

test('nobody gets in without the gateway', async () => {
  expect((await request(catalog.app).get('/api/products')).status).toBe(401);
});
