import { adminActed } from './shop';

const product = { type: 'product', id: 7, name: 'Night Drive' };

test('of a change only what differs is kept, on both sides', () => {
  const before = { price: 299, name: 'Night Drive', genres: ['Techno'], seller: null };
  const [event] = adminActed(1, 'product.changed', product, { before, after: { ...before, price: 349, seller: 4 } });
  expect(event!.data).toMatchObject({ adminId: 1, before: { price: 299, seller: null }, after: { price: 349, seller: 4 } });
  expect(Object.keys(event!.data.after!)).toEqual(['price', 'seller']);
});

test('what was created has no before, what was deleted no after', () => {
  expect(adminActed(1, 'product.created', product, { before: null, after: { price: 299 } })[0]!.data.before).toBeNull();
  expect(adminActed(1, 'product.removed', product, { before: { price: 299 }, after: null })[0]!.data.after).toBeNull();
});

test('saving without a change is no act', () => {
  const same = { price: 299, genres: ['Techno'] };
  expect(adminActed(1, 'product.changed', product, { before: same, after: { price: 299, genres: ['Techno'] } })).toEqual([]);
});
