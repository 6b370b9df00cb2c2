import { rowsByKey, type Facts } from '@shop/runtime';
import { keysIn, type ObjectStorage } from '@shop/storage';

const FILES = ['img', 'audio', 'peaks'].flatMap((column) => [
  `SELECT ${column} AS path FROM products`,
  `SELECT ${column} FROM demos`,
]);

/** The facts of the catalog that `npm run ops -- check` reads (docs/operating.md). */
export const factsOf = (storage: ObjectStorage): Facts[] => [
  {
    name: 'tracks',
    hashed: ['name', 'project_name', 'download_link', 'project_link'],
    read: rowsByKey(
      `SELECT id AS key, version, removed, claim = 'sold' AS sold, name, category, img, price_cents, bpm, music_key, project_name,
         seller_id, download_link, project_link, created_at FROM products`,
    ),
  },
  { name: 'claims', read: rowsByKey('SELECT id AS key, claim AS state FROM products') },
  { name: 'stores', hashed: ['name'], read: rowsByKey('SELECT seller_id AS key, user_id, name, status FROM stores') },
  {
    name: 'files',
    read: rowsByKey(
      `SELECT DISTINCT replace(path, '/media/catalog/', 'public/') COLLATE "C" AS key FROM (${FILES.join(' UNION ')}) AS named`,
    ),
  },
  { name: 'kept-files', read: () => keysIn(storage, 'public') },
];
