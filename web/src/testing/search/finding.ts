import { MOST_CORRECTED, searchText, wordsLike, wordsOf } from '@shop/contracts/finding';
import type { ProductView } from '@shop/contracts/views';
import type { Sort } from '#features/catalog/public/filters/filters.ts';

type Order = (a: ProductView, b: ProductView) => number;
/** Sorts by tempo. A track without tempo comes last in both directions. */
const tempo =
  (direction: 1 | -1): Order =>
  (a, b) => {
    if (!a.bpm || !b.bpm) return Number(!a.bpm) - Number(!b.bpm);
    return direction * (a.bpm - b.bpm);
  };
const ORDERS: Record<Exclude<Sort, 'newest'>, Order> = {
  'price-low': (a, b) => a.price - b.price,
  'price-high': (a, b) => b.price - a.price,
  slowest: tempo(1),
  fastest: tempo(-1),
  played: (a, b) => b.play_count - a.play_count,
};

/** The products in the chosen order. They come newest first, and equal ones stay so. */
export const sorted = (newestFirst: readonly ProductView[], sort: Sort): readonly ProductView[] =>
  sort === 'newest' ? newestFirst : [...newestFirst].sort(ORDERS[sort]);

type Entry = { product: ProductView; text: string };
type SearchIndex = readonly Entry[];

/** The names, stores and genres in the form in which they are compared, so that each typed letter only compares. */
export const searchIndex = (newestFirst: readonly ProductView[]): SearchIndex =>
  newestFirst.map((product) => ({ product, text: searchText(product) }));

/**
 * The products that have every word of `text`, in the order of the index; all products for an empty text. Up to four words that
 * no product has stand for the most similar words (docs/product/catalogue.md#search).
 */
export function search(index: SearchIndex, text: string): ProductView[] {
  let corrected = 0;
  const result = wordsOf(text).reduce((left, word) => {
    if (index.some((entry) => entry.text.includes(word))) return left.filter((entry) => entry.text.includes(word));
    if (++corrected > MOST_CORRECTED) return [];
    const like = wordsLike(word, [...new Set(index.flatMap(splitOf))]);
    return left.filter((entry) => splitOf(entry).some((part) => like.includes(part)));
  }, index);
  return result.map(({ product }) => product);
}

const splitOf = ({ text }: Entry) => text.split(/\s+/);
