import { LARGE_COVER } from '@shop/contracts/covers';
import type { ProductView } from '@shop/contracts/views';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { TrackBadges, ProjectIcon } from '../tracks/TrackBadges';
import { cx } from '#lib/cx.ts';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/action/Button.tsx';
import { Cover } from '#ui/display/Cover.tsx';
import { BuyBox } from './BuyBox';
import { Facts } from './Facts';
import { Package } from './Package';
import styles from './TrackDetails.module.css';
import { TrackHead } from './TrackHead';

/**
 * A track that is for sale. `player` plays it; `mixing` is the number of tracks it mixes with; `beside` stands beside the figures;
 * `share` shares it; `hold` says who holds it.
 */
export function TrackDetails({
  track,
  current,
  mixing,
  player,
  beside,
  ...box
}: {
  track: ProductView;
  /** Whether the player has this track, playing or paused. */
  current: boolean;
  mixing: number;
  player: ReactNode;
  beside: ReactNode;
  share: ReactNode;
  hold: ReactNode;
}) {
  const { name, store_name, category } = track;
  return (
    <article className={`wrap ${styles.page} ${styles.sale}`} aria-label={name} aria-current={current || undefined}>
      <TrackHead track={track} />
      <nav className={styles.way} aria-label="Where you are">
        <Link to={paths.shop}>Shop</Link> / <Link to={paths.genre(category)}>{category}</Link>
      </nav>
      <div className={cx(styles.main, styles.head)}>
        <p className={styles.badges}>
          <TrackBadges product={track} />
          <ProjectIcon name={track.project_name} />
        </p>
        <h1 dir="auto" data-long={name.length > 60 || undefined}>
          {name}
        </h1>
        <p className="muted" dir="auto">
          by {store_name}
        </p>
      </div>
      <div>
        {player}
        <noscript>
          <audio className={styles.plainPlayer} controls preload="none" src={track.audio} aria-label={`Play ${name}`} />
        </noscript>
      </div>
      <div className={`drifts ${styles.sleeve}`}>
        <Cover src={track.img} alt={`Cover of ${name}`} size={LARGE_COVER.track} eager />
      </div>
      <div className={cx(styles.main, styles.figures)}>
        <Facts track={track} />
        {beside}
        {mixing > 0 && (
          <p>
            <ButtonLink size="s" to={paths.mixesWith(track.id)}>
              Mixes with {mixing} {mixing === 1 ? 'track' : 'tracks'}
            </ButtonLink>
          </p>
        )}
      </div>
      <BuyBox track={track} {...box} />
      <Package track={track} />
    </article>
  );
}
