import { timeText } from '@shop/contracts/times';
import type { AdminOrderView } from '@shop/contracts/views';
import { RowBoundary } from '#ui/feedback/RowBoundary.tsx';
import styles from './AdminOrder.module.css';

export const AdminOrderHistory = ({ history }: Pick<AdminOrderView, 'history'>) => (
  <section>
    <h2>History</h2>
    <ol className={styles.history}>
      {history.map((event, i) => (
        <RowBoundary key={i}>
          <Event of={event} />
        </RowBoundary>
      ))}
    </ol>
  </section>
);

const Event = ({ of: { at, event, detail } }: { of: AdminOrderView['history'][number] }) => (
  <li>
    <time dateTime={at} className="mono muted">
      {timeText(at)}
    </time>
    <span>
      <b>{event.charAt(0).toUpperCase() + event.slice(1)}</b>
      {detail && <span className="muted"> {detail}</span>}
    </span>
  </li>
);
