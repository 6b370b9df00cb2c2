import { LARGE_COVER } from '@shop/contracts/covers';
import type { ProductView } from '@shop/contracts/views';
import { useEffect, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { TrackBadges, ProjectIcon } from '../../../features/catalog/public/tracks/TrackBadges';
import { PlayButton } from '../../../features/catalog/public/tracks/TrackButtons';
import { Price } from '../../../features/catalog/public/tracks/TrackParts';
import { SeekArea } from '../../../features/catalog/public/tracks/SeekArea';
import { queueGrew } from '../../../features/player/public/player-slice';
import { usePlayer } from '../../../features/player/public/use-player';
import { WideWaveform } from '../../../features/player/public/WideWaveform';
import { useAppDispatch } from '../../../lib/hooks';
import { paths } from '../../../lib/paths';
import { useNarrow } from '../../../lib/use-media';
import { ButtonLink } from '../../../ui/action/Button';
import { Cover } from '../../../ui/display/Cover';
import { Facts } from './Facts';
import { Package } from './Package';
import styles from './Track.module.css';
import { TrackActions } from './TrackActions';
import { TrackHead } from './TrackHead';

const BARS = { wide: 240, narrow: 96 };

/**
 * Everything about one track that is for sale. The player continues with `similar`; `mixing` is how many tracks it mixes with. `settled`:
 * neither the track nor `similar` is being asked for again.
 */
export function TrackDetails({
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
  const { name, store_name, category } = track;
  return (
    <article className={`wrap ${styles.page}`} aria-label={name} aria-current={player.isCurrent(track) || undefined}>
      <TrackHead track={track} />
      <nav className={styles.way} aria-label="Where you are">
        <Link to={paths.shop}>Shop</Link> / <Link to={paths.genre(category)}>{category}</Link>
      </nav>
      <div className={styles.top}>
        <Cover src={track.img} alt={`Cover of ${name}`} size={LARGE_COVER.track} eager />
        <div className={styles.main}>
          <p className={styles.badges}>
            <TrackBadges product={track} />
            <ProjectIcon name={track.project_name} />
          </p>
          <h1 dir="auto">{name}</h1>
          <p className="muted" dir="auto">
            by {store_name}
          </p>
          <div className={styles.player}>
            <PlayButton
              product={track}
              playing={player.isPlaying(track)}
              onPlay={() => player.press(track, list, { listName })}
            />
            <SeekArea className={styles.wave} onSeek={(from) => player.play(track, list, { from, listName })}>
              <WideWaveform track={track} bars={narrow ? BARS.narrow : BARS.wide} current={player.isCurrent(track)} />
            </SeekArea>
          </div>
          <noscript>
            <audio className={styles.plainPlayer} controls preload="none" src={track.audio} aria-label={`Play ${name}`} />
          </noscript>
          <Facts track={track} />
          <div className={styles.buy}>
            <div className={styles.price}>
              <Price product={track} />
            </div>
            <TrackActions track={track} />
          </div>
          {mixing > 0 && (
            <p>
              <ButtonLink size="s" to={paths.mixesWith(track.id)}>
                Mixes with {mixing} {mixing === 1 ? 'track' : 'tracks'}
              </ButtonLink>
            </p>
          )}
        </div>
      </div>
      <Package track={track} />
    </article>
  );
}

/**
 * What the player plays from this page: the track alone until similar ones are known, which then join it also while it plays. An answer
 * that is being asked for again may still call a sold track for sale.
 */
function useQueue(track: ProductView, similar: readonly ProductView[], settled: boolean) {
  const dispatch = useAppDispatch();
  const list = useMemo(() => [track, ...similar], [track, similar]);
  const listName = `track ${track.id}`;
  useEffect(() => {
    if (settled && list.length > 1) dispatch(queueGrew({ list, listName }));
  }, [dispatch, list, listName, settled]);
  return { list, listName };
}
