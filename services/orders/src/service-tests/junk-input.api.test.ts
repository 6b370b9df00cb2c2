import { asAdmin, forAllTests } from '@shop/runtime/testing';
import request from 'supertest';
import { endpointsOf } from '../endpoints';
import { bought, openTestShop, putTrackOnSale } from '../testing/orders-app';

const ADMIN = 7;

const shop = forAllTests(() => openTestShop({ rateScale: 100 }));
beforeAll(async () => {
  await putTrackOnSale(shop);
  await bought(shop, ADMIN);
});

/** The calls of people; to them those of the gateway are not there. */
const calls = () =>
  endpointsOf(shop.context)
    .filter(({ path }) => !path.startsWith('/internal/'))
    .map((declared) => ({ ...declared, name: `${declared.method} ${declared.path}` }));
const REFUSED = { status: 400, error: expect.any(String) as string };

test('a body of any shape is refused with a reason, and never a fault of ours', async () => {
  const junk = [
    null,
    [],
    'text',
    7,
    { user_id: {} },
    { userId: '7; DROP TABLE orders' },
    { products: [{ id: { $gt: 0 } }] },
    { status: ['completed'] },
  ];
  // PayPal's own webhooks are taken in any shape.
  shop.paypal.state.signature = 'forged';
  // a form of files reads no JSON, so that junk is an empty message there
  const sent = calls().filter(
    ({ method, accepts }) => method !== 'get' && method !== 'delete' && accepts !== 'multipart/form-data',
  );
  for (const { method, path, name, ...declared } of sent)
    for (const body of junk) {
      const answer = await request(shop.app)
        [method](path.replace(/:\w+/g, '1'))
        .set(asAdmin(ADMIN))
        .set('content-type', 'application/json')
        .send(JSON.stringify(body));
      const { error } = answer.body as { error?: unknown };
      const readsNoBody = !declared.body && !declared.accepts;
      if (readsNoBody) expect([name, body, answer.status >= 500]).toEqual([name, body, false]);
      else expect({ name, body, status: answer.status, error }).toEqual({ name, body, ...REFUSED });
    }
});

test('an id of any shape is refused with a reason, and never a fault of ours', async () => {
  const ids = ['0', '-1', '1e3', '99999999999', '1.5', 'x', '%00', "1'", '%E0%A4%A'];
  // an address of the sales log names no row: what is not there is 404 for everybody
  const withIds = calls().filter(({ path }) => path.includes(':') && !path.startsWith('/log/'));
  for (const { method, path, name, params } of withIds)
    for (const id of ids) {
      const values = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, parameter]) => [parameter!, id]));
      // the path is read before the body, so that an empty one is not what is refused
      expect([name, id, params?.safeParse(values).success]).toEqual([name, id, false]);
      const answer = await request(shop.app)[method](path.replace(/:\w+/g, id)).set(asAdmin(ADMIN)).send({});
      const { error } = answer.body as { error?: unknown };
      expect({ name, id, status: answer.status, error }).toEqual({ name, id, ...REFUSED });
    }
});
