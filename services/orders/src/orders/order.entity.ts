import type { OrderStatus, PaymentState } from '@shop/contracts/constants';
import type { CustomerInfo } from '@shop/contracts/views';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { mayBePaid } from '../payment-states';

/** PayPal's button, or arranged with the operator and held unpaid for 24 hours (docs/product/checkout.md#arranging-a-payment). */
export type Way = 'paypal' | 'arranged';

/** One order. A column with `update: false` is written when the order is made, or by a statement of its own. */
@Entity('orders')
export class Order {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id!: number;
  /** PayPal's name of the order; the ids of requests to PayPal are made from it. */
  @Column({ type: 'uuid', update: false }) ref!: string;
  @Column('int', { default: 1 }) version!: number;
  @Column({ type: 'int', name: 'buyer_id', update: false }) buyerId!: number;
  @Column({ type: 'text', update: false }) way!: Way;
  @Column('text', { default: 'pending' }) status!: OrderStatus;
  @Column('text', { name: 'payment_state', default: 'created' }) paymentState!: PaymentState;
  /** Its buyer can no longer pay it: a newer order of theirs took its tracks, or an admin cancelled it. */
  @Column('text', { nullable: true }) closed!: 'replaced' | 'cancelled' | null;
  @Column({ type: 'jsonb', update: false }) customer!: CustomerInfo;
  /** The address in `customer` was the account's own when the order was made, and the account has given it up since. */
  @Column({ type: 'boolean', name: 'address_given_up', default: false, update: false }) addressGivenUp!: boolean;
  @Column({ type: 'int', name: 'subtotal_cents', update: false }) subtotalCents!: number;
  @Column({ type: 'int', name: 'discount_cents', update: false }) discountCents!: number;
  @Column({ type: 'int', name: 'fee_cents', update: false }) feeCents!: number;
  @Column({ type: 'int', name: 'total_cents', update: false }) totalCents!: number;
  @Column({ type: 'int', name: 'coupon_id', nullable: true, update: false }) couponId!: number | null;
  @Column({ type: 'text', name: 'coupon_code', nullable: true, update: false }) couponCode!: string | null;
  @Column({ type: 'int', name: 'coupon_percent', nullable: true, update: false }) couponPercent!: number | null;
  @Column({ type: 'text', name: 'paypal_order_id', nullable: true, update: false }) paypalOrderId!: string | null;
  /**
   * Part of the request id of a capture; each decline raises it. PayPal takes the same id for a repetition, a new id for a new try.
   */
  @Column('int', { default: 1 }) attempt!: number;
  @Column('timestamptz', { name: 'reserved_until', nullable: true }) reservedUntil!: Date | null;
  /** When the completer looks at a payment under way; until then another call is at work on it. */
  @Column('timestamptz', { name: 'next_check_at', nullable: true }) nextCheckAt!: Date | null;
  /** How often PayPal was asked about the payment; 0 while the buyer's own call is at work. */
  @Column('int', { default: 0 }) checks!: number;
  /** The payment that PayPal holds, or last held, before it clears. */
  @Column('text', { name: 'held_capture_id', nullable: true }) heldCaptureId!: string | null;
  @Column('text', { name: 'review_capture_id', nullable: true }) reviewCaptureId!: string | null;
  /** How much the capture under review took, which may differ from the total; null when an earlier release did not store it. */
  @Column('int', { name: 'review_amount_cents', nullable: true }) reviewAmountCents!: number | null;
  /** The version of the terms that the buyer accepted when the order was made. */
  @Column({ type: 'text', name: 'terms_version', update: false }) termsVersion!: string;
  /** The network address from which they did; null once the buyer was forgotten, and for orders of an older release. */
  @Column({ type: 'text', name: 'terms_address', nullable: true, update: false }) termsAddress!: string | null;
  @Column({ type: 'timestamptz', name: 'created_at', default: () => 'now()', update: false }) createdAt!: Date;
  @Column('timestamptz', { name: 'paid_at', nullable: true }) paidAt!: Date | null;
  /** The shop's name and time zone at the sale, which the contracts state; null when an older release settled the order. */
  @Column('text', { name: 'site_name', nullable: true }) siteName!: string | null;
  @Column('text', { name: 'site_time_zone', nullable: true }) siteTimeZone!: string | null;

  /** The shop's address, and the newest head of the sales log, at the sale; null for sales before there was a log. */
  @Column('text', { name: 'site_url', nullable: true }) siteUrl!: string | null;
  @Column('int', { name: 'log_size', nullable: true }) logSize!: number | null;
  @Column('text', { name: 'log_root', nullable: true }) logRoot!: string | null;

  /** Whether a payment may begin: none is under way and nobody closed the order. An expired order may try; its tracks decide. */
  get payable() {
    return !this.closed && mayBePaid(this);
  }

  get captureRequestId() {
    return `capture-${this.ref}-${this.attempt}`;
  }

  /** Whether its tracks were sold: it is paid, or was before it came under review. */
  get isSold() {
    return this.paidAt !== null;
  }
}

/** The audit log's name of an order. */
export const orderSubject = (id: number) => ({ type: 'order', id, name: `Order ${id}` });
