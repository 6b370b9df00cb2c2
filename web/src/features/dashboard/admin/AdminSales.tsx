import { formatCents } from '@shop/contracts/pricing';
import type { DashboardView } from '@shop/contracts/views';
import { lazyWithRetry } from '#lib/loading/lazy-with-retry.tsx';
import { SectionBoundary } from '#ui/feedback/SectionBoundary.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { changeOf, seriesOf, stepName, sumOf } from './admin-series';
import styles from './AdminSales.module.css';

const AdminSalesChart = lazyWithRetry(async () => (await import('./AdminSalesChart')).AdminSalesChart, { quiet: true });

type Sales = NonNullable<DashboardView['sales']>;

/** Revenue and orders of the range as a chart with their sums, and as a table. */
export function AdminSales({ sales: { days, before } }: { sales: Sales }) {
  const { orders, revenueCents } = sumOf(days);
  const series = seriesOf(days);
  const describeChange = (change: string | null) =>
    change ? `${change} on the ${days.length} days before` : `nothing in the ${days.length} days before`;
  return (
    <>
      <dl className={styles.sums}>
        <div>
          <dt>Revenue in {days.length} days</dt>
          <dd className={`mono ${styles.revenue}`}>{formatCents(revenueCents)}</dd>
          <dd className={styles.change}>{describeChange(changeOf(revenueCents, before.revenueCents))}</dd>
        </div>
        <div>
          <dt>Paid orders in {days.length} days</dt>
          <dd className={`mono ${styles.orders}`}>{orders.toLocaleString('en-US')}</dd>
          <dd className={styles.change}>{describeChange(changeOf(orders, before.orders))}</dd>
        </div>
      </dl>
      <SectionBoundary waiting={<ChartSkeleton />}>
        <AdminSalesChart series={series} />
      </SectionBoundary>
      <details className={styles.table}>
        <summary>Show as a table</summary>
        <div className={styles.rows} tabIndex={0} role="region" aria-label="Sales as a table">
          <table>
            <caption className="visually-hidden">Revenue and paid orders per {series.unit}, newest first</caption>
            <thead>
              <tr>
                <th scope="col">{series.unit === 'day' ? 'Day' : 'Week'}</th>
                <th scope="col">Revenue</th>
                <th scope="col">Orders</th>
              </tr>
            </thead>
            <tbody>
              {series.steps.toReversed().map((step) => (
                <tr key={step.from}>
                  <th scope="row">{stepName(step)}</th>
                  <td className="mono">{formatCents(step.revenueCents)}</td>
                  <td className="mono">{step.orders}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}

export const ChartSkeleton = () => (
  <div className={styles.skeleton}>
    <Skeleton height="100%" />
  </div>
);
