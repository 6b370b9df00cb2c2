import { COVER_WIDTHS } from '@shop/contracts/covers';
import { rowsByKey, type Facts } from '@shop/runtime';
import { damagedIn, type ObjectStorage } from '@shop/storage';
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
];
