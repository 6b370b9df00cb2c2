import { timeText } from '@shop/contracts/times';
import type { ActivityView, DashboardView } from '@shop/contracts/views';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cx } from '#lib/cx.ts';
import { adminPageOf } from '#lib/admin/admin-page-of.ts';
import { Badge } from '#ui/display/Badge.tsx';
import { ClippedText } from '#ui/display/ClippedText.tsx';
import { RowBoundary } from '#ui/feedback/RowBoundary.tsx';
import { Cover } from '#ui/display/Cover.tsx';
import { Money } from '#ui/display/Money.tsx';
import styles from './AdminNews.module.css';
import { useProductPage } from './use-product-page';

type Latest = NonNullable<DashboardView['latestProduct']>;
type RecentOrder = NonNullable<DashboardView['recentOrders']>[number];

/** `statusText` is the status of the track in words. */
export function AdminLatestProduct({
  track,
  statusText,
}: {
  track: Latest | null;
  statusText: (status: Latest['status']) => string;
}) {
  const productPage = useProductPage();
  if (!track) return <p className="muted">No track yet.</p>;
  const { name, img, category, store_name, price, status, created_at } = track;
  return (
    <div className={styles.latest}>
      <Cover src={img} alt="" size={96} />
      <div>
        <Link className={styles.strong} to={productPage(track)} dir="auto">
          {name}
        </Link>
        <p className="muted" dir="auto">
          {category}, {store_name}
        </p>
        <p>
          <Money dollars={price} whole /> {status !== 'active' && <Badge>{statusText(status)}</Badge>}
        </p>
        <p className={styles.when}>{timeText(created_at)}</p>
      </div>
    </div>
  );
}

/** `markOf` draws the state of an order's payment. */
export const AdminRecentOrders = ({
  orders,
  markOf,
}: {
  orders: RecentOrder[];
  markOf: (state: RecentOrder['payment_state']) => ReactNode;
}) => (
  <Lines empty="No orders yet." items={orders}>
    {({ id, customer_info: { firstName, lastName, email }, total_price, payment_state, items, created_at }) => (
      <Line
        what={<Link to={adminPageOf.order(id)}>Order #{id}</Link>}
        number={<Money dollars={total_price} />}
        detail={`${`${firstName} ${lastName}`.trim() || email || 'deleted account'}, ${items} ${items === 1 ? 'track' : 'tracks'}`}
        mark={markOf(payment_state)}
        at={created_at}
      />
    )}
  </Lines>
);

export const AdminRecentUsers = ({ users }: { users: NonNullable<DashboardView['recentUsers']> }) => (
  <Lines empty="No accounts yet." items={users}>
    {({ id, name, last_name, email, country, is_seller, created_at }) => (
      <Line
        what={
          <Link to={adminPageOf.account(id)}>
            {name} {last_name}
          </Link>
        }
        number={country}
        detail={email}
        mark={is_seller && <Badge>seller</Badge>}
        at={created_at}
      />
    )}
  </Lines>
);

const SAYS: Record<ActivityView['type'], string> = { product: 'Track added', order: 'Order placed', user: 'Account opened' };

export function AdminActivities({ activities }: { activities: ActivityView[] }) {
  const productPage = useProductPage();
  const pageOf = ({ type, id, name }: ActivityView) => {
    if (type === 'product') return productPage({ id, name });
    return type === 'user' ? adminPageOf.account(id) : adminPageOf.order(id);
  };
  return (
    <Lines empty="Nothing has happened yet." items={activities} columns>
      {(activity) => {
        const { type, id, name, price, category, amount, email, created_at } = activity;
        const dollars = amount ?? price;
        return (
          <Line
            says={SAYS[type]}
            what={<Link to={pageOf(activity)}>{type === 'order' ? `#${id}` : name}</Link>}
            number={dollars !== null && <Money dollars={dollars} whole={type === 'product'} />}
            detail={type === 'order' ? [name, email].filter(Boolean).join(', ') : (category ?? email ?? '')}
            at={created_at}
          />
        );
      }}
    </Lines>
  );
}

function Lines<News extends { id: number; type?: string }>({
  items,
  empty,
  columns = false,
  children,
}: {
  items: readonly News[];
  empty: string;
  columns?: boolean;
  children: (item: News) => ReactNode;
}) {
  if (items.length === 0) return <p className="muted">{empty}</p>;
  return (
    <ul className={cx(styles.lines, columns && styles.columns)}>
      {items.map((item) => (
        <RowBoundary key={`${item.type ?? ''}${item.id}`}>
          <Entry of={item} draw={children} />
        </RowBoundary>
      ))}
    </ul>
  );
}

function Entry<News>({ of, draw }: { of: News; draw: (item: News) => ReactNode }) {
  return <li>{draw(of)}</li>;
}

function Line({
  says,
  what,
  number,
  detail,
  mark,
  at,
}: {
  says?: string;
  what: ReactNode;
  number?: ReactNode;
  detail: string;
  mark?: ReactNode;
  at: string;
}) {
  return (
    <>
      <span className={styles.what}>
        {says && <span className="muted">{says}</span>} <ClippedText>{what}</ClippedText>
      </span>
      <span className={styles.number}>{number}</span>
      <ClippedText className={styles.detail}>{detail}</ClippedText>
      <span className={styles.mark}>{mark}</span>
      <time className={styles.when} dateTime={at}>
        {timeText(at)}
      </time>
    </>
  );
}
