import { BPM_FILTER, MUSIC_KEYS, PRICE_FILTER } from '@shop/contracts/constants';
import type { ProductView } from '@shop/contracts/views';
import type { Facet, Filters, Option, Range } from '#features/catalog/public/filters/filters.ts';

const VALUES: Record<Exclude<Facet, 'extras'>, (product: ProductView) => string> = {
  categories: (product) => product.category,
  keys: (product) => product.music_key,
  types: (product) => product.type,
};
const EXTRAS: Record<string, (product: ProductView) => boolean> = {
  stems: ({ files }) => (files?.stems ?? 0) > 0,
  project: ({ project_name }) => project_name !== null,
};
const KEY_ORDER: readonly string[] = MUSIC_KEYS;

const within = (value: number, [from, to]: Range, max: number) => value >= from && (to >= max || value <= to);
const HALF_AND_DOUBLE = [1, 2, 0.5];
const chosen = (value: string, selection: readonly string[]) => selection.length === 0 || selection.includes(value);

/** Whether a product fits the filters. Ranges are inclusive, and a missing bpm counts as 0. */
export const matches = (product: ProductView, filters: Filters) =>
  within(product.price, filters.price, PRICE_FILTER.max) &&
  (filters.halfDouble ? HALF_AND_DOUBLE : [1]).some((by) => within((product.bpm ?? 0) * by, filters.bpm, BPM_FILTER.max)) &&
  (filters.mode === null || product.key_mode === filters.mode) &&
  chosen(product.category, filters.categories) &&
  chosen(product.music_key, filters.keys) &&
  chosen(product.type, filters.types) &&
  filters.extras.every((extra) => EXTRAS[extra]?.(product));

/**
 * The options of one facet: keys in musical order, the others by name. They come from the loaded products alone. `count` is the
 * number of tracks that fit the option, all filters of the other facets, and the condition `also`.
 */
export function optionsOf(
  facet: Exclude<Facet, 'extras'>,
  products: readonly ProductView[],
  filters: Filters,
  also: (product: ProductView) => boolean = () => true,
): Option[] {
  const otherFilters = { ...filters, [facet]: [] };
  const counts = new Map<string, number>();
  for (const product of products) {
    const value = VALUES[facet](product);
    if (value) counts.set(value, (counts.get(value) ?? 0) + (matches(product, otherFilters) && also(product) ? 1 : 0));
  }
  const options = [...counts].map(([value, count]) => ({ value, count }));
  return facet === 'keys'
    ? options.sort((a, b) => KEY_ORDER.indexOf(a.value) - KEY_ORDER.indexOf(b.value))
    : options.sort((a, b) => a.value.localeCompare(b.value, 'en'));
}

/** The extras that any track has. `count` is the number of tracks that have it too, beside all filters and the condition `also`. */
export function extrasOf(
  products: readonly ProductView[],
  filters: Filters,
  also: (product: ProductView) => boolean = () => true,
): Option[] {
  return Object.entries(EXTRAS)
    .filter(([, has]) => products.some(has))
    .map(([value, has]) => ({
      value,
      count: products.filter((product) => has(product) && matches(product, filters) && also(product)).length,
    }));
}
