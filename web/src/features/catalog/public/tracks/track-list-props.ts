import type { ProductView } from '@shop/contracts/views';
import type { ReactNode } from 'react';

/** How a list of tracks is drawn: a line for each, or its cover. */
export type ListView = 'rows' | 'covers';

/** What stands beside the loaded part of a result: how to load it, and how loading it goes. */
export type MoreTracks = { next?: () => void; previous?: () => void; isFetching: boolean; error?: unknown };

export type TrackListProps = {
  /** Which result this is; another one is shown from its beginning. */
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
