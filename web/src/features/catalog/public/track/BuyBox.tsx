import { FEE_PERCENT, PROJECT_SURCHARGE_CENTS } from '@shop/contracts/constants';
import type { ProductView } from '@shop/contracts/views';
import type { ReactNode } from 'react';
import { Price } from '../tracks/TrackParts';
import { TrackActions } from './TrackActions';
import styles from './TrackDetails.module.css';

/** What the track costs and what one gets, with cart and heart. `share` shares it; `hold` says who holds it. */
export const BuyBox = ({ track, share, hold }: { track: ProductView; share: ReactNode; hold: ReactNode }) => (
  <section className={styles.box} aria-label="Buy this track">
    <div className={styles.buy}>
      <div className={styles.price}>
        <Price product={track} />
      </div>
      <TrackActions track={track} share={share} />
    </div>
    <ul className={styles.gets}>
      <li>Master, unmastered mix, stems and MIDI</li>
      <li>A contract in your name</li>
      <li>The only copy there is</li>
    </ul>
    <p className={styles.extra}>
      {track.project_name && <>Project (+${PROJECT_SURCHARGE_CENTS / 100}): YES or NO in the cart. </>}
      Service fees ({FEE_PERCENT}%) are added at checkout.
    </p>
    <div>{hold}</div>
  </section>
);
