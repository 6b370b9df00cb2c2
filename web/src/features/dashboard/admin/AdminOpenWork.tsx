import type { DashboardView } from '@shop/contracts/views';
import { formatCents } from '@shop/contracts/pricing';
import { Link } from 'react-router-dom';
import { paths, type AdminPath } from '#lib/paths.ts';
import styles from './AdminOpenWork.module.css';

type Work = { path: AdminPath; count: number | null; one: string; more: string; after?: string };

/** Lists the work that waits for an admin, each with a link to it. */
export function AdminOpenWork({ work }: { work: DashboardView['openWork'] }) {
  const { payoutsDue } = work;
  const all: Work[] = [
    {
      path: 'orders?payment_state=review',
      count: work.ordersInReview,
      one: 'payment to review',
      more: 'payments to review',
    },
    {
      path: 'reconciliation?open=true',
      count: work.paymentDifferences,
      one: 'difference with PayPal',
      more: 'differences with PayPal',
    },
    {
      path: 'orders?payment_state=created&way=arranged',
      count: work.ordersToBePaid,
      one: 'arranged order to be paid',
      more: 'arranged orders to be paid',
    },
    {
      path: 'review-queue?queue=documents',
      count: work.pendingVerifications,
      one: 'seller to verify',
      more: 'sellers to verify',
    },
    { path: 'review-queue', count: work.submissionsWaiting, one: 'open submission', more: 'open submissions' },
    {
      path: 'payouts?due=true',
      count: payoutsDue?.sellers ?? null,
      one: 'payout due',
      more: 'payouts due',
      after: payoutsDue ? formatCents(payoutsDue.cents) : '',
    },
  ];
  const waiting = all.filter(({ count }) => count !== 0);
  return (
    <section className={styles.work} aria-labelledby="open-work">
      <h2 id="open-work">Open work</h2>
      {waiting.length === 0 ? (
        <p className="muted">Nothing waits for you.</p>
      ) : (
        <ul>
          {waiting.map(({ path, count, one, more, after }) => (
            <li key={more}>
              {count === null ? (
                <span className="muted">– {more}</span>
              ) : (
                <Link to={paths.admin.page(path)}>
                  <b className="mono">{count}</b> {count === 1 ? one : more}
                  {after && <span className="mono muted"> {after}</span>}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
