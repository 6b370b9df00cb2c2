import { BPM_FILTER, MUSIC_KEYS, PRICE_FILTER, TRACK_EXTRAS, type TrackExtra } from '@shop/contracts/constants';
import { searchText } from '@shop/contracts/finding';
import type { ProductSearchQuery } from '@shop/contracts/forms';
import type { ProductView } from '@shop/contracts/views';
import type { SearchedTrack } from './track-search';

/** What both engines know of a track and of a search, so that they find the same. */

/** The tempos of a range with "half and double time", as multiples. */
export const HALF_AND_DOUBLE = [1, 2, 0.5];
/** How much each likeness of two tracks counts: the genre more than everything else together (docs/product/catalogue.md#mixing). */
export const LIKENESS = { genre: 6, tempo: 2, key: 2, store: 1 };

/** The different words of a track, in compared form. */
export const wordsIn = (track: ProductView): string[] => [...new Set(searchText(track).split(/\s+/).filter(Boolean))];

/** The numbers that a search compares: `tempo` in tenths of a beat per minute, 0 without one. */
export const numbersOf = (track: ProductView) => ({
  cents: Math.round(track.price * 100),
  tempo: Math.round((track.bpm ?? 0) * 10),
  plays: track.play_count,
  hot: Number(track.is_hot),
});

/** What a track comes with (docs/product/catalogue.md#filters): stems that the shop holds, and a project for sale. */
export const extrasOf = ({ files, project_name }: ProductView): TrackExtra[] => {
  const has = { stems: (files?.stems ?? 0) > 0, project: project_name !== null };
  return TRACK_EXTRAS.filter((extra) => has[extra]);
};

export const searchedTrack = (track: ProductView): SearchedTrack => ({
  key: track.id,
  name: track.name,
  category: track.category,
  price_cents: numbersOf(track).cents,
});

type Range = readonly [from: number, to: number];

/** The range of prices in cents; the end of the slider is no limit. */
export const centsWanted = ({ price }: ProductSearchQuery): Range | null =>
  price ? [price[0] * 100, price[1] >= PRICE_FILTER.max ? Infinity : price[1] * 100] : null;

/** The range of tempos in tenths; the end of the slider is no limit. */
export const temposWanted = ({ bpm }: ProductSearchQuery): Range | null =>
  bpm ? [bpm[0] * 10, bpm[1] >= BPM_FILTER.max ? Infinity : bpm[1] * 10] : null;

type Option = { value: string; count: number };
const KEY_ORDER: readonly string[] = MUSIC_KEYS;
const ORDERS = {
  name: (a: Option, b: Option) => a.value.localeCompare(b.value, 'en'),
  key: (a: Option, b: Option) => KEY_ORDER.indexOf(a.value) - KEY_ORDER.indexOf(b.value),
};
export const FACETS = { genre: 'name', key: 'key', type: 'name' } as const;
export type Facet = keyof typeof FACETS;

/** Every value of a facet that a track has, with its count, even if that is zero. */
export const optionsOf = (facet: Facet, values: Iterable<string>, countOf: (value: string) => number): Option[] =>
  [...values]
    .filter((value) => value !== '')
    .map((value) => ({ value, count: countOf(value) }))
    .sort(ORDERS[FACETS[facet]]);

/** Each extra that a track for sale has, with its count, even if that is zero. */
export const extraOptions = (isThere: (extra: TrackExtra) => boolean, countOf: (extra: TrackExtra) => number): Option[] =>
  TRACK_EXTRAS.filter(isThere).map((value) => ({ value, count: countOf(value) }));
