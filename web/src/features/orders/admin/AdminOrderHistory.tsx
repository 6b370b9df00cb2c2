import type { AdminOrderView } from '@shop/contracts/views';
import { timeText } from '../../../lib/dates';
import styles from './AdminOrder.module.css';

/** All that happened to an order, the newest last. */
export const AdminOrderHistory = ({ history }: Pick<AdminOrderView, 'history'>) => (
  <section>
    <h2>History</h2>
    <ol className={styles.history}>
      {history.map(({ at, event, detail }, i) => (
        <li key={i}>
          <time dateTime={at} className="mono muted">
            {timeText(at)}
          </time>
          <span>
            <b>{event.charAt(0).toUpperCase() + event.slice(1)}</b>
            {detail && <span className="muted"> {detail}</span>}
          </span>
        </li>
      ))}
    </ol>
  </section>
);
