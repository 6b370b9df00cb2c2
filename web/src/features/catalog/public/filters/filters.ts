import { formatWholeDollars } from '@shop/contracts/pricing';
import { BPM_FILTER, MIX_PERCENT, PRICE_FILTER, type KeyMode, type TrackSort } from '@shop/contracts/constants';

export const SORTS = {
  newest: 'Newest',
  'price-low': 'Price: low to high',
  'price-high': 'Price: high to low',
  slowest: 'Tempo: slow to fast',
  fastest: 'Tempo: fast to slow',
  played: 'Most played',
} as const satisfies Partial<Record<TrackSort, string>>;
export type Sort = keyof typeof SORTS;
export const isSort = (text: string | null): text is Sort => text !== null && Object.hasOwn(SORTS, text);

export type Range = readonly [from: number, to: number];
const FACETS = ['categories', 'keys', 'types', 'extras'] as const;
export type Facet = (typeof FACETS)[number];
/** The visitor's choice. An empty selection means all, and of extras a track must have all that are chosen; a range's upper end means "and over" (docs/product/catalogue.md#filters). */
export type Filters = {
  price: Range;
  bpm: Range;
  /** Whether the tempo range also takes tracks at half and double its tempos. */
  halfDouble: boolean;
  mode: KeyMode | null;
  /** Words in the name, the store or the genre. */
  search: string;
  /** The id of a track; only tracks that mix with it are shown. */
  mixes: number | null;
  /** By how many percent a tempo may change to mix with that track. */
  within: number;
  /** The order. It hides no track, but is chosen and kept with the filters. */
  sort: Sort;
} & Record<Facet, readonly string[]>;
export type Option = { value: string; count: number };

export const NO_FILTERS: Filters = {
  price: [PRICE_FILTER.min, PRICE_FILTER.max],
  bpm: [BPM_FILTER.min, BPM_FILTER.max],
  halfDouble: false,
  mode: null,
  categories: [],
  keys: [],
  types: [],
  extras: [],
  search: '',
  mixes: null,
  within: MIX_PERCENT.usual,
  sort: 'newest',
};

/** The choices for `within`. */
export const WITHIN = Array.from({ length: MIX_PERCENT.max - MIX_PERCENT.min + 1 }, (_, nth) => MIX_PERCENT.min + nth);

/** Removes all filters; the order stays. */
export const withoutFilters = ({ sort }: Filters): Filters => ({ ...NO_FILTERS, sort });

export const toggle = (selection: readonly string[], value: string) =>
  selection.includes(value) ? selection.filter((entry) => entry !== value) : [...selection, value];

/** `$100 – $500`, `$300 and over`, `up to $500`; the same for bpm. */
export function rangeText([from, to]: Range, max: number, unit: (value: number) => string) {
  if (to >= max) return `${unit(from)} and over`;
  return from === 0 ? `up to ${unit(to)}` : `${unit(from)} – ${unit(to)}`;
}

export const bpm = (value: number) => `${value} bpm`;

const isSet = (range: Range, fullRange: Range) => range[0] !== fullRange[0] || range[1] !== fullRange[1];

const PREFIXES: Partial<Record<Facet, string>> = { keys: 'Key ', extras: 'With ' };

type ActiveFilter = { label: string; without: Filters };

/** Each active filter, with the filters that remain without it. `mixedTrack` is the track that `filters.mixes` names. */
export function activeFilters(filters: Filters, mixedTrack?: { name: string }): ActiveFilter[] {
  const ranges: ActiveFilter[] = [];
  if (mixedTrack) {
    const percent = filters.within === NO_FILTERS.within ? '' : ` (±${filters.within} %)`;
    ranges.push({
      label: `Mixes with ${mixedTrack.name}${percent}`,
      without: { ...filters, mixes: null, within: NO_FILTERS.within },
    });
  }
  if (isSet(filters.price, NO_FILTERS.price))
    ranges.push({
      label: rangeText(filters.price, PRICE_FILTER.max, formatWholeDollars),
      without: { ...filters, price: NO_FILTERS.price },
    });
  if (isSet(filters.bpm, NO_FILTERS.bpm))
    ranges.push({
      label: `${rangeText(filters.bpm, BPM_FILTER.max, bpm)}${filters.halfDouble ? ', half and double' : ''}`,
      without: { ...filters, bpm: NO_FILTERS.bpm, halfDouble: false },
    });
  if (filters.mode) ranges.push({ label: filters.mode === 'major' ? 'Major' : 'Minor', without: { ...filters, mode: null } });
  const facets = FACETS.flatMap((facet) =>
    filters[facet].map((value) => ({
      label: `${PREFIXES[facet] ?? ''}${value}`,
      without: { ...filters, [facet]: toggle(filters[facet], value) },
    })),
  );
  return [...ranges, ...facets];
}
