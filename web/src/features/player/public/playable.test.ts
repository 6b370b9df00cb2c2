import { aDemo, aProduct } from '#testing/a-track.ts';
import { neighbour, playable, playableDemo, playableProduct } from './playable';

const products = (...ids: number[]) => ids.map((id) => aProduct({ id }));

test('next and previous follow the list as it is, around its ends', () => {
  const list = products(3, 9, 5);
  const ids = list.map((track) => [neighbour(list, playable(track), -1)?.id, neighbour(list, playable(track), 1)?.id]);
  expect(ids).toEqual([
    [5, 9],
    [3, 5],
    [9, 3],
  ]);
});

test('from a track that is not in the list they lead to its ends', () => {
  const secondTrack = playableProduct(aProduct({ id: 6 }));
  expect([neighbour(products(9, 5, 3), secondTrack, 1)?.id, neighbour(products(9, 5, 3), secondTrack, -1)?.id]).toEqual([9, 3]);
  expect(neighbour([], secondTrack, 1)).toBeUndefined();
});

test('a demo is a pseudo-product with a prefixed id, price 0 and type Demo Track', () => {
  expect(playableDemo(aDemo({ id: 4 }))).toMatchObject({ key: 'demo_4', id: 4, demo: true, price: 0, type: 'Demo Track' });
});
