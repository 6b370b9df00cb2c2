import type { AdminOrderView } from '@shop/contracts/views';
import type { ReactNode } from 'react';
import { cx } from '#lib/cx.ts';
import { SectionBoundary } from '#ui/feedback/SectionBoundary.tsx';
import { paymentText } from './admin-order-words';
import styles from './AdminOrder.module.css';
import { AdminContracts, AdminInvoices } from './AdminContracts';
import { AdminOrderActions } from './AdminOrderActions';
import { AdminOrderFacts } from './AdminOrderFacts';
import { AdminOrderHistory } from './AdminOrderHistory';
import { AdminOrderItems } from './AdminOrderItems';
import { RefundList } from './RefundEffects';
import { OrderCertificates } from '../public/OrderCertificates';
import { OrderFiles } from '../public/OrderFiles';

export function AdminOrder({ order, buyer }: { order: AdminOrderView; buyer: ReactNode }) {
  const hasFiles = order.downloadLinks.length > 0;
  const hasContracts = order.contracts.length > 0;
  return (
    <article className={styles.order}>
      <div className={cx(styles.state, order.payment_state === 'review' && styles.alarm)}>
        <p>{paymentText(order)}</p>
        <AdminOrderActions order={order} />
      </div>
      <SectionBoundary>
        <AdminOrderItems order={order} />
      </SectionBoundary>
      <SectionBoundary>
        <AdminOrderFacts order={order} buyer={buyer} />
      </SectionBoundary>
      {order.refund_requests.length > 0 && (
        <SectionBoundary>
          <RefundList refunds={order.refund_requests} />
        </SectionBoundary>
      )}
      {(hasFiles || hasContracts) && (
        <section>
          <h2>{hasFiles ? 'Files and contracts' : 'Contracts'}</h2>
          {hasFiles && (
            <>
              <p className={styles.note}>The buyer’s own links: fetching a file here counts as a download.</p>
              <SectionBoundary>
                <OrderFiles downloadLinks={order.downloadLinks} contracts={[]} />
              </SectionBoundary>
            </>
          )}
          {hasContracts && (
            <SectionBoundary>
              <AdminContracts order={order} />
            </SectionBoundary>
          )}
        </section>
      )}
      {order.invoices && (
        <section>
          <h2>Invoices</h2>
          <SectionBoundary>
            <AdminInvoices order={order} />
          </SectionBoundary>
        </section>
      )}
      {order.products.some(({ certificate }) => certificate) && (
        <section>
          <h2>Certificates</h2>
          <SectionBoundary>
            <OrderCertificates items={order.products} />
          </SectionBoundary>
        </section>
      )}
      <SectionBoundary>
        <AdminOrderHistory history={order.history} />
      </SectionBoundary>
    </article>
  );
}
