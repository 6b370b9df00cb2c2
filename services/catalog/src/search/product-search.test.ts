import { ProductSearchQuery } from '@shop/contracts/forms';
import type { ProductSearchView } from '@shop/contracts/views';
import { createLog } from '@shop/runtime';
import type { Request } from 'express';
import type { DataSource } from 'typeorm';
import { createMemorySearch } from './in-memory/memory-search';
import { createProductSearch } from './product-search';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const later = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const aRow = (name: string) => ({
  ...{ id: 1, name, category: 'House', price_cents: 100, old_price_cents: null, bpm: 120, music_key: 'A', key_mode: null },
  ...{ type: 'Instrumental', store_name: 'Store', play_count: 0, is_hot: false, exclusive_vocal: false, created_at: new Date(0) },
});

/** A search on a database whose statements the test answers one by one. */
function someSearch() {
  const queries: ((rows: unknown[]) => void)[] = [];
  const source = { query: () => new Promise((resolve) => queries.push(resolve)) } as unknown as DataSource;
  const search = createProductSearch(createMemorySearch(), source, 'Ghostline', createLog('test', 'silent'));
  const query = ProductSearchQuery.parse({});
  return {
    async answer(nth: number, ...rows: unknown[]) {
      await later(0);
      queries[nth]!(rows);
      await later(0);
    },
    names: async () => {
      const { body } = await search.find({ headers: {} } as Request, query);
      return (JSON.parse(String(body)) as ProductSearchView).products.map(({ name }) => name);
    },
  };
}
const version = (at: number) => ({ version: String(at), noted: '1', changed: [1] });

test('a read that ends after it was given up puts no older rows over newer ones', async () => {
  const { answer, names } = someSearch();
  const first = names();
  await answer(0, { version: '1', noted: '0', changed: [] });
  await answer(1, aRow('One'));
  await answer(2, { version: '1', noted: '0', changed: [] });
  expect(await first).toEqual(['One']);

  await later(1001);
  const lost = names();
  await answer(3, version(2));
  await later(30_000); // its rows do not come, so the read is given up
  expect(await lost).toEqual(['One']);

  await later(1001);
  const next = names();
  await answer(5, { version: '3', noted: '2', changed: [1] });
  await answer(6, aRow('Three'));
  expect(await next).toEqual(['Three']);

  await answer(4, aRow('Two'));
  await later(1001);
  const last = names();
  await answer(7, { version: '3', noted: '0', changed: [] });
  expect(await last).toEqual(['Three']);
  await later(1001);
  const another = names();
  await answer(8, { version: '4', noted: '1', changed: [] });
  await answer(9);
  expect(await another).toEqual(['Three']);
});
