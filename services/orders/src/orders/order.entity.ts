import assert from 'node:assert/strict';
import type { OrderStatus, PaymentState } from '@shop/contracts/constants';
import { OrderCaptured, OrderEnded, PaymentNeedsReview, PaymentRefunded, type DataOf } from '@shop/contracts/events';
import type { CustomerInfo } from '@shop/contracts/views';
import { conflict } from '@shop/http';
import type { Event } from '@shop/messaging';
import type { KeyRing } from '@shop/shared';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { z } from 'zod';
import { downloadUrl } from './links';
import type { OrderItem } from './order-item.entity';

/** PayPal's button, or arranged with the operator and held unpaid for 24 hours (docs/product/checkout.md#arranging-a-payment). */
export type Way = 'paypal' | 'arranged';

/** The refund that gave back the last of the money. */
type Refunded = { captureId: string; refundId: string; refundedAt: Date };

/** The facts of a sale beside the order itself. `claimVersions` are by product id; `downloadKeys` make its links. */
type Sale = {
  items: readonly OrderItem[];
  payment: { captureId: string; method: string };
  claimVersions: ReadonlyMap<number, number>;
  accountEmail: string | null;
  downloadKeys: KeyRing;
};

type Site = { siteName: string; timeZone: string };

@Entity('orders')
export class Order {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id!: number;
  /** PayPal's name of the order; the ids of requests to PayPal are made from it. */
  @Column('uuid') ref!: string;
  @Column('int', { default: 1 }) version!: number;
  @Column('int', { name: 'buyer_id' }) buyerId!: number;
  @Column('text') way!: Way;
  @Column('text', { default: 'pending' }) status!: OrderStatus;
  @Column('text', { name: 'payment_state', default: 'created' }) paymentState!: PaymentState;
  /** Its buyer can no longer pay it: a newer order of theirs took its tracks, or an admin cancelled it. */
  @Column('text', { nullable: true }) closed!: 'replaced' | 'cancelled' | null;
  @Column('jsonb') customer!: CustomerInfo;
  /** The address in `customer` was the account's own when the order was made, and the account has given it up since. */
  @Column('boolean', { name: 'address_given_up', default: false }) addressGivenUp!: boolean;
  @Column('int', { name: 'subtotal_cents' }) subtotalCents!: number;
  @Column('int', { name: 'discount_cents' }) discountCents!: number;
  @Column('int', { name: 'fee_cents' }) feeCents!: number;
  @Column('int', { name: 'total_cents' }) totalCents!: number;
  @Column('int', { name: 'coupon_id', nullable: true }) couponId!: number | null;
  @Column('text', { name: 'coupon_code', nullable: true }) couponCode!: string | null;
  @Column('int', { name: 'coupon_percent', nullable: true }) couponPercent!: number | null;
  @Column('text', { name: 'paypal_order_id', nullable: true }) paypalOrderId!: string | null;
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
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'paid_at', nullable: true }) paidAt!: Date | null;
  /** The shop's name and time zone at the sale, which the contracts state; null when an older release settled the order. */
  @Column('text', { name: 'site_name', nullable: true }) siteName!: string | null;
  @Column('text', { name: 'site_time_zone', nullable: true }) siteTimeZone!: string | null;

  /** Whether a payment may begin: none is under way and nobody closed the order. An expired order may try; its tracks decide. */
  get payable() {
    return !this.closed && (this.paymentState === 'created' || this.paymentState === 'expired');
  }

  get captureRequestId() {
    return `capture-${this.ref}-${this.attempt}`;
  }

  /** A decline must not bring back a reservation that no longer `runs`. */
  startCapture(nextCheckAt: Date, runs: boolean) {
    this.move('capturing', 'pending');
    if (!runs) this.reservedUntil = null;
    this.nextCheckAt = nextCheckAt;
    this.checks = 0;
  }

  /** Notes that this attempt took no money: the buyer may try again, or pay another way, in the same PayPal order. */
  failAttempt(reservedUntil: Date) {
    this.move('created', 'pending');
    this.nextAttempt();
    this.reservedUntil = reservedUntil;
    this.nextCheckAt = null;
  }

  /** The next attempt is a new one for PayPal, even if it comes after the reservation ended. */
  nextAttempt() {
    this.attempt += 1;
  }

  /** PayPal has the payment under its own review: the tracks stay held until it decides. */
  awaitClearing(captureId: string, nextCheckAt: Date) {
    this.move('pending', 'processing');
    this.heldCaptureId = captureId;
    this.reservedUntil = null;
    this.nextCheckAt = nextCheckAt;
    this.checks = 0;
  }

  /** PayPal names the payment that it holds, which an earlier release did not store. → whether that is new */
  nameHeld(captureId: string): boolean {
    const isNew = this.heldCaptureId !== captureId;
    this.heldCaptureId = captureId;
    return isNew;
  }

  /** PayPal names a lost payment, which is under review by the id of PayPal's order. → that id, or null when nothing was lost */
  nameLost(captureId: string): string | null {
    if (!this.reviewCaptureId || this.reviewCaptureId !== this.paypalOrderId) return null;
    this.reviewCaptureId = captureId;
    return this.paypalOrderId;
  }

  pay(paidAt: Date, { siteName, timeZone }: Site, sale: Sale) {
    this.move('paid', 'completed');
    this.closed = this.reservedUntil = this.nextCheckAt = null;
    this.paidAt = paidAt;
    this.siteName = siteName;
    this.siteTimeZone = timeZone;
    return OrderCaptured(this.capturedFacts(sale));
  }

  /** The facts of a paid order for its event, also when its mail is sent again. The links in it are credentials. */
  capturedFacts({ items, payment, claimVersions, accountEmail, downloadKeys }: Sale): z.input<typeof OrderCaptured.shape> {
    const { firstName, lastName, email, country } = this.customer;
    assert(this.paidAt, 'what was captured is paid');
    return {
      orderId: this.id,
      ref: this.ref,
      version: this.version,
      buyerId: this.buyerId,
      accountEmail,
      customer: { firstName, lastName, email, country },
      addressGivenUp: this.addressGivenUp,
      items: items.map((item) => ({
        productId: item.productId,
        claimVersion: claimVersions.get(item.productId) ?? 1,
        name: item.name,
        category: item.category,
        img: item.img,
        sellerId: item.sellerId,
        storeName: item.storeName,
        priceCents: item.priceCents,
        projectCents: item.projectCents,
        discountCents: item.discountCents,
        paidCents: item.paidCents,
        projectName: item.projectChosen ? item.projectName : null,
        downloadUrl: downloadUrl(downloadKeys, item, false),
        projectUrl: item.projectChosen ? downloadUrl(downloadKeys, item, true) : null,
      })),
      subtotalCents: this.subtotalCents,
      discountCents: this.discountCents,
      feeCents: this.feeCents,
      totalCents: this.totalCents,
      couponCode: this.couponCode,
      payment,
      site: this.siteName && this.siteTimeZone ? { name: this.siteName, timeZone: this.siteTimeZone } : null,
      capturedAt: this.paidAt.toISOString(),
      createdAt: this.createdAt.toISOString(),
    };
  }

  /** The payment does not fit the order: nothing is delivered, and an admin decides. */
  needReview(reason: string, captureId: string, amountCents: number) {
    this.move('review', 'processing');
    this.reservedUntil = this.nextCheckAt = null;
    this.reviewCaptureId = captureId;
    this.reviewAmountCents = amountCents;
    return this.alarm(reason, captureId);
  }

  /** Asks an admin to look and changes nothing else. The version counts up, so that each alarm counts as a new event. */
  askForALook(reason: string, captureId: string) {
    this.version += 1;
    return this.alarm(reason, captureId);
  }

  /**
   * Ends the order unpaid, with whatever was under review. → the event for a buyer who still waits: for a payment that was being
   * confirmed or reviewed, or for a hold by arrangement
   */
  end(state: 'expired' | 'declined', accountEmail: string | null): Event | null {
    const awaited = this.paymentState === 'pending' || this.paymentState === 'review' || this.confirming;
    this.letGo(state);
    if (this.closed === 'replaced') return null;
    if (this.closed !== 'cancelled') return awaited ? this.ended('declined', accountEmail) : null;
    return awaited || this.way === 'arranged' ? this.ended('cancelled', accountEmail) : null;
  }

  /** An admin takes the tracks back: the buyer can no longer pay, and the order ends. @throws Refusal 409 */
  cancelHold() {
    if (this.paymentState === 'capturing' || this.paymentState === 'pending' || this.paymentState === 'review')
      throw conflict('payment-under-way', 'A payment for this order is under way. Please wait for its end.');
    if (this.paymentState !== 'created') throw conflict('not-held', 'This order holds nothing.');
    this.closed = 'cancelled';
  }

  /** A newer order of the same buyer takes its tracks, so no event is needed. */
  replace() {
    this.letGo('expired');
    this.closed = 'replaced';
  }

  /** The buyer has heard that their payment is being confirmed, and has not tried another since. */
  private get confirming() {
    return this.checks > 0 && (this.paymentState === 'capturing' || this.paymentState === 'created');
  }

  private letGo(state: 'expired' | 'declined') {
    this.move(state, 'cancelled');
    this.reservedUntil = this.nextCheckAt = this.reviewCaptureId = this.reviewAmountCents = null;
  }

  private ended(why: DataOf<typeof OrderEnded>['why'], accountEmail: string | null): Event {
    return OrderEnded({ orderId: this.id, version: this.version, buyerId: this.buyerId, accountEmail, why });
  }

  /** Restores the order, because the order that replaced it came to nothing. */
  goOn({ status, reservedUntil }: Pick<Order, 'status' | 'reservedUntil'>) {
    this.move('created', status);
    this.closed = null;
    this.reservedUntil = reservedUntil;
  }

  /** An admin decides for the buyer after a review of a payment that had paid the order before: the sale stays as it was. */
  keepSale() {
    this.move('paid', 'completed');
  }

  /** Whether its tracks were sold: it is paid, or was before it came under review. */
  get sold() {
    return this.paidAt !== null;
  }

  /** Notes that all the money was given back. → the event that reverses the sale, or ends an order in review that sold nothing */
  refund({ captureId, refundId, refundedAt }: Refunded, amountCents: number, accountEmail: string | null): Event {
    this.move('refunded', this.status);
    this.nextCheckAt = null;
    if (!this.sold) return this.ended('refunded', accountEmail);
    return PaymentRefunded({
      orderId: this.id,
      ref: this.ref,
      version: this.version,
      buyerId: this.buyerId,
      captureId,
      refundId,
      amountCents,
      refundedAt: refundedAt.toISOString(),
    });
  }

  /**
   * Sets any of the four statuses; moves no money. Cancelling closes an unpaid order, even while PayPal is asked for its payment.
   */
  changeStatus(status: OrderStatus): void {
    this.move(this.paymentState, status);
    if (status !== 'cancelled' && this.closed === 'cancelled') this.closed = null;
    if (status === 'cancelled' && (this.payable || this.paymentState === 'capturing')) this.closed = 'cancelled';
  }

  private alarm(reason: string, captureId: string) {
    return PaymentNeedsReview({ orderId: this.id, version: this.version, reason, captureId, delivered: this.sold });
  }

  private move(to: PaymentState, status: OrderStatus) {
    if (!NEXT[this.paymentState].includes(to) && to !== this.paymentState)
      throw conflict('payment-state', `An order whose payment is ${this.paymentState} cannot become ${to}.`);
    this.paymentState = to;
    this.status = status;
    this.version += 1;
  }
}

/**
 * Late money still arrives: every unpaid state leads to paid or review. Paid leads to refunded, and to review when it turns out that
 * the buyer's account had ended before.
 */
const NEXT: Record<PaymentState, readonly PaymentState[]> = {
  created: ['capturing', 'pending', 'paid', 'review', 'declined', 'expired'],
  capturing: ['created', 'pending', 'paid', 'review', 'declined', 'expired'],
  pending: ['paid', 'review', 'declined'],
  expired: ['created', 'capturing', 'pending', 'paid', 'review', 'declined'],
  declined: ['pending', 'paid', 'review'],
  review: ['paid', 'declined', 'refunded'],
  paid: ['review', 'refunded'],
  refunded: [],
};
