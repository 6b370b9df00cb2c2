import { rowsByKey, type Facts } from '@shop/runtime';

const open = (owner: string, columns: string[]) =>
  rowsByKey(
    `SELECT id AS key, deleted_at IS NOT NULL AS deleted, ${columns.map((name) => `coalesce(${name}, 0) AS ${name}`).join(', ')}
     FROM users LEFT JOIN open_matters ON user_id = id AND owner = '${owner}'`,
  );

/** The facts of identity that `npm run ops -- check` reads (docs/operating.md). */
export const facts: Facts[] = [
  {
    name: 'people',
    hashed: ['name', 'last_name', 'email', 'country'],
    read: rowsByKey(
      `SELECT id AS key, deleted_at IS NOT NULL AS deleted, suspended_at IS NOT NULL AS suspended, name, last_name, email, country
       FROM users`,
    ),
  },
  { name: 'tracks', read: rowsByKey('SELECT product_id AS key, version, removed FROM product_copies WHERE version > 0') },
  { name: 'claims', read: rowsByKey(`SELECT product_id AS key, sold FROM product_copies`) },
  { name: 'store-owners', read: rowsByKey('SELECT user_id AS key FROM store_names WHERE user_id IS NOT NULL') },
  { name: 'open-purchases', read: open('orders', ['holds', 'payments', 'disputes']) },
  { name: 'open-earnings', read: open('sellers', ['owed_cents', 'sales']) },
];
