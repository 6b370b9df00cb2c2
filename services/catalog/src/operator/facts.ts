import { COVER_WIDTHS } from '@shop/contracts/covers';
import { rowsByKey, type Facts } from '@shop/runtime';
import { damagedIn, hasOtherHash, type ObjectStorage } from '@shop/storage';
import type { DataSource } from 'typeorm';
import { PACKAGES_FOLDER } from '../packages/uploads/begin-upload';
import { FOR_SALE } from '../products/product-queries';
import type { ProductSearch } from '../search/product-search';

const tables = (columns: string) => [`SELECT ${columns} FROM products`, `SELECT ${columns} FROM demos`];
const COVERS = `VALUES ${COVER_WIDTHS.map((width) => `('-${width}.webp')`).join(', ')}`;
/** Every address that a page may ask for; a cover has one for each width beside its own. */
const FILES = [
  ...['img', 'audio', 'peaks'].flatMap((column) => tables(`${column} AS path`)),
  `SELECT replace(path, '.webp', ending) FROM (${tables('img AS path').join(' UNION ')}) AS cover, (${COVERS}) AS widths (ending)`,
];

/** The facts of the catalog that `npm run ops -- check` reads (docs/operating.md). */
export const factsOf = (storage: ObjectStorage, search: Pick<ProductSearch, 'tracks'>): Facts[] => [
  {
    name: 'tracks',
    hashed: ['name', 'project_name', 'download_link', 'project_link'],
    read: rowsByKey(
      `SELECT id AS key, version, removed, claim = 'sold' AS sold, name, category, img, price_cents, bpm, music_key, project_name,
         seller_id, package_id, download_link, project_link, created_at FROM products`,
    ),
  },
  {
    name: 'for-sale',
    hashed: ['name'],
    read: rowsByKey(
      `SELECT p.id AS key, p.name, category, price_cents FROM products p LEFT JOIN stores s USING (seller_id) WHERE ${FOR_SALE}`,
    ),
  },
  { name: 'searched', hashed: ['name'], read: () => search.tracks() },
  { name: 'claims', read: rowsByKey('SELECT id AS key, claim AS state FROM products') },
  { name: 'stores', hashed: ['name'], read: rowsByKey('SELECT seller_id AS key, user_id, name, status FROM stores') },
  {
    name: 'files',
    read: rowsByKey(
      `SELECT DISTINCT replace(path, '/media/catalog/', 'public/') COLLATE "C" AS key FROM (${FILES.join(' UNION ')}) AS named`,
    ),
  },
  { name: 'kept-files', read: () => storage.list('public') },
  ...filesOfPackages(storage),
  {
    name: 'stray-fingerprints',
    read: rowsByKey('SELECT id AS key FROM fingerprints WHERE product_id IS NULL AND package_id IS NULL AND NOT used'),
  },
  { name: 'damaged-files', read: () => damagedIn(storage, 'public') },
];

/** A `stray` object is on its way to a file, or will soon be removed. */
const filesOfPackages = (storage: ObjectStorage): Facts[] => [
  {
    name: 'package-files',
    read: rowsByKey(
      `SELECT object_key COLLATE "C" AS key, false AS stray, size_bytes::float8 AS size FROM package_files
       UNION ALL SELECT object_key COLLATE "C", true, 0 FROM package_uploads WHERE NOT finished
       UNION ALL SELECT object_key COLLATE "C", true, 0 FROM package_leftovers
         WHERE NOT EXISTS (SELECT FROM package_uploads WHERE object_key = package_leftovers.object_key AND NOT finished)`,
    ),
  },
  { name: 'kept-package-files', read: () => storage.list(PACKAGES_FOLDER) },
  { name: 'damaged-package-sample', read: (source) => damagedOf(storage, sampleOf(source)) },
  { name: 'damaged-package-files', read: (source) => damagedOf(storage, allOf(source)) },
];

type StoredFile = { key: string; sha256: string };

/** Reads the objects of files, and yields those with another SHA-256 than was computed when they arrived. */
async function* damagedOf(storage: ObjectStorage, files: AsyncIterable<StoredFile>) {
  for await (const { key, sha256 } of files) if (await hasOtherHash(storage, key, sha256)) yield { key };
}

/** What the check reads in a night at most: files, and bytes of all of them together. A larger file is in no sample. */
const SAMPLE = { files: 200, bytes: 1024 ** 3 };

/** Files that the day draws by lot, so that each look of a night sees the same. */
async function* sampleOf(source: DataSource): AsyncGenerator<StoredFile> {
  yield* await source.query<StoredFile[]>(
    `SELECT key, sha256 FROM (
       SELECT object_key COLLATE "C" AS key, sha256, sum(size_bytes) OVER (ORDER BY lot, object_key) AS bytes
       FROM (SELECT *, md5(object_key || current_date) AS lot FROM package_files WHERE size_bytes <= $2 ORDER BY lot LIMIT $1) AS drawn
     ) AS summed WHERE bytes <= $2 ORDER BY key`,
    [SAMPLE.files, SAMPLE.bytes],
  );
}

/** In pages, because reading takes hours and no transaction may be open for so long. */
async function* allOf(source: DataSource): AsyncGenerator<StoredFile> {
  let after = '';
  while (true) {
    const page = await source.query<StoredFile[]>(
      `SELECT object_key COLLATE "C" AS key, sha256 FROM package_files WHERE object_key COLLATE "C" > $1 ORDER BY key LIMIT 1000`,
      [after],
    );
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.key;
  }
}
