import type { ProductListQuery } from '@shop/contracts/forms';
import type { AdminProductView, Page } from '@shop/contracts/views';
import type { Caller } from '@shop/http';
import { containing, orderBy, pageOf, windowOf } from '@shop/shared';
import type { DataSource } from 'typeorm';
import { adminView, productRows, STATUS, STORE_OPEN } from './product-queries';

const STORE = 'coalesce(s.name, $1)';

const SORTS: Record<string, string> = {
  id: 'p.id',
  name: 'lower(p.name)',
  category: 'p.category',
  price: 'p.price_cents',
  bpm: 'p.bpm',
  play_count: 'p.play_count',
  store_name: `lower(${STORE})`,
  status: STATUS,
  created_at: 'p.created_at',
};

/**
 * One page of all tracks, even sold and removed ones, for admins (docs/product/wire.md#lists). `q` looks in number, name, genre and
 * store. The status `active` leaves out tracks of stores that are not active.
 * @throws Refusal 400 with field `sort` for an unknown order
 */
export async function listProducts(
  source: DataSource,
  siteName: string,
  caller: Caller,
  query: ProductListQuery,
): Promise<Page<AdminProductView>> {
  const order = orderBy(query.sort, SORTS, 'p.id', ['bpm']);
  const { where, values } = conditions(query);
  const [{ total }] = (await source.query<{ total: number }[]>(
    `SELECT count(*)::int AS total FROM products p LEFT JOIN stores s USING (seller_id) WHERE $1::text IS NOT NULL AND ${where}`,
    [siteName, ...values],
  )) as [{ total: number }];
  const at = values.length + 2;
  const { skip, take } = windowOf(query);
  const rows = await productRows(source, siteName, where, [...values, take, skip], `${order} LIMIT $${at} OFFSET $${at + 1}`);
  return pageOf(
    query,
    total,
    rows.map((row) => adminView(row, caller)),
  );
}

function conditions({ q, status, category, store, delivery }: ProductListQuery) {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value) + 1}`;
  const all: string[] = [];
  if (q) {
    const [exact, pattern] = [bind(q), bind(containing(q))];
    all.push(`(p.id::text = ${exact} OR p.name ~* ${pattern} OR p.category ~* ${pattern} OR ${STORE} ~* ${pattern})`);
  }
  if (status) all.push(`${STATUS} = ${bind(status)}`);
  if (status === 'active') all.push(STORE_OPEN);
  if (category) all.push(`p.category = ${bind(category)}`);
  if (delivery) all.push(`p.package_id IS ${delivery === 'package' ? 'NOT NULL' : 'NULL'}`);
  if (store === 'house') all.push('p.seller_id IS NULL');
  else if (store !== undefined) all.push(`p.seller_id = ${bind(store)}`);
  return { where: all.join(' AND ') || 'true', values };
}
