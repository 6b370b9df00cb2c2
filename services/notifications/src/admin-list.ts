import type { ListQuery } from '@shop/contracts/forms';
import type { Pagination } from '@shop/contracts/views';
import { invalid } from '@shop/kit';

/**
 * The order of an admin's list: `sort` is a documented field, `-` before it turns it round; equal ones stand newest first, and so
 * does a list without `sort` (decision 62). `sorts` says what a field means in the query, `id` among them.
 * @throws Refusal 400 on a field that `sorts` does not name.
 */
export function orderOf(
  sort: string | undefined,
  sorts: Record<string, string> & { id: string },
): Record<string, 'ASC' | 'DESC'> {
  const [, minus, field = ''] = /^(-?)(\w+)$/.exec(sort ?? '-id') ?? [];
  const expression = Object.hasOwn(sorts, field) ? sorts[field] : undefined;
  if (!expression) throw invalid('sort', `Sort by one of ${Object.keys(sorts).join(', ')}`);
  return { [expression]: minus ? 'DESC' : 'ASC', ...(expression !== sorts.id && { [sorts.id]: 'DESC' }) };
}

/** The pattern that finds `q` anywhere, its own wildcards meaning themselves. */
export const containing = (q: string) => `%${q.replace(/[\\%_]/g, '\\$&')}%`;

export const offsetOf = ({ page = 1, limit }: Pick<ListQuery, 'page' | 'limit'>) => (page - 1) * limit;

export const paginationOf = ({ page = 1, limit }: Pick<ListQuery, 'page' | 'limit'>, total: number): Pagination => ({
  page,
  limit,
  total,
  totalPages: Math.max(1, Math.ceil(total / limit)),
});
