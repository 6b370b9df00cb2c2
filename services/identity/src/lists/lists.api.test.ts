import {
  OrderCaptured,
  ProductChanged,
  ProductPublished,
  ProductRemoved,
  StoreOpened,
  TrackReleased,
} from '@shop/contracts/events';
import { as, asAdmin, asUser, deliver, forAllTests } from '@shop/runtime/testing';
import fc from 'fast-check';
import request from 'supertest';
import { subscriptions } from '../subscriptions';
import { anAccount, anAdmin, aRegistration, openIdentity } from '../testing/identity-app';

const identity = forAllTests(() => openIdentity(100));
let buyer: number;
beforeAll(async () => {
  buyer = (await anAccount(identity)).id;
  for (const productId of [1, 2, 3, 4]) await deliver(identity.db.source, subscriptions, aPublished(productId), 2);
});

const aPublished = (productId: number, version = 1) =>
  ProductPublished({
    productId,
    version,
    name: `Track ${productId}`,
    category: 'Techno',
    img: '/media/catalog/a.webp',
    priceCents: 29900,
    oldPriceCents: null,
    bpm: 128,
    musicKey: 'A',
    projectName: null,
    sellerId: null,
    sellerUserId: null,
    storeName: 'Ghostline',
    downloadLink: 'https://www.dropbox.com/a',
    projectLink: null,
    createdAt: new Date().toISOString(),
  });
const aCapture = (buyerId: number, productId: number, claimVersion: number) =>
  OrderCaptured({
    orderId: 1,
    ref: '7f9c24e5-2b1a-4d9b-8f2e-0a1b2c3d4e5f',
    version: 2,
    buyerId,
    customer: { firstName: 'M', lastName: 'L', email: 'mara@example.com', country: 'Sweden' },
    items: [
      {
        productId,
        claimVersion,
        name: 'Track',
        category: 'Techno',
        img: '',
        sellerId: null,
        storeName: 'Ghostline',
        priceCents: 29900,
        projectCents: 0,
        discountCents: 0,
        paidCents: 29900,
        projectName: null,
        downloadUrl: '/d',
        projectUrl: null,
      },
    ],
    subtotalCents: 29900,
    discountCents: 0,
    feeCents: 1495,
    totalCents: 31395,
    couponCode: null,
    payment: { method: 'paypal', captureId: 'C' },
    capturedAt: new Date().toISOString(),
    createdAt: new Date().toISOString(),
  });
const putCart = (cart: unknown, caller = asUser(buyer)) =>
  request(identity.app).put(`/api/cart/${buyer}`).set(caller).send({ cart });
const details = async () =>
  (await request(identity.app).get(`/api/users/${buyer}/details`).set(asUser(buyer))).body as {
    cart: object[];
    wishlist: object[];
  };

test('the whole list is replaced; only known ids are read, each once', async () => {
  const answer = await putCart([{ id: '2', price: 1, name: 'forged' }, 1, { id: 2 }, 999]);
  expect(answer.body).toEqual({ success: true, cart: [{ id: 2 }, { id: 1 }], removed: [999], version: 1 });
  expect((await details()).cart).toEqual([{ id: 2 }, { id: 1 }]);
});

test.each([
  ['cart', 100],
  ['wishlist', 500],
])(
  'of more tracks than the %s holds, the first %i that can be bought are kept and the rest is answered as removed',
  async (list, most) => {
    const { id } = await anAccount(identity, { email: `${list}@example.com` });
    const ids = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);
    const [unknown, known] = [ids(6001, 50), ids(5001, most + 1)];
    await identity.db.source.query(
      'INSERT INTO product_copies (product_id, version) SELECT unnest($1::int[]), 1 ON CONFLICT DO NOTHING',
      [known],
    );
    const answer = await request(identity.app)
      .put(`/api/${list}/${id}`)
      .set(asUser(id))
      .send({ [list]: [...unknown, ...known] });
    expect(answer.body).toMatchObject({
      [list]: known.slice(0, most).map((id) => ({ id: id })),
      removed: [...unknown, known.at(-1)],
    });
  },
);

test('when two tabs replace the list, the later list stands', async () => {
  await Promise.all([putCart([1, 2]), putCart([3]), putCart([2, 1, 3])]);
  expect([[{ id: 1 }, { id: 2 }], [{ id: 3 }], [{ id: 2 }, { id: 1 }, { id: 3 }]]).toContainEqual((await details()).cart);
});

describe('an edit', () => {
  type Edit = { add?: number[]; remove?: number[]; clear?: boolean; version?: number };
  const patch = (list: 'cart' | 'wishlist', edit: Edit, caller = asUser(buyer)) =>
    request(identity.app).patch(`/api/${list}/${buyer}`).set(caller).send(edit);
  const ids = (answer: { body: unknown }, list: 'cart' | 'wishlist') =>
    (answer.body as Record<string, { id: number }[]>)[list]!.map(({ id }) => id);

  test('of two tabs does not undo the other', async () => {
    await putCart([1]);
    await Promise.all([patch('cart', { add: [2] }), patch('cart', { remove: [1] }), patch('cart', { add: [3, 999] })]);
    const { cart, listVersions } = (await details()) as unknown as { cart: { id: number }[]; listVersions: { cart: number } };
    expect(cart.map(({ id }) => id).sort()).toEqual([2, 3]);
    const again = await patch('cart', { add: [3], remove: [1] });
    expect(ids(again, 'cart').sort()).toEqual([2, 3]);
    expect(again.body).toMatchObject({ version: listVersions.cart + 1, removed: [] });
    expect((await patch('cart', { add: [999] })).body).toMatchObject({ removed: [999] });
  });

  test('that empties the list takes what was seen, and nothing that came since', async () => {
    await request(identity.app)
      .put(`/api/wishlist/${buyer}`)
      .set(asUser(buyer))
      .send({ wishlist: [1, 2] });
    const { version } = (await patch('wishlist', {})).body as { version: number };
    await patch('wishlist', { add: [3] });
    expect(ids(await patch('wishlist', { clear: true, version }), 'wishlist')).toEqual([3]);
  });

  test.each(['cart', 'wishlist'] as const)('that empties the %s without saying what was seen is refused', async (list) => {
    const { status, body } = await patch(list, { clear: true });
    expect([status, (body as { field?: string }).field]).toEqual([400, 'version']);
  });

  test('beyond the limit changes nothing', async () => {
    await putCart([1]);
    await identity.db.source.query(
      `INSERT INTO list_entries (user_id, list, product_id, position) SELECT $1, 'cart', 1000 + n, 100 + n FROM generate_series(1, 99) n`,
      [buyer],
    );
    const full = await patch('cart', { add: [2] });
    expect([full.status, full.body]).toEqual([409, expect.objectContaining({ code: 'list-full', field: 'add' })]);
    await putCart([]);
  });

  test.each([
    ['a visitor', as(), 401],
    ['another buyer', asUser(987_654), 403],
    ['an admin', asAdmin(987_655), 403],
  ])('by %s is refused', async (_who, caller, status) => {
    for (const list of ['cart', 'wishlist'] as const) expect((await patch(list, { add: [1] }, caller)).status).toBe(status);
  });

  test.each([
    [{ add: 'x' }],
    [{ add: [-1] }],
    [{ version: -1 }],
    [{ clear: 'yes' }],
    [{ add: [1], admin: true }],
    [{ version: 2 ** 31 }],
  ])('like %j is refused', async (edit) => expect((await patch('cart', edit as Edit)).status).toBe(400));

  test('that comes after its account was erased is refused and keeps nothing', async () => {
    const { id } = await anAccount(identity, { email: 'gone@example.com' });
    const chief = await anAdmin(identity, 'chief@example.com');
    await request(identity.app).delete(`/api/users/${id}`).set(asAdmin(chief)).expect(200);
    const edit = { add: [1] };
    const wishlist = { wishlist: [1] };
    expect((await request(identity.app).patch(`/api/cart/${id}`).set(asUser(id)).send(edit)).status).toBe(401);
    expect((await request(identity.app).put(`/api/wishlist/${id}`).set(asUser(id)).send(wishlist)).status).toBe(401);
    for (const table of ['list_entries', 'list_versions'])
      expect(await identity.db.source.query(`SELECT 1 FROM ${table} WHERE user_id = $1`, [id])).toEqual([]);
  });

  /** Three tabs each know the list as they last received it, and change it without asking. */
  test('of three tabs, in any order: all end with the same list, and nothing is lost that nobody took out', async () => {
    const step = fc.record({
      tab: fc.integer({ min: 0, max: 2 }),
      what: fc.oneof(
        { weight: 4, arbitrary: fc.record({ add: fc.constantFrom(1, 2, 3) }) },
        { weight: 3, arbitrary: fc.record({ remove: fc.constantFrom(1, 2, 3) }) },
        { weight: 1, arbitrary: fc.constant({ clear: true as const }) },
        { weight: 2, arbitrary: fc.constant({ look: true as const }) },
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        await putCart([]);
        const look = async () => ids(await patch('cart', {}), 'cart');
        const tabs = await Promise.all(
          [0, 1, 2].map(async () => ({
            version: ((await patch('cart', {})).body as { version: number }).version,
            seen: [] as number[],
          })),
        );
        const expected = new Set<number>();
        for (const { tab: at, what } of steps) {
          const tab = tabs[at]!;
          const edit: Edit =
            'add' in what
              ? { add: [what.add] }
              : 'remove' in what
                ? { remove: [what.remove] }
                : 'clear' in what
                  ? { clear: true, version: tab.version }
                  : {};
          if (edit.add) expected.add(edit.add[0]!);
          if (edit.remove) expected.delete(edit.remove[0]!);
          const before = await look();
          const answer = await patch('cart', edit);
          if (edit.clear) {
            // Products that this tab had seen are gone. Products that it had not seen, or that came again since, stay.
            for (const id of tab.seen) if (!ids(answer, 'cart').includes(id)) expected.delete(id);
            const unseen = before.filter((id) => !tab.seen.includes(id));
            expect(ids(answer, 'cart')).toEqual(expect.arrayContaining(unseen));
          }
          tab.version = (answer.body as { version: number }).version;
          tab.seen = ids(answer, 'cart');
        }
        const ends = await Promise.all(tabs.map(look));
        for (const end of ends) expect([...end].sort()).toEqual([...expected].sort());
      }),
      { numRuns: 25 },
    );
  });
});

test('a sold track leaves its buyer’s cart and can no longer be put into one; a freed one can', async () => {
  await putCart([1, 4]);
  await deliver(identity.db.source, subscriptions, aCapture(buyer, 4, 2), 3);
  expect((await details()).cart).toEqual([{ id: 1 }]);
  expect((await putCart([1, 4])).body).toMatchObject({ removed: [4] });

  await deliver(identity.db.source, subscriptions, TrackReleased({ productId: 4, orderId: 1, version: 1 }));
  expect((await putCart([4])).body).toMatchObject({ removed: [4] });
  await deliver(identity.db.source, subscriptions, TrackReleased({ productId: 4, orderId: 1, version: 3 }), 2);
  expect((await putCart([4])).body).toMatchObject({ removed: [] });
});

test('a track that was freed before its sale was heard of is not sold', async () => {
  for (const event of [TrackReleased({ productId: 61, orderId: 1, version: 3 }), aCapture(buyer, 61, 2), aPublished(61)])
    await deliver(identity.db.source, subscriptions, event, 2);
  expect((await putCart([61])).body).toMatchObject({ removed: [] });
});

test('a removed track stays removed, whatever is still told of it', async () => {
  await deliver(identity.db.source, subscriptions, aPublished(51, 1));
  await deliver(identity.db.source, subscriptions, ProductRemoved({ productId: 51, version: 2 }));
  const changed = ProductChanged(aPublished(51, 3).data);
  await deliver(identity.db.source, subscriptions, changed);
  expect((await putCart([51])).body).toMatchObject({ removed: [51] });
});

test('a removal that is said again is kept with its version', async () => {
  await deliver(identity.db.source, subscriptions, aPublished(52, 1));
  for (const version of [2, 3]) await deliver(identity.db.source, subscriptions, ProductRemoved({ productId: 52, version }));
  expect(await identity.db.source.query('SELECT version, removed FROM product_copies WHERE product_id = 52')).toEqual([
    { version: 3, removed: true },
  ]);
});

test('a removal that overtakes its publication wins', async () => {
  await deliver(identity.db.source, subscriptions, ProductRemoved({ productId: 50, version: 2 }));
  await deliver(identity.db.source, subscriptions, aPublished(50, 1));
  expect((await putCart([50])).body).toMatchObject({ removed: [50] });
});

test('a store opened by sellers keeps its name from others', async () => {
  const { id } = await anAccount(identity, { email: 'owner@example.com' });
  await deliver(
    identity.db.source,
    subscriptions,
    StoreOpened({ sellerId: 1, userId: id, version: 1, storeName: 'Harbour', status: '0' }),
    2,
  );
  const refused = await request(identity.app)
    .post('/api/users/register')
    .set(as())
    .send(aRegistration({ email: 'other@example.com', is_seller: true, shop_name: 'HARBOUR' }));
  expect(refused.body).toMatchObject({ field: 'shop_name' });
});

test('a store opened by sellers takes its name from a registration that is still under way', async () => {
  const { id } = await anAccount(identity, { email: 'first@example.com' });
  const pending = aRegistration({ email: 'pending@example.com', is_seller: true, shop_name: 'Quay' });
  await request(identity.app).post('/api/users/register').set(as()).send(pending).expect(200);
  await deliver(
    identity.db.source,
    subscriptions,
    StoreOpened({ sellerId: 9, userId: id, version: 1, storeName: 'Quay', status: '0' }),
  );
  const again = await request(identity.app).post('/api/users/register').set(as()).send(pending);
  expect(again.body).toMatchObject({ field: 'shop_name' });
});

test.each([
  ['a visitor', as(), 401],
  ['another buyer', asUser(987_654), 403],
  ['an admin', asAdmin(987_655), 403],
])('%s may not write somebody’s lists', async (_who, caller, status) => {
  expect((await putCart([1], caller)).status).toBe(status);
  expect(
    (
      await request(identity.app)
        .put(`/api/wishlist/${buyer}`)
        .set(caller)
        .send({ wishlist: [1] })
    ).status,
  ).toBe(status);
});

test.each([
  [{}],
  [{ cart: 'x' }],
  [{ cart: [{}] }],
  [{ cart: [-1] }],
  [{ cart: [1.5] }],
  [{ cart: ['1e3'] }],
  [{ cart: [2 ** 40] }],
  [{ cart: [1], admin: true }],
])('a malformed list %j is refused', async (body) => {
  const answer = await request(identity.app).put(`/api/cart/${buyer}`).set(asUser(buyer)).send(body);
  expect(answer.status).toBe(400);
});
