import { faultsHeard, type CheckHeard } from '@shop/http';
import { forward } from '@shop/runtime/testing';
import { openGateway, type UnderTest } from '../testing/gateway-under-test';

let shop: UnderTest;
const answers: string[] = [];
beforeAll(async () => {
  const checkAnswer: CheckHeard = (route, answered) => {
    answers.push(`${route.path} ${answered.status}`);
    return answered.status === 413 ? ['a fault'] : faultsHeard(route, answered);
  };
  shop = await openGateway({}, { checkAnswer });
});
afterAll(() => shop.stop());
beforeEach(() => void answers.splice(0));

test('its own views and refusals are held to the declared call', async () => {
  expect((await shop.call('/api/config')).status).toBe(200);
  const foreign = { origin: 'https://evil.example', cookie: 'sid=x' };
  expect((await shop.call('/api/orders', { method: 'POST', headers: foreign })).json).toMatchObject({ code: 'forbidden' });
  expect(answers).toEqual(['/api/config 200', '/api/orders 403']);
});

test('the refusal of a call whose service is away is held to it too', async () => {
  await shop.fakes.orders.close();
  const { status, headers, json } = await shop.call('/api/orders/12');
  expect([status, headers['retry-after'], json]).toEqual([503, '5', expect.objectContaining({ code: 'unavailable' })]);
  expect(answers).toEqual(['/api/orders/:id 503']);
  await shop.fakes.orders.up();
});

test('the list from memory is held to the call that it answers', async () => {
  const catalog = shop.fakes.catalog;
  const listed = (list: unknown) => {
    catalog.answer = (_req, res) => void res.setHeader('content-type', 'application/json').end(JSON.stringify(list));
    return shop.call('/api/products');
  };
  expect((await listed([{ id: 1, name: 'A track without the rest' }])).status).toBe(500);
  expect(answers).toEqual(['/api/products 200']);
  forward(2000);
  expect((await listed([])).status).toBe(200);
  jest.restoreAllMocks();
  catalog.answer = null;
});

test('an answer with a fault goes out as 500', async () => {
  const headers = { 'content-type': 'application/json', 'content-length': '99999999' };
  const { status, json } = await shop.call('/api/orders', { method: 'POST', headers, body: '{}' });
  expect([status, json]).toEqual([500, expect.objectContaining({ code: 'internal' })]);
});

test('answers of services and undeclared answers pass unchecked', async () => {
  expect((await shop.call('/api/products/1')).status).toBe(200);
  expect((await shop.call('/api/nothing')).status).toBe(404);
  expect(answers).toEqual([]);
});
