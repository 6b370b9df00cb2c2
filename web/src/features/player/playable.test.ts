import { aDemo, aProduct } from '../../testing/a-track';
import { neighbour, playable, playableDemo, playableProduct, walkingOrder } from './playable';

const products = (...ids: number[]) => walkingOrder(ids.map((id) => aProduct({ id })));

test('products are walked by id descending, whatever order they came in', () => {
  expect(products(3, 9, 5).map((track) => track.id)).toEqual([9, 5, 3]);
});

test('demos are walked in the order of their page', () => {
  expect(walkingOrder([3, 9, 5].map((id) => playableDemo(aDemo({ id })))).map((track) => track.id)).toEqual([3, 9, 5]);
});

test('next after the last is the first, previous before the first is the last', () => {
  const list = products(3, 9, 5);
  expect(neighbour(list, playable(list[2]!), 1)?.id).toBe(9);
  expect(neighbour(list, playable(list[0]!), -1)?.id).toBe(3);
  expect(neighbour(list, playable(list[0]!), 1)?.id).toBe(5);
});

test('a track that was sold while it played keeps its place', () => {
  const list = products(9, 5, 3);
  const sold = playableProduct(aProduct({ id: 6 }));
  expect(neighbour(list, sold, 1)?.id).toBe(5);
  expect(neighbour(list, sold, -1)?.id).toBe(9);
  expect(neighbour(list, playableProduct(aProduct({ id: 1 })), 1)?.id).toBe(9);
  expect(neighbour([], sold, 1)).toBeUndefined();
});

test('a demo is a pseudo-product with a prefixed id, price 0 and type Demo Track', () => {
  expect(playableDemo(aDemo({ id: 4 }))).toMatchObject({ key: 'demo_4', id: 4, demo: true, price: 0, type: 'Demo Track' });
});
