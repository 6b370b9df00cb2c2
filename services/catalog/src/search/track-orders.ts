import type { TrackSort } from '@shop/contracts/constants';
import type { ProductSearchQuery } from '@shop/contracts/forms';
import { invalid } from '@shop/http';

type Numbers = Record<'cents' | 'tempo' | 'plays' | 'hot', ArrayLike<number>>;
type KeyOf = (columns: Numbers, slot: number) => number;
/** Sorts before every number of plays. */
const FIRST = -9_999_999_999;
const tempoOr =
  (direction: 1 | -1): KeyOf =>
  ({ tempo }, slot) =>
    tempo[slot] ? direction * tempo[slot] : Infinity;

/**
 * The number by which each order sorts, smallest first; among equal ones the newer track comes first. A track without tempo comes
 * last in both orders of tempo (docs/product/catalogue.md#filters).
 */
export const KEY_OF: Record<TrackSort, KeyOf> = {
  newest: () => 0,
  'price-low': ({ cents }, slot) => cents[slot] ?? 0,
  'price-high': ({ cents }, slot) => -(cents[slot] ?? 0),
  slowest: tempoOr(1),
  fastest: tempoOr(-1),
  played: ({ plays }, slot) => -(plays[slot] ?? 0),
  hottest: ({ hot, plays }, slot) => (hot[slot] ? FIRST : -(plays[slot] ?? 0)),
};

/** The place of a track in an order. It does not depend on other tracks, and every replica can read it. */
export type Place = { key: number; id: number };

/** A place as text, with the order that it belongs to. */
const cursorOf = (sort: TrackSort, { key, id }: Place) => `${sort}~${key === Infinity ? 'none' : key}~${id}`;

/** The place that a search goes on after or before. @throws Refusal 400 with that field for a cursor of another order */
export function placeIn(query: ProductSearchQuery, field: 'after' | 'before'): Place | null {
  const cursor = query[field];
  if (cursor === undefined) return null;
  const [order, key, id] = cursor.split('~');
  if (order !== query.sort) throw invalid(field, 'Must be the cursor of an answer in this order');
  return { key: key === 'none' ? Infinity : Number(key), id: Number(id) };
}

export const comesBefore = (key: number, id: number, place: Place) => key < place.key || (key === place.key && id > place.id);

/** The cursors of a page of `shown` tracks, of which `from` come before it and `total` are found. */
export const cursorsOf = (
  sort: TrackSort,
  { from, shown, total }: Record<'from' | 'shown' | 'total', number>,
  first: Place | undefined,
  last: Place | undefined,
) => ({
  next: last && from + shown < total ? cursorOf(sort, last) : null,
  previous: first && from > 0 ? cursorOf(sort, first) : null,
});
