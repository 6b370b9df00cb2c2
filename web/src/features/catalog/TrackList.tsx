import type { ProductView } from '@shop/contracts/views';
import type { ReactNode } from 'react';
import { lazily } from '../../lib/lazily';
import { Part } from '../../ui/Part';
import styles from './TrackList.module.css';
import type { ListView } from './use-filters';

const WindowedTracks = lazily(async () => (await import('./WindowedTracks')).WindowedTracks, { quiet: true });

/** Up to here every row is simply there: for the browser's own search, too. */
const SIMPLE = 100;
const FIRST_SIGHT = 24;

export type TrackListProps = {
  products: readonly ProductView[];
  view: ListView;
  children: (product: ProductView) => ReactNode;
};

/** Rows or covers; a long list is windowed, and its first tracks are there while the code for that arrives. */
export function TrackList(props: TrackListProps) {
  if (props.products.length <= SIMPLE) return <SimpleTracks {...props} />;
  return (
    <Part
      waiting={<SimpleTracks {...props} products={props.products.slice(0, FIRST_SIGHT)} />}
      // slower, but all of them
      instead={<SimpleTracks {...props} />}
    >
      <WindowedTracks {...props} />
    </Part>
  );
}

const SimpleTracks = ({ products, view, children }: TrackListProps) => (
  <div className={view === 'covers' ? styles.covers : undefined} role="feed" aria-label="Tracks">
    {products.map(children)}
  </div>
);
