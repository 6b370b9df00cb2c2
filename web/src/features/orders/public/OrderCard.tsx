import { Mail } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { OrderStatus } from '@shop/contracts/constants';
import { dollarsToCents } from '@shop/contracts/pricing';
import { dayText } from '@shop/contracts/times';
import type { OrderItemView, OrderView } from '@shop/contracts/views';
import { errorText } from '#lib/calls/api.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { useNow } from '#lib/time/use-now.ts';
import { sessionHasEnded } from '../../session/ask-to-log-in';
import { paths } from '#lib/paths.ts';
import { toast } from '#lib/toast.ts';
import { Badge } from '#ui/display/Badge.tsx';
import { Button } from '#ui/action/Button.tsx';
import { Countdown } from '#ui/display/Countdown.tsx';
import { Money } from '#ui/display/Money.tsx';
import { Spinner } from '#ui/action/Spinner.tsx';
import { isBeingConfirmed, stateText } from './order-state';
import styles from './OrderCard.module.css';
import { OrderCertificates } from './OrderCertificates';
import { OrderFiles, OrderInvoices } from './OrderFiles';
import { OrderLines, OrderSums } from './OrderLines';
import { useResendOrderMutation } from '../api/orders-api';
import { sameAddress } from './same-address';

const STATUSES: Record<OrderStatus, { name: string; tone: 'plain' | 'signal' | 'warm' }> = {
  pending: { name: 'Pending', tone: 'plain' },
  processing: { name: 'Processing', tone: 'plain' },
  completed: { name: 'Completed', tone: 'signal' },
  cancelled: { name: 'Cancelled', tone: 'warm' },
};

type OrderCardProps = {
  order: OrderView;
  accountEmail: string;
  /** What the buyer reported about its tracks. */
  problems?: ReactNode;
  /** What is inside the package of a track. */
  insideOf?: (item: OrderItemView) => ReactNode;
};

export function OrderCard({ order, accountEmail, problems, insideOf }: OrderCardProps) {
  const titleId = `order-${order.id}`;
  const state = stateText(order, useNow());
  const { name, tone } = STATUSES[order.status];
  return (
    <article className={styles.order} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId}>
          Order <span className="mono">#{order.id}</span>
        </h2>
        <time className="mono" dateTime={order.created_at}>
          {dayText(order.created_at)}
        </time>
        <Badge tone={tone}>{name}</Badge>
        <span className={styles.sum}>
          <Money dollars={order.total_price} />
        </span>
      </header>
      {state && (
        <p className={styles.state} role={isBeingConfirmed(order) ? 'status' : undefined}>
          {isBeingConfirmed(order) && <Spinner />} {state}
          {order.payment_state === 'created' && order.reserved_until && <Countdown until={order.reserved_until} />}
        </p>
      )}
      <div className={styles.columns}>
        <div className={styles.files}>
          {order.downloadLinks.length > 0 && (
            <OrderFiles
              downloadLinks={order.downloadLinks}
              contracts={order.contracts}
              items={order.products}
              insideOf={insideOf}
              withUse
            />
          )}
          <OrderInvoices invoices={order.invoices} />
          <OrderCertificates items={order.products} orderId={order.id} />
          {problems}
          {order.downloadLinks.length > 0 && (
            <Resend
              orderId={order.id}
              accountEmail={accountEmail}
              contactEmail={order.address_given_up ? '' : order.customer_info.email}
            />
          )}
        </div>
        <div className={styles.bill}>
          <OrderLines items={order.products.map((product) => ({ ...product, priceCents: dollarsToCents(product.price) }))} />
          <OrderSums
            sums={{
              subtotalCents: dollarsToCents(order.subtotal),
              discountCents: dollarsToCents(order.discount_amount),
              feeCents: dollarsToCents(order.fee_amount),
              totalCents: dollarsToCents(order.total_price),
            }}
            discountPercent={order.coupon_discount}
          />
          <p className="muted">
            Accepted with the order: <Link to={paths.terms}>Terms and Conditions</Link>,{' '}
            <span>version {order.terms_version}</span>
          </p>
        </div>
      </div>
    </article>
  );
}

/** Sends the mail again, once in each visit. After that it shows the address of the mail. */
function Resend({ orderId, accountEmail, contactEmail }: { orderId: number; accountEmail: string; contactEmail: string }) {
  const dispatch = useAppDispatch();
  const [resend, { isLoading }] = useResendOrderMutation();
  const [isSent, setIsSent] = useState(false);
  const send = async () => {
    try {
      await resend(orderId).unwrap();
      setIsSent(true);
      toast.success('The e-mail is on its way.');
    } catch (error) {
      if (!dispatch(sessionHasEnded(error))) toast.error(errorText(error, 'The e-mail could not be sent. Please try again.'));
    }
  };
  if (isSent)
    return (
      <p className="muted" role="status">
        Sent again to {accountEmail}.
        {contactEmail !== '' &&
          !sameAddress(contactEmail, accountEmail) &&
          ` It goes to ${contactEmail} too, once that address is confirmed.`}
      </p>
    );
  return (
    <Button size="s" busy={isLoading} aria-label={`Send the e-mail again, order #${orderId}`} onClick={() => void send()}>
      {!isLoading && <Mail size={16} aria-hidden />} Send the e-mail again
    </Button>
  );
}
