import { timeWithZone } from '@shop/contracts/times';
import { KeepAccount } from './KeepAccount';
import styles from './LeavingNotice.module.css';

export function LeavingNotice({ eraseAt }: { eraseAt: string }) {
  return (
    <section className={styles.notice} aria-label="Your account">
      <div className={`wrap ${styles.row}`}>
        <p>
          Your account will be deleted on <strong>{timeWithZone(eraseAt)}</strong>.
        </p>
        <KeepAccount />
      </div>
    </section>
  );
}
