import type { ProductView } from '@shop/contracts/views';
import type { ReactNode } from 'react';

export type ListView = 'rows' | 'covers';

/** How to load more of a result, and the state of that call. */
export type MoreTracks = { next?: () => void; previous?: () => void; isFetching: boolean; error?: unknown };

export type TrackListProps = {
  /** The name of the result. Another result is shown from its beginning. */
  name: string;
  /** The loaded part of the result, which begins at the position `at` of `total`. */
  products: readonly ProductView[];
  at: number;
  total: number;
  more: MoreTracks;
  view: ListView;
  /** Draws a track, with its place in the result, counted from 1. */
  children: (product: ProductView, place: number) => ReactNode;
};
