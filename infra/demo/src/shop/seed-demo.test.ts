import { demoTracks } from '../catalogue/demo-tracks';
import { serviceDemos } from '../catalogue/service-demos';
import { soldTracks } from '../catalogue/sold-tracks';
import { aShop } from '../testing/a-shop';
import { renderOnce } from '../testing/render-once';
import { seedDemo } from './seed-demo';

// The loops are really rendered.
const renderer = renderOnce();
afterAll(() => renderer.close());

let opened: { close: () => Promise<unknown> }[] = [];
const open = async (options?: Parameters<typeof aShop>[0]) => {
  const shop = await aShop(options);
  opened.push(shop);
  return { ...shop, options: { ...shop.options, renderer } };
};
afterEach(async () => {
  await Promise.all(opened.map((shop) => shop.close()));
  opened = [];
});

test('an empty shop gets accounts, a store ready to sell, tracks, demos, a coupon, an announcement and some work', async () => {
  const { options, shop } = await open();
  const accounts = await seedDemo(options);
  expect([...shop.accounts.keys()]).toEqual(['admin@example.com', accounts.buyer.email, accounts.seller.email]);
  expect(shop.steps).toEqual(['PUT /api/sellers/7/accept-offer', 'PUT /api/sellers/7/status']);
  expect(shop.products.map(({ name }) => name).sort()).toEqual([
    'Break the Meter',
    'Concrete Garden',
    'Slow Weather',
    'Tuesday Tape',
  ]);
  expect(shop.products.filter(({ seller_id }) => seller_id === 7)).toHaveLength(2);
  expect(shop.products.every(({ img, audio }) => img > 10_000 && audio > 2_000_000)).toBe(true);
  expect(shop.demos).toHaveLength(1);
  expect(shop.coupons).toMatchObject([{ code: 'FIRSTTRACK', discount_percent: 15, first_order_only: true }]);
  expect(shop.announcements).toHaveLength(1);
  expect(shop.submissions).toMatchObject([{ trackName: 'Breakwater', status: 'in_review' }]);
  expect(shop.requests).toMatchObject([{ name: 'Robin Vale' }]);
  expect(shop.subscribers).toMatchObject([{ email: 'demo.reader@example.com' }]);
  expect(shop.busiest).toBeLessThanOrEqual(2);
});

test('a second run changes nothing', async () => {
  const { options, shop } = await open();
  await seedDemo(options);
  const before = JSON.stringify({ ...shop, storeAsked: 0, steps: [], accounts: [...shop.accounts] });
  await seedDemo(options);
  expect(JSON.stringify({ ...shop, storeAsked: 0, steps: [], accounts: [...shop.accounts] })).toBe(before);
});

test('an interrupted run says why and is continued by the next', async () => {
  const { options, shop } = await open({ breaksAfter: 2 });
  await expect(seedDemo(options)).rejects.toThrow('POST /api/products: 500 refused: broken');
  expect(shop.products).toHaveLength(2);
  shop.breaksAfter = Infinity;
  await seedDemo(options);
  expect(new Set(shop.products.map(({ name }) => name)).size).toBe(4);
  expect(shop.products).toHaveLength(4);
});

test('a shop without announcements is filled all the same', async () => {
  const { options, shop } = await open({ announcements: false });
  await seedDemo(options);
  expect(shop.products).toHaveLength(4);
});

test('a wrong admin password is told in the shop’s words', async () => {
  const { options } = await open();
  await expect(seedDemo({ ...options, adminPassword: 'wrong' })).rejects.toThrow('wrong-credentials');
});

test('with a password of its own, no account has the one that everybody knows', async () => {
  const { options, shop } = await open();
  const accounts = await seedDemo({ ...options, scale: 0, password: 'Made-up-1!' });
  expect(accounts.seller).toEqual({ email: 'demo.seller@example.com', password: 'Made-up-1!' });
  const passwords = [...shop.accounts.values()].slice(1).map(({ password }) => password);
  expect(new Set(passwords)).toEqual(new Set(['Made-up-1!']));
});

test('the track of an approved submission names it, so that the shop publishes that one and no twin is made', async () => {
  const { options, shop } = await open();
  const NAME = 'Glass Harbour';
  const there = [...demoTracks, ...soldTracks].filter(({ name }) => name !== NAME);
  shop.products.push(...there.map(({ name }) => ({ name, seller_id: null, submission_id: null, img: 1, audio: 1 })));
  shop.demos.push(...serviceDemos);
  // No track of the shop has a status, so none is sold and PayPal is not asked.
  const paypal = { approve: () => Promise.reject(new Error('not asked')), refund: () => Promise.reject(new Error('not asked')) };
  await seedDemo({ ...options, scale: 1, story: { paypal, forgiveLimits: () => Promise.resolve() } });

  const states = Object.fromEntries(shop.submissions.map(({ trackName, status }) => [trackName, status]));
  expect(states).toEqual({
    Breakwater: 'in_review',
    Driftwood: 'submitted',
    'Signal Fires': 'approved',
    'Copy of a Copy': 'rejected',
    [NAME]: 'approved',
  });
  const submission = shop.submissions.find(({ trackName }) => trackName === NAME);
  expect(shop.products.find(({ name }) => name === NAME)).toMatchObject({ seller_id: 7, submission_id: submission?.id });
});
