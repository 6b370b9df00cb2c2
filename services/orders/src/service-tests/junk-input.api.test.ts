import { asAdmin, forAllTests } from '@shop/runtime/testing';
import request from 'supertest';
import { endpointsOf } from '../endpoints';
import { bought, openTestShop, publish } from '../testing/orders-app';

const ADMIN = 7;

/** Calls that read no body, so that any body is as good as none. */
const BODILESS = [
  'put /api/orders/holds/:productId/reminder',
  'post /api/orders/reconciliation',
  'post /api/orders/:id/release-hold',
  'post /api/orders/:id/free-tracks',
  'post /api/claims/:id/withdrawal',
];

/** A good body for each call with an id in its path and a body, so that only the id can be at fault. */
const GOOD: Record<string, object> = {
  'put /api/orders/:id/status': { status: 'completed' },
  'post /api/orders/:id/payments': { method: 'bank', reference: 'T-1' },
  'post /api/orders/:id/refunds/quote': { amountCents: 100 },
  'post /api/orders/:id/refunds': { reference: 'T-1' },
  'post /api/orders/holds/:productId/release': {},
  'post /api/orders/:id/resend': { newLinks: false },
  'put /api/orders/:id/certificates/:productId': { shown: true },
  'post /api/orders/differences/:id/look': { note: 'Seen' },
  'patch /api/coupons/:id/status': { is_active: false },
  'post /api/disputes/:disputeId/:action': { key: 'a-key-of-a-dispute', note: 'Seen' },
  'put /api/service-requests/:id/state': { state: 'answered' },
  'post /api/orders/:orderId/claims': { productId: 1, reason: 'files-broken', text: 'The stems are silent' },
  'post /api/claims/:id/messages': { text: 'Please listen again' },
  'post /api/claims/:id/decision': { outcome: 'repair', reason: 'New files are there' },
};

const shop = forAllTests(() => openTestShop({ rateScale: 100 }));
beforeAll(async () => {
  await publish(shop);
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
  expect(sent.filter(({ body, accepts }) => !body && !accepts).map(({ name }) => name)).toEqual(BODILESS);
  for (const { method, path, name } of sent)
    for (const body of junk) {
      const answer = await request(shop.app)
        [method](path.replace(/:\w+/g, '1'))
        .set(asAdmin(ADMIN))
        .set('content-type', 'application/json')
        .send(JSON.stringify(body));
      const { error } = answer.body as { error?: unknown };
      if (BODILESS.includes(name)) expect([name, body, answer.status >= 500]).toEqual([name, body, false]);
      else expect({ name, body, status: answer.status, error }).toEqual({ name, body, ...REFUSED });
    }
});

test('an id of any shape is refused with a reason, and never a fault of ours', async () => {
  const ids = ['0', '-1', '1e3', '99999999999', '1.5', 'x', '%00', "1'", '%E0%A4%A'];
  // an address of the sales log names no row: what is not there is 404 for everybody
  const withIds = calls().filter(({ path }) => path.includes(':') && !path.startsWith('/log/'));
  for (const { method, path, name, body } of withIds) {
    const good = GOOD[name];
    expect([name, body?.safeParse(good).success ?? true]).toEqual([name, true]);
    for (const id of ids) {
      const answer = await request(shop.app)[method](path.replace(/:\w+/g, id)).set(asAdmin(ADMIN)).send(good);
      const { error } = answer.body as { error?: unknown };
      expect({ name, id, status: answer.status, error }).toEqual({ name, id, ...REFUSED });
    }
  }
});
