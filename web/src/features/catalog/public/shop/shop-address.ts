import { BPM_FILTER, PRICE_FILTER } from '@shop/contracts/constants';
import { ProductSearchQuery } from '@shop/contracts/forms';
import { paths } from '#lib/paths.ts';
import { readFilters, writeFilters } from '../filters/filter-params';
import type { Filters } from '../filters/filters';
import type { ListView } from '../tracks/track-list-props';

/**
 * The choices in an address of the shop page. `after`, for visitors without scripts, is the cursor of the track before the page.
 */
type ShopChoice = { filters: Filters; view: ListView; after: string | null };

const RANGES = { price: PRICE_FILTER, bpm: BPM_FILTER };

export function shopAddress({ filters, view, after }: ShopChoice): string {
  const params = writeFilters(new URLSearchParams(), filters);
  if (view === 'covers') params.set('view', view);
  if (after !== null) params.set('after', after);
  return params.size > 0 ? `${paths.shop}?${params}` : paths.shop;
}

/**
 * Reads an address of the shop page; invalid values count as not set. `fromForm`: a form sent it, so it names unset filters too.
 */
export function readShopAddress(params: URLSearchParams): ShopChoice & { fromForm: boolean } {
  const filterParams = new URLSearchParams(params);
  let fromForm = false;
  for (const [name, { min, max }] of Object.entries(RANGES)) {
    const [from, to] = params.getAll(name);
    if (from === undefined || to === undefined) continue;
    fromForm = true;
    const ends = [from || min, to || max].map((end) => Math.max(min, Math.round(Number(end))));
    filterParams.set(name, ends.sort((a, b) => a - b).join('-'));
  }
  const filters = readFilters(filterParams);
  const after = params.get('after');
  const isPlace = after?.startsWith(`${filters.sort}~`) && ProductSearchQuery.safeParse({ after }).success;
  return { filters, view: params.get('view') === 'covers' ? 'covers' : 'rows', after: isPlace ? after : null, fromForm };
}
