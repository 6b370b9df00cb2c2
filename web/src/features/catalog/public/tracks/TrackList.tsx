import { lazily } from '../../../../lib/loading/lazily';
import { Part } from '../../../../ui/feedback/Part';
import styles from './TrackList.module.css';
import type { TrackListProps } from './track-list-props';

const WindowedTracks = lazily(async () => (await import('./WindowedTracks')).WindowedTracks, { quiet: true });

/** Up to this many tracks every row is drawn, so that the search of the browser finds them. */
const SIMPLE = 100;
const FIRST_SIGHT = 24;

/** Rows or covers; a long list is windowed, and its first tracks are there while the code for that arrives. */
export function TrackList(props: TrackListProps) {
  if (props.products.length <= SIMPLE) return <SimpleTracks {...props} />;
  return (
    <Part
      waiting={<SimpleTracks {...props} products={props.products.slice(0, FIRST_SIGHT)} />}
      // without the windowed list: slower, but complete
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
