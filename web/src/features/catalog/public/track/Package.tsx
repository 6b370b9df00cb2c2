import { PROJECT_SURCHARGE_CENTS } from '@shop/contracts/constants';
import type { ProductView } from '@shop/contracts/views';
import styles from './TrackDetails.module.css';

/** The buyer's package: the contract, and the folders of the archive, which the upload guide asks sellers for. */
export function Package({ track }: { track: ProductView }) {
  return (
    <section className={styles.package} aria-labelledby="package">
      <h2 id="package">What is in the package</h2>
      <ul className={styles.list}>
        <li>
          Master and unmastered mix, <span className="mono">44.1 kHz, 16-bit</span>
        </li>
        <li>
          Stems, <span className="mono">44.1 kHz, 24-bit</span>
        </li>
        <li>MIDI files</li>
        <li>The contract, with your name on it</li>
        {track.project_name && (
          <li>
            {track.project_name} project, if you choose it in the cart{' '}
            <span className="mono">(+${PROJECT_SURCHARGE_CENTS / 100})</span>
          </li>
        )}
      </ul>
      <p className={styles.exclusive}>There is one copy. When you buy it, it leaves the shop: nobody else will release it.</p>
    </section>
  );
}
