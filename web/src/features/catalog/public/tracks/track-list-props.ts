import type { ProductView } from '@shop/contracts/views';
import type { ReactNode } from 'react';
import type { ListView } from '../filters/use-filters';

export type TrackListProps = {
  /** Which result this is; another one is shown from its beginning. */
  name: string;
  /** The loaded part of the result, which begins at the position `at` of `total`. */
  products: readonly ProductView[];
  at: number;
  total: number;
  /** Loads what stands after or before the loaded part. */
  more: { next?: () => void; previous?: () => void };
  view: ListView;
  children: (product: ProductView) => ReactNode;
};
