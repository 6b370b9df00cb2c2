import { Link } from 'react-router-dom';
import { ButtonLink } from '#ui/action/Button.tsx';
import { paths } from '#lib/paths.ts';
import styles from './Banner.module.css';

export function SellerBanner() {
  return (
    <section className={styles.plain}>
      <div className={`wrap ${styles.banner}`}>
        <h2>Sell what you will never release</h2>
        <div className={styles.words}>
          <p>
            Open a store, send us your finished tracks, and get paid when they sell. We verify you within 48 hours, review each
            track within 2 days, and send your payout within three business days of the payment.
          </p>
          <div className={styles.ways}>
            <ButtonLink to={paths.accountTab('seller')}>Sell your tracks</ButtonLink>
            <Link to={paths.uploadInstructions} target="_blank">
              What a track must come with
            </Link>
          </div>
        </div>
      </div>
    </section>
  );
}
