import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Every list has pages of so many rows (docs/product/administration.md). */
export const PAGE_ROWS = 10;

export type ListParams<Filter extends string = never> = { page: number; q: string; sort: string } & Record<Filter, string>;

/**
 * Page, search, sorting and filters of a list, kept in the page's address, so that a list can be linked and restored. Another
 * search, order or filter starts at the first page. `query` is the query for the service, `isNarrowed` says whether a search or
 * filter leaves rows out, and `clear` removes them.
 * @example const { params, query, change } = useListParams(['status']); change({ status: 'active' });
 */
export function useListParams<Filter extends string = never>(filters: readonly Filter[] = []) {
  const [search, setSearch] = useSearchParams();

  const params = useMemo(() => {
    const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1);
    const textParams = Object.fromEntries(['q', 'sort', ...filters].map((name) => [name, search.get(name) ?? '']));
    return { ...textParams, page } as ListParams<Filter>;
    // oxlint-disable-next-line react/exhaustive-deps -- the names are constants of their page
  }, [search]);

  const query = useMemo(() => {
    const entries = Object.entries({ ...params, limit: PAGE_ROWS }).filter(([, value]) => value !== '');
    return new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  }, [params]);

  const change = useCallback(
    (changes: Partial<ListParams<Filter>>) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          if (!('page' in changes)) after.delete('page');
          for (const [name, value] of Object.entries(changes)) {
            if (value === '' || (name === 'page' && value === 1)) after.delete(name);
            else after.set(name, String(value));
          }
          return after;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );

  const isNarrowed = params.q !== '' || filters.some((name) => params[name as keyof typeof params] !== '');
  const clear = () => change(Object.fromEntries(['q', ...filters].map((name) => [name, ''])) as Partial<ListParams<Filter>>);
  return { params, query, change, isNarrowed, clear };
}

/** The list as its table needs it, with any filters. */
export type List = ReturnType<typeof useListParams<never>>;

export function withoutPage(query: string): string {
  const params = new URLSearchParams(query);
  params.delete('page');
  params.delete('limit');
  return params.toString();
}
