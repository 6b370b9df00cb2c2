import { dollarsToCents } from '@shop/contracts/pricing';
import { timeText, timeWithZone } from '@shop/contracts/times';
import type { AdminOrderView } from '@shop/contracts/views';
import type { ReactNode } from 'react';
import { Fact, Facts } from '#ui/display/Facts.tsx';
import { Money } from '#ui/display/Money.tsx';
import { WAY_NAMES } from './admin-order-words';
import styles from './AdminOrder.module.css';

const METHODS: Record<string, string> = { paypal: 'PayPal', crypto: 'Cryptocurrency', bank: 'Bank transfer', other: 'Other' };

/** The buyer, the way of payment, and PayPal's ids of an order. `buyer` is a link to the account. */
export function AdminOrderFacts({ order, buyer }: { order: AdminOrderView; buyer: ReactNode }) {
  const { firstName, lastName, email, country, phone, company, vatNumber } = order.customer_info;
  const { payment, refunds } = order;
  const subsidy = order.products.reduce((sum, product) => sum + product.subsidy, 0);
  return (
    <div className={styles.facts}>
      <Block title="Customer">
        {email ? (
          <>
            <Fact name="Name">
              {firstName} {lastName}
            </Fact>
            <Fact name="Email">
              <a href={`mailto:${email}`}>{email}</a>
            </Fact>
            <Fact name="Country">{country}</Fact>
            {phone && <Fact name="Phone">{phone}</Fact>}
            {company && <Fact name="Company">{company}</Fact>}
            {vatNumber && <Fact name="VAT number">{vatNumber}</Fact>}
          </>
        ) : (
          <Fact name="Name">Blanked with the account</Fact>
        )}
        <Fact name="Account">{buyer}</Fact>
      </Block>
      <Block title="Payment">
        <Fact name="Way">{WAY_NAMES[order.way]}</Fact>
        {order.coupon_code && (
          <Fact name="Coupon">
            <Id>{order.coupon_code}</Id>, {order.coupon_discount}% off
          </Fact>
        )}
        {subsidy > 0 && (
          <Fact name="Subsidised by the house">
            <Money cents={dollarsToCents(subsidy)} />
          </Fact>
        )}
        {payment && (
          <>
            <Fact name="Paid">
              <Money cents={dollarsToCents(payment.amount)} /> by {METHODS[payment.method] ?? payment.method}
            </Fact>
            <Fact name="At">{timeText(payment.captured_at)}</Fact>
            <Fact name="Reference">
              <Id>{payment.reference}</Id>
            </Fact>
          </>
        )}
        {refunds.map((refund) => (
          <Fact key={refund.refund_id} name="Refunded">
            <Money cents={dollarsToCents(refund.amount)} />, {timeText(refund.refunded_at)}{' '}
            {refund.reference && <Id>{refund.reference}</Id>}
          </Fact>
        ))}
        {order.reserved_until && <Fact name="Held until">{timeWithZone(order.reserved_until)}</Fact>}
        {order.paypal_order_id && (
          <Fact name="PayPal order">
            <Id>{order.paypal_order_id}</Id>
          </Fact>
        )}
        {order.review_capture_id && (
          <Fact name="Payment in review">
            <Id>{order.review_capture_id}</Id>
          </Fact>
        )}
        <Fact name="Our reference">
          <Id>{order.ref}</Id>
        </Fact>
      </Block>
    </div>
  );
}

const Block = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 dir="auto">{title}</h2>
    <Facts>{children}</Facts>
  </section>
);
const Id = ({ children }: { children: ReactNode }) => (
  <code dir="auto" className="mono">
    {children}
  </code>
);
