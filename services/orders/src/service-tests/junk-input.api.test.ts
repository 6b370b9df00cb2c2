import { asAdmin, forAllTests } from '@shop/runtime/testing';
import request from 'supertest';
import { endpointsOf } from '../endpoints';
import { bought, openTestShop, publish } from '../testing/orders-app';

const ADMIN = 7;

const shop = forAllTests(() => openTestShop({ rateScale: 100 }));
beforeAll(async () => {
  await publish(shop);
  await bought(shop, ADMIN);
});

test('input of any shape is refused with a reason, and never a fault of ours', async () => {
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
  const ids = ['0', '-1', '1e3', '99999999999', '1.5', 'x', '%00', "1'", '%E0%A4%A'];
  for (const one of endpointsOf(shop.context)) {
    for (const body of one.method === 'get' || one.method === 'delete' ? [] : junk) {
      const path = one.path.replace(/:\w+/g, '1');
      const answer = await request(shop.app)
        [one.method](path)
        .set(asAdmin(ADMIN))
        .set('content-type', 'application/json')
        .send(JSON.stringify(body));
      expect({ path, body, fault: answer.status >= 500 }).toEqual({ path, body, fault: false });
    }
    for (const id of one.path.includes(':') ? ids : []) {
      const path = one.path.replace(/:\w+/g, id);
      const answer = await request(shop.app)[one.method](path).set(asAdmin(ADMIN)).send();
      expect(answer.status).toBeLessThan(500);
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
  }
});
