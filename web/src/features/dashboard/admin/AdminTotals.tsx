import type { DashboardView } from '@shop/contracts/views';
import { formatCents, dollarsToCents } from '@shop/contracts/pricing';
import { Link } from 'react-router-dom';
import { paths, type AdminPath } from '#lib/paths.ts';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import styles from './AdminTotals.module.css';

type Total = { label: string; path: AdminPath; value: string | null; detail?: string };

const countText = (count: number | null) => count?.toLocaleString('en-US') ?? null;

const totalsOf = (stats: DashboardView): Total[] => {
  const { forSale, sold, paidOrders, activeSellers, activeSubscribers } = stats.details;
  return [
    {
      label: 'Products',
      path: 'products',
      value: countText(stats.totalProducts),
      detail: `${countText(forSale)} for sale, ${countText(sold)} sold`,
    },
    { label: 'Users', path: 'users', value: countText(stats.totalUsers) },
    { label: 'Sellers', path: 'sellers', value: countText(stats.totalSellers), detail: `${countText(activeSellers)} active` },
    { label: 'Orders', path: 'orders', value: countText(stats.totalOrders), detail: `${countText(paidOrders)} paid` },
    {
      label: 'Revenue',
      path: 'orders',
      value: stats.totalRevenue === null ? null : formatCents(dollarsToCents(stats.totalRevenue)),
      detail: 'of paid orders',
    },
    {
      label: 'Subscribers',
      path: 'subscribers',
      value: countText(stats.totalSubscribers),
      detail: `${countText(activeSubscribers)} active`,
    },
  ];
};

/** When its service does not answer, a total says so (docs/product/administration.md#dashboard). */
export function AdminTotals({ stats }: { stats: DashboardView }) {
  return (
    <dl className={styles.totals}>
      {totalsOf(stats).map(({ label, path, value, detail }) => (
        <div key={label}>
          <dt>
            <Link to={paths.admin.page(path)}>{label}</Link>
          </dt>
          <dd className={`mono ${styles.value}`}>{value ?? '–'}</dd>
          <dd className={value === null ? styles.missing : styles.detail}>{value === null ? 'did not answer' : detail}</dd>
        </div>
      ))}
    </dl>
  );
}

export const TotalsSkeleton = () => (
  <div className={styles.totals}>
    {Array.from({ length: 6 }, (_, at) => (
      <div key={at}>
        <Skeleton width="56px" height="12px" />
        <Skeleton width="88px" height="32px" />
        <Skeleton width="72px" height="12px" />
      </div>
    ))}
  </div>
);
