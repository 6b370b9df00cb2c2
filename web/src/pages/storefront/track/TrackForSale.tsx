import type { ProductView } from '@shop/contracts/views';
import { useEffect, useMemo } from 'react';
import { TrackDetails } from '#features/catalog/public/track/TrackDetails.tsx';
import { SeekArea } from '#features/catalog/public/tracks/SeekArea.tsx';
import { PlayTrack } from '#features/catalog/public/tracks/TrackButtons.tsx';
import { queueGrew } from '#features/player/public/player-slice.ts';
import { usePlayer } from '#features/player/public/use-player.ts';
import { WideWaveform } from '#features/player/public/WideWaveform.tsx';
import { useAppDispatch } from '#lib/hooks.ts';
import { useNarrow } from '#lib/use-media.ts';
import styles from './TrackForSale.module.css';

const BARS = { wide: 240, narrow: 96 };

/**
 * A track that is for sale, with the player, which continues with `similar`. `mixing` is the number of tracks it mixes with.
 * `settled`: neither the track nor `similar` is loading again.
 */
export function TrackForSale({
  track,
  similar,
  mixing,
  settled,
}: {
  track: ProductView;
  similar: readonly ProductView[];
  mixing: number;
  settled: boolean;
}) {
  const player = usePlayer();
  const narrow = useNarrow();
  const { list, listName } = useQueue(track, similar, settled);
  return (
    <TrackDetails
      track={track}
      current={player.isCurrent(track)}
      mixing={mixing}
      player={
        <div className={styles.player}>
          <PlayTrack product={track} playing={player.isPlaying(track)} onPlay={() => player.press(track, list, { listName })} />
          <SeekArea className={styles.wave} onSeek={(from) => player.play(track, list, { from, listName })}>
            <WideWaveform track={track} bars={narrow ? BARS.narrow : BARS.wide} current={player.isCurrent(track)} />
          </SeekArea>
        </div>
      }
    />
  );
}

/**
 * The queue of the player: first the track alone, then also its similar tracks, even while it plays. While an answer is loading
 * again, the old one may still offer a sold track.
 */
function useQueue(track: ProductView, similar: readonly ProductView[], isSettled: boolean) {
  const dispatch = useAppDispatch();
  const list = useMemo(() => [track, ...similar], [track, similar]);
  const listName = `track ${track.id}`;
  useEffect(() => {
    if (isSettled && list.length > 1) dispatch(queueGrew({ list, listName }));
  }, [dispatch, list, listName, isSettled]);
  return { list, listName };
}
