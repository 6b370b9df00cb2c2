import { LARGE_COVER } from '@shop/contracts/covers';
import type { SoldTrackView } from '@shop/contracts/views';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#lib/paths.ts';
import { Badge } from '#ui/display/Badge.tsx';
import { ButtonLink } from '#ui/action/Button.tsx';
import { Cover } from '#ui/display/Cover.tsx';
import { KeyText } from '#ui/display/KeyText.tsx';
import styles from './TrackDetails.module.css';
import { SoldTrackHead } from './TrackHead';

/** `children` are similar tracks. */
export function SoldTrack({ track, children }: { track: SoldTrackView; children: ReactNode }) {
  const { name, img, store_name, category, bpm } = track;
  return (
    <>
      <SoldTrackHead track={track} />
      <article className={`wrap ${styles.page}`} aria-label={name}>
        <div className={styles.top}>
          <div className={styles.gone}>
            <Cover src={img} alt="" size={LARGE_COVER.track} eager />
          </div>
          <div className={styles.main}>
            <p className={styles.badges}>
              <Badge tone="warm">SOLD</Badge>
            </p>
            <h1 dir="auto" data-long={name.length > 60 || undefined}>
              {name}
            </h1>
            <p className="muted" dir="auto">
              by {store_name}
            </p>
            <p className="mono">
              {[category, bpm && `${bpm} bpm`].filter(Boolean).join(' · ')}
              {track.music_key && (
                <>
                  {' · '}
                  <KeyText of={track} />
                </>
              )}
            </p>
            <p>This track is sold. There was one copy, and it belongs to somebody now: nobody else can buy it here again.</p>
            <p>
              <ButtonLink variant="primary" to={paths.shop}>
                See what is left
              </ButtonLink>
            </p>
            <p>
              Sold once. <Link to={paths.salesLog}>See the sales log</Link>
            </p>
          </div>
        </div>
      </article>
      {children}
    </>
  );
}
