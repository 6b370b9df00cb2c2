import type { ProductView } from '@shop/contracts/views';
import { useEffect, useMemo, type ReactNode } from 'react';
import { TrackDetails } from '#features/catalog/public/track/TrackDetails.tsx';
import { SeekArea } from '#features/catalog/public/tracks/SeekArea.tsx';
import { PlayTrack } from '#features/catalog/public/tracks/TrackButtons.tsx';
import { queueGrew } from '#features/player/public/player-slice.ts';
import { usePlayer } from '#features/player/public/use-player.ts';
import { LiveWaveform } from '#features/player/public/LiveWaveform.tsx';
import { useAppDispatch } from '#lib/hooks.ts';
import { lazyWithRetry } from '#lib/loading/lazy-with-retry.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { useUserId } from '#features/session/session.ts';
import { Waveform } from '#ui/display/Waveform.tsx';
import { SectionBoundary } from '#ui/feedback/SectionBoundary.tsx';
import { SimilarTracks } from './SimilarTracks';
import styles from './TrackForSale.module.css';

const extras = () => import('./extras');
const quiet = { quiet: true };
const WideWaveform = lazyWithRetry(async () => (await extras()).WideWaveform, quiet);
const StoreTracks = lazyWithRetry(async () => (await extras()).StoreTracks, quiet);
const ShareTrack = lazyWithRetry(async () => (await extras()).ShareTrack, quiet);
const BesideFacts = lazyWithRetry(async () => (await extras()).BesideFacts, quiet);
const Incomplete = lazyWithRetry(async () => (await extras()).Incomplete, quiet);
const TrackHold = lazyWithRetry(async () => (await extras()).TrackHold, quiet);

/**
 * A track that is for sale and others like it, with the player, which continues with `similar`. `mixing` is the number of tracks
 * it mixes with. `settled`: neither the track nor `similar` is loading again.
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
  const userId = useUserId();
  const extra = useExtra();
  const { list, listName } = useQueue(track, similar, settled);
  const isCurrent = player.isCurrent(track);
  const playFrom = (from: number) => player.play(track, list, { from, listName });
  const plainWave = (
    <SeekArea onSeek={playFrom}>
      {isCurrent ? <LiveWaveform wave={track.wave} duration={track.duration} /> : <Waveform wave={track.wave} />}
    </SeekArea>
  );
  return (
    <>
      <TrackDetails
        track={track}
        current={isCurrent}
        mixing={mixing}
        beside={extra(<BesideFacts track={track} />)}
        share={extra(<ShareTrack track={track} />)}
        hold={userId !== null && extra(<TrackHold id={track.id} name={track.name} />)}
        player={
          <div className={styles.player}>
            <PlayTrack
              product={track}
              playing={player.isPlaying(track)}
              onPlay={() => player.press(track, list, { listName })}
              className={styles.play}
            />
            <div className={styles.wave}>
              {extra(<WideWaveform track={track} current={isCurrent} onPlay={playFrom} />, plainWave)}
            </div>
          </div>
        }
      />
      <SimilarTracks title="Similar tracks" similar={similar} />
      {extra(<Incomplete id={track.id} />)}
      {/* Without a similar track, the shop has no other one. */}
      {similar.length > 0 && extra(<StoreTracks track={track} shown={similar} />)}
    </>
  );
}

/** Draws a part that is loaded once the browser has drawn the page as the server did; until then, and without it, `instead`. */
function useExtra() {
  const isUsable = useHydrated();
  return (part: ReactNode, instead: ReactNode = null) =>
    isUsable ? (
      <SectionBoundary waiting={instead} instead={instead}>
        {part}
      </SectionBoundary>
    ) : (
      instead
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
