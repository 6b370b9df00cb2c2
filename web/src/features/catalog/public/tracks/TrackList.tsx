import { lazyWithRetry } from '#lib/loading/lazy-with-retry.tsx';
import { useAtRest } from '#lib/use-at-rest.ts';
import { SectionBoundary } from '#ui/feedback/SectionBoundary.tsx';
import styles from './TrackList.module.css';
import { stepThrough } from './step-through';
import type { TrackListProps } from './track-list-props';

const WindowedTracks = lazyWithRetry(async () => (await import('./WindowedTracks')).WindowedTracks, { quiet: true });

/** Up to so many tracks, every row is drawn, so that the browser's own search finds them. */
const SIMPLE = 100;
const FIRST_SIGHT = 24;

/** A long list draws only the lines in sight. Until the code for that has loaded, it draws its first tracks. */
export function TrackList(props: TrackListProps) {
  const isWhole = props.at === 0 || import.meta.env.SSR; // without scripts, a list continues on further pages
  const first = <SimpleTracks {...props} products={isWhole ? props.products.slice(0, FIRST_SIGHT) : []} />;
  const atRest = useAtRest();
  if (props.total <= SIMPLE && props.products.length === props.total) return <SimpleTracks {...props} />;
  if (!atRest) return first;
  return (
    <SectionBoundary
      waiting={first}
      // Without that code the list is slower, but complete.
      instead={<SimpleTracks {...props} />}
    >
      <WindowedTracks {...props} />
    </SectionBoundary>
  );
}

const SimpleTracks = ({ products, view, children }: TrackListProps) => (
  <div className={view === 'covers' ? styles.covers : undefined} role="feed" aria-label="Tracks" onKeyDown={stepThrough}>
    {products.map((product, at) => children(product, at + 1))}
  </div>
);
