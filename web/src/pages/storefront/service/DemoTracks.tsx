import type { DemoView } from '@shop/contracts/views';
import { useEffect } from 'react';
import { LiveWaveform } from '#features/player/public/LiveWaveform.tsx';
import { playableDemo, type Playable } from '#features/player/public/playable.ts';
import { usePlayer } from '#features/player/public/use-player.ts';
import { useDemosQuery } from '#features/service-requests/api/service-requests-api.ts';
import { RowBoundary } from '#ui/feedback/RowBoundary.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { DemoRow } from './DemoRow';
import styles from './DemoTracks.module.css';

/**
 * Demo tracks, under the service that they belong to (docs/product/service-requests.md#the-service-page). A failed load is only
 * logged.
 */
export function DemoTracks() {
  const { data, error } = useDemosQuery();
  useEffect(() => {
    if (error) console.error('The demo tracks could not be loaded', error);
  }, [error]);
  if (error || data?.length === 0) return null;

  return (
    <section className={styles.section} aria-labelledby="demos">
      <h2 id="demos">Hear the work</h2>
      {data ? <Groups demos={data} /> : <Loading />}
    </section>
  );
}

function Groups({ demos }: { demos: readonly DemoView[] }) {
  const player = usePlayer();
  const groups = byCategory(demos);
  const list = groups.flatMap(([, tracks]) => tracks); // next and previous follow the order on the page

  return (
    <div className={styles.groups}>
      {groups.map(([category, tracks]) => (
        <div key={category}>
          <h3 className={styles.category}>{category}</h3>
          {tracks.map((track) => (
            <RowBoundary key={track.key} instead={null}>
              <DemoRow
                track={track}
                current={player.isCurrent(track)}
                playing={player.isPlaying(track)}
                onPlay={() => player.press(track, list)}
                waveform={player.isCurrent(track) ? <LiveWaveform wave={track.wave} duration={track.duration} /> : undefined}
              />
            </RowBoundary>
          ))}
        </div>
      ))}
    </div>
  );
}

function byCategory(demos: readonly DemoView[]): [category: string, tracks: Playable[]][] {
  const groups = new Map<string, Playable[]>();
  for (const demo of demos) {
    const category = demo.category || 'No categories';
    groups.set(category, [...(groups.get(category) ?? []), playableDemo(demo)]);
  }
  return [...groups];
}

const Loading = () => (
  <div className={styles.groups} role="status" aria-label="Loading demo tracks">
    {[1, 2, 3].map((group) => (
      <div key={group} className={styles.loading}>
        <Skeleton width="50%" height="20px" />
        <Skeleton height="64px" />
        <Skeleton height="64px" />
      </div>
    ))}
  </div>
);
