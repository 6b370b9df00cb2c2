import { BPM_FILTER, MUSIC_KEYS, PRICE_FILTER } from '@shop/contracts/constants';
import type { ProductView } from '@shop/contracts/views';
import type { Sort } from './finding';

export type Range = readonly [from: number, to: number];
export type Facet = 'categories' | 'keys' | 'types';
/** The visitor's choice. An empty selection means all; a range's upper end means "and over" (docs/product/catalogue.md#filters). */
export type Filters = {
  price: Range;
  bpm: Range;
  /** Words in the name or the store. */
  search: string;
  /** The id of a track; only tracks that mix with it are shown. */
  mixes: number | null;
  /** The order. It hides nothing, but is chosen and kept with the filters. */
  sort: Sort;
} & Record<Facet, readonly string[]>;
export type Option = { value: string; count: number };

export const NO_FILTERS: Filters = {
  price: [PRICE_FILTER.min, PRICE_FILTER.max],
  bpm: [BPM_FILTER.min, BPM_FILTER.max],
  categories: [],
  keys: [],
  types: [],
  search: '',
  mixes: null,
  sort: 'newest',
};

/** Removes all filters; the order stays. */
export const withoutFilters = ({ sort }: Filters): Filters => ({ ...NO_FILTERS, sort });

const FACETS: Record<Facet, (product: ProductView) => string> = {
  categories: (product) => product.category,
  keys: (product) => product.music_key,
  types: (product) => product.type,
};
const KEY_ORDER: readonly string[] = MUSIC_KEYS;

const within = (value: number, [from, to]: Range, max: number) => value >= from && (to >= max || value <= to);
const chosen = (value: string, selection: readonly string[]) => selection.length === 0 || selection.includes(value);

/** Whether a product fits the filters. Ranges are inclusive, and a missing bpm counts as 0. */
export const matches = (product: ProductView, filters: Filters) =>
  within(product.price, filters.price, PRICE_FILTER.max) &&
  within(product.bpm ?? 0, filters.bpm, BPM_FILTER.max) &&
  chosen(product.category, filters.categories) &&
  chosen(product.music_key, filters.keys) &&
  chosen(product.type, filters.types);

/** Products by id descending. */
export const newestFirst = (products: readonly ProductView[]) => [...products].sort((a, b) => b.id - a.id);

/**
 * The options of one facet, from the loaded products alone: keys in musical order, the others by name. `count` is how many tracks fit the
 * option and all filters of the other facets; `also` is a further condition for them.
 */
export function optionsOf(
  facet: Facet,
  products: readonly ProductView[],
  filters: Filters,
  also: (product: ProductView) => boolean = () => true,
): Option[] {
  const others = { ...filters, [facet]: [] };
  const counts = new Map<string, number>();
  for (const product of products) {
    const value = FACETS[facet](product);
    if (value) counts.set(value, (counts.get(value) ?? 0) + (matches(product, others) && also(product) ? 1 : 0));
  }
  const options = [...counts].map(([value, count]) => ({ value, count }));
  return facet === 'keys'
    ? options.sort((a, b) => KEY_ORDER.indexOf(a.value) - KEY_ORDER.indexOf(b.value))
    : options.sort((a, b) => a.value.localeCompare(b.value));
}

export const toggled = (selection: readonly string[], value: string) =>
  selection.includes(value) ? selection.filter((one) => one !== value) : [...selection, value];

/** `$100 – $500`, `$300 and over`, `up to $500`; the same for bpm. */
export function rangeText([from, to]: Range, max: number, unit: (value: number) => string) {
  if (to >= max) return `${unit(from)} and over`;
  return from === 0 ? `up to ${unit(to)}` : `${unit(from)} – ${unit(to)}`;
}

export const dollars = (value: number) => `$${value}`;
export const bpm = (value: number) => `${value} bpm`;

const isSet = (range: Range, whole: Range) => range[0] !== whole[0] || range[1] !== whole[1];

export type ActiveFilter = { label: string; without: Filters };

/** Each filter in force, with the filters that remain when it is removed. `mixed` is the track that `filters.mixes` names. */
export function activeFilters(filters: Filters, mixed?: { name: string }): ActiveFilter[] {
  const ranges: ActiveFilter[] = [];
  if (mixed) ranges.push({ label: `Mixes with ${mixed.name}`, without: { ...filters, mixes: null } });
  if (isSet(filters.price, NO_FILTERS.price))
    ranges.push({ label: rangeText(filters.price, PRICE_FILTER.max, dollars), without: { ...filters, price: NO_FILTERS.price } });
  if (isSet(filters.bpm, NO_FILTERS.bpm))
    ranges.push({ label: rangeText(filters.bpm, BPM_FILTER.max, bpm), without: { ...filters, bpm: NO_FILTERS.bpm } });
  const facets = (Object.keys(FACETS) as Facet[]).flatMap((facet) =>
    filters[facet].map((value) => ({
      label: facet === 'keys' ? `Key ${value}` : value,
      without: { ...filters, [facet]: toggled(filters[facet], value) },
    })),
  );
  return [...ranges, ...facets];
}
