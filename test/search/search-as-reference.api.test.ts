import { GENRES, KEY_MODES, MUSIC_KEYS, TRACK_EXTRAS, TRACK_TYPES } from '@shop/contracts/constants';
import type { ProductSearchView, ProductView } from '@shop/contracts/views';
import { as, eventually, forAllTests, forward } from '@shop/runtime/testing';
import fc from 'fast-check';
import request from 'supertest';
import { bumpList } from '../../services/catalog/src/products/list-version';
import { openCatalog } from '../../services/catalog/src/testing/catalog-under-test';
import { hasOpenSearch, inMemory, inOpenSearch, inStandIn } from '../../services/catalog/src/testing/engines';

type Facet = 'categories' | 'keys' | 'types' | 'extras';
type Filters = Record<Facet, readonly string[]> & {
  price: readonly [number, number];
  bpm: readonly [number, number];
  halfDouble: boolean;
  mode: string | null;
  search: string;
  mixes: number | null;
  within: number;
  sort: string;
};
type Option = { value: string; count: number };
type SearchResult = {
  tracks: ProductView[];
  total: number;
  mixed?: ProductView;
  options: Record<Facet, Option[]>;
};

/** Code of the browser. The services' compiler cannot follow it, because its modules are resolved by a bundler. */
const browser = '../../web/src/features/catalog/public/filters';
const { referenceSearch, preparedList } = jest.requireActual<{
  preparedList: (products: readonly ProductView[]) => object;
  referenceSearch: (list: object, filters: Filters) => SearchResult;
}>('../../web/src/testing/search/reference-search');
const { readFilters, searchOf } = jest.requireActual<{
  readFilters: (params: URLSearchParams) => Filters;
  searchOf: (filters: Filters) => string;
}>(`${browser}/filter-params`);
const { NO_FILTERS, SORTS } = jest.requireActual<{ NO_FILTERS: Filters; SORTS: Record<string, string> }>(`${browser}/filters`);

/**
 * The search must find what the reference finds, which only compares, in the same order and with the same counts
 * (docs/product/catalogue.md#search). Lists and choices are random; `SEARCH_SEED` repeats them.
 */
const SEED = Number(process.env.SEARCH_SEED ?? Date.now() % 1_000_000);
const LISTS = 6;
const CHOICES = 60;

type Catalog = Awaited<ReturnType<typeof openCatalog>>;
afterAll(() => jest.restoreAllMocks());

const WORDS = [
  'Night',
  'Nights',
  'Café',
  'Über',
  'drive',
  'DRIVER',
  'İstanbul',
  'ночь',
  '夜',
  'no-one',
  'Drum & Bass',
  'R&B',
  'Lo-Fi',
  'Deep',
  'deeper',
  'x',
  '(remix)',
  '100%',
];
const anyOf = <Value>(...values: readonly Value[]) => fc.constantFrom(...values);
const few = <Value>(values: readonly Value[], most: number) => fc.subarray([...values], { maxLength: most });

const aRow = fc.record({
  name: fc.array(anyOf(...WORDS), { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
  category: anyOf(...GENRES.slice(0, 6)),
  price_cents: anyOf(100, 9_999, 10_000, 10_001, 50_000, 50_050, 99_900, 100_000, 250_000),
  music_key: anyOf(...MUSIC_KEYS),
  key_mode: anyOf(null, ...KEY_MODES),
  type: anyOf(...TRACK_TYPES),
  bpm: anyOf(null, 0, 60, 64, 64.5, 120, 122.4, 124, 125.5, 128, 134.4, 140, 174, 200, 240),
  play_count: anyOf(0, 1, 7),
  stems: anyOf(null, null, 0, 12),
  project_name: anyOf(null, 'Cubase'),
  sold: anyOf(false, false, false, true),
});

const aWord = fc.oneof(
  anyOf(...WORDS),
  anyOf(...WORDS).map((word) => word.slice(0, 3)),
  anyOf(
    'nihgt',
    'drvie',
    'cofe',
    'depe',
    'istambul',
    'house',
    'afro',
    'zzzz',
    'ghost',
    'O',
    '%',
    '夜',
    'lofi',
    'drum-bass',
    'r & b',
  ),
);
const aRange = (values: readonly number[]) =>
  fc.tuple(anyOf(...values), anyOf(...values)).map(([a, b]): readonly [number, number] => [Math.min(a, b), Math.max(a, b)]);
const aChoice: fc.Arbitrary<Partial<Filters>> = fc.record(
  {
    price: aRange([0, 100, 500, 990, 1000]),
    bpm: aRange([0, 1, 60, 64, 120, 124, 128, 140, 200]),
    halfDouble: fc.boolean(),
    mode: anyOf(...KEY_MODES),
    categories: few([...GENRES.slice(0, 6), 'No Such Genre'], 3),
    keys: few(MUSIC_KEYS, 4),
    types: few(TRACK_TYPES, 1),
    extras: few(TRACK_EXTRAS, 2),
    search: fc.array(aWord, { maxLength: 2 }).map((words) => words.join(' ')),
    within: fc.integer({ min: 1, max: 10 }),
    sort: anyOf(...Object.keys(SORTS)),
  },
  { requiredKeys: [] },
);
const someFilters = fc.record({
  choice: aChoice,
  mixes: fc.option(fc.nat(), { freq: 2 }),
  limit: fc.integer({ min: 1, max: 40 }),
});

/**
 * Sells all tracks and puts these on sale.
 * @returns them, once both the list and the search have read the change
 */
async function list(catalog: Catalog, rows: readonly unknown[]): Promise<ProductView[]> {
  const { source } = catalog;
  const unsold = await source.query<{ id: number }[]>(`SELECT id FROM products WHERE claim <> 'sold'`);
  await source.query(`UPDATE products SET claim = 'sold'`);
  const insertedRows = await source.query<{ id: number; claim: string }[]>(
    `INSERT INTO products (name, category, price_cents, music_key, key_mode, type, bpm, download_link, is_hot, exclusive_vocal, img, audio, peaks,
       wave, duration, play_count, claim, project_name, files)
     SELECT name, category, price_cents, music_key, key_mode, type, bpm, 'https://files.example/1.zip', false, false, '/i', '/a', '/p', '80', 200,
       play_count, CASE WHEN sold THEN 'sold' ELSE 'free' END, project_name,
       CASE WHEN stems IS NOT NULL THEN
         jsonb_build_object('stems', stems, 'midi', true, 'seconds', 200, 'loudness', -9, 'project', false) END
     FROM json_to_recordset($1) AS r(name text, category text, price_cents int, music_key text, key_mode text, type text, bpm float8,
       play_count int, sold boolean, stems int, project_name text) RETURNING id, claim`,
    [JSON.stringify(rows)],
  );
  await bumpList(
    source.manager,
    [...unsold, ...insertedRows].map(({ id }) => id),
  );
  forward(1001);
  const forSale = insertedRows.flatMap(({ id, claim }) => (claim === 'sold' ? [] : [id])).sort((a, b) => b - a);
  return eventually(async () => {
    const products = (await request(catalog.app).get('/api/products').set(as())).body as ProductView[];
    expect(products.map(({ id }) => id).sort((a, b) => b - a)).toEqual(forSale);
    const { listed, products: newest } = await page(catalog, 'limit=1');
    expect([listed, newest.map(({ id }) => id)]).toEqual([forSale.length, forSale.slice(0, 1)]);
    return products;
  });
}

async function page(catalog: Catalog, query: string): Promise<ProductSearchView> {
  const answer = await request(catalog.app).get(`/api/products/search?${query}`).set(as());
  if (answer.status !== 200) throw new Error(`${query}: ${JSON.stringify(answer.body)}`);
  return answer.body as ProductSearchView;
}

/** Every page of a search, forwards, and then backwards from the last one. */
async function joined(catalog: Catalog, search: string, limit: number) {
  const base = `${search}&limit=${limit}`;
  const first = await page(catalog, base);
  const forwards = [first];
  for (let { next } = first; next !== null; next = forwards.at(-1)?.next ?? null)
    forwards.push(await page(catalog, `${base}&after=${next}`));
  const last = forwards.at(-1) ?? first;
  const backwards = [last];
  for (let { previous } = last; previous !== null; previous = backwards[0]?.previous ?? null)
    backwards.unshift(await page(catalog, `${base}&before=${previous}`));
  return { first, forwards, backwards };
}

const idsOf = (pages: readonly { products: ProductView[] }[]) => pages.flatMap(({ products }) => products.map(({ id }) => id));

describe.each([
  ['in memory', inMemory],
  ['in the stand-in of OpenSearch', inStandIn],
  ...(hasOpenSearch ? [['in OpenSearch', inOpenSearch] as const] : []),
] as const)('%s', (_name, openEngine) => {
  const catalog = forAllTests(() => openCatalog(undefined, openEngine));
  test(`the search finds what a simple comparison finds (seed ${SEED})`, async () => {
    const lists = fc.sample(fc.array(aRow, { minLength: 0, maxLength: 120 }), { seed: SEED, numRuns: LISTS });
    for (const [nth, rows] of lists.entries()) {
      const products = await list(catalog, rows);
      const here = preparedList(products);
      for (const { choice, mixes, limit } of fc.sample(someFilters, { seed: SEED + nth, numRuns: CHOICES })) {
        const mixed = mixes === null ? null : (products[mixes % (products.length + 1)]?.id ?? 987_654_321);
        // The filters as read from the address, where the page stores the choice.
        const filters = readFilters(new URLSearchParams(searchOf({ ...NO_FILTERS, ...choice, mixes: mixed })));
        const expected = referenceSearch(here, filters);
        const { first, forwards, backwards } = await joined(catalog, searchOf(filters), limit);
        const where = `seed ${SEED}, list ${nth}, ${searchOf(filters)}`;
        expect([where, idsOf(forwards)]).toEqual([where, expected.tracks.map(({ id }) => id)]);
        expect([where, first.total, first.listed, first.mixed?.id]).toEqual([
          where,
          expected.total,
          products.length,
          expected.mixed?.id,
        ]);
        expect([where, first.facets]).toEqual([
          where,
          {
            genre: expected.options.categories,
            key: expected.options.keys,
            type: expected.options.types,
            with: expected.options.extras,
          },
        ]);
        expect([where, forwards.map(({ from }) => from)]).toEqual([where, forwards.map((_, at) => at * limit)]);
        // Backwards, the pages are cut at other places, but hold the same tracks.
        expect([where, idsOf(backwards)]).toEqual([where, idsOf(forwards)]);
      }
    }
  });
});
