import { lazily } from '../../../../lib/loading/lazily';
import { Part } from '../../../../ui/feedback/Part';
import styles from './TrackList.module.css';
import type { TrackListProps } from './track-list-props';

const WindowedTracks = lazily(async () => (await import('./WindowedTracks')).WindowedTracks, { quiet: true });

/** Up to this many tracks, every row is drawn, so that the browser's own search finds them. */
const SIMPLE = 100;
const FIRST_SIGHT = 24;

/** Tracks as rows or as cards. A long list draws only the lines in sight; its first tracks are shown while the code for that loads. */
export function TrackList(props: TrackListProps) {
  if (props.total <= SIMPLE && props.products.length === props.total) return <SimpleTracks {...props} />;
  return (
    <Part
      waiting={<SimpleTracks {...props} products={props.at === 0 ? props.products.slice(0, FIRST_SIGHT) : []} />}
      // without that code the list is slower, but complete
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
