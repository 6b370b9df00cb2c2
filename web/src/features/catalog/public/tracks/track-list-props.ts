import type { ProductView } from '@shop/contracts/views';
import type { ReactNode } from 'react';
import type { ListView } from '../filters/use-filters';

export type TrackListProps = {
  products: readonly ProductView[];
  view: ListView;
  children: (product: ProductView) => ReactNode;
};
