import type { TrackSort } from '@shop/contracts/constants';
import type { Columns } from './columns';

type KeyOf = (columns: Columns, slot: number) => number;
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
export const cursorOf = (sort: TrackSort, { key, id }: Place) => `${sort}~${key === Infinity ? 'none' : key}~${id}`;

/** The place that a cursor names; null when it belongs to another order. */
export function placeOf(sort: TrackSort, cursor: string): Place | null {
  const [order, key, id] = cursor.split('~');
  return order === sort ? { key: key === 'none' ? Infinity : Number(key), id: Number(id) } : null;
}

export const comesBefore = (key: number, id: number, other: Place) => key < other.key || (key === other.key && id > other.id);
