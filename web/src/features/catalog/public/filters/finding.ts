import type { ProductView } from '@shop/contracts/views';

export const SORTS = {
  newest: 'Newest',
  'price-low': 'Price: low to high',
  'price-high': 'Price: high to low',
  slowest: 'Tempo: slow to fast',
  fastest: 'Tempo: fast to slow',
  played: 'Most played',
} as const;
export type Sort = keyof typeof SORTS;
export const isSort = (text: string | null): text is Sort => text !== null && Object.hasOwn(SORTS, text);

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

/** The products in the chosen order. They come newest first, which also decides between equal ones. */
export const sorted = (newestFirst: readonly ProductView[], sort: Sort): readonly ProductView[] =>
  sort === 'newest' ? newestFirst : [...newestFirst].sort(ORDERS[sort]);

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

export type SearchIndex = { product: ProductView; text: string }[];

/** An index of names and stores in lower case, made once and newest first, so that each typed letter only compares. */
export const searchIndex = (newestFirst: readonly ProductView[]): SearchIndex =>
  newestFirst.map((product) => ({ product, text: plain(`${product.name} ${product.store_name}`) }));

/** Products whose name or store has every word of `text`, in the order of the index; all of them for an empty text. */
export function search(index: SearchIndex, text: string): ProductView[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  return index.filter((entry) => words.every((word) => entry.text.includes(word))).map(({ product }) => product);
}
