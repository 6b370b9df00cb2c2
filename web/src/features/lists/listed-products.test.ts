import { makeStore } from '#app/store.ts';
import { aProduct } from '#testing/a-track.ts';
import { stubServer } from '#testing/stub-server.ts';
import { listedProductsApi } from './listed-products';

const byIds = (ids: number[]) => makeStore().dispatch(listedProductsApi.endpoints.listedProducts.initiate(ids));

test('an empty list asks nobody', async () => {
  const calls = stubServer({});
  expect((await byIds([])).data).toEqual([]);
  expect(calls).toEqual([]);
});

test('a long list is asked for in parts of 100', async () => {
  const calls = stubServer({
    'POST /api/products/by-ids': ({ body }) => ({ body: (body as { ids: number[] }).ids.map((id) => aProduct({ id })) }),
  });
  const ids = Array.from({ length: 230 }, (_, i) => i + 1);
  expect((await byIds(ids)).data?.map(({ id }) => id)).toEqual(ids);
  expect(calls).toHaveLength(3);
});

test.each([{ success: true }, [{ id: 1 }], [null], 'ok'])(
  'an answer that is no list of products is an error: %j',
  async (body) => {
    stubServer({ 'POST /api/products/by-ids': { body, malformed: true } });
    expect((await byIds([1])).error).toMatchObject({ message: 'Invalid response format' });
  },
);
