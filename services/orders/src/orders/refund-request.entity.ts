import type { RefundBorneBy, RefundState } from '@shop/contracts/constants';
import type { RefundView } from '@shop/contracts/views';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { failureText } from './refund-failures';

/** What of a piece goes back, in cents; `linkEnded`: the piece itself goes back, not only a part of its price. */
export type SplitItem = { productId: number; project: boolean; amountCents: number; linkEnded: boolean };

/** A refund that an admin has asked PayPal for. The lock of its order guards it. */
@Entity('refund_requests')
export class RefundRequest {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id!: number;
  @Column({ type: 'int', name: 'order_id', update: false }) orderId!: number;
  @Column({ type: 'text', update: false }) key!: string;
  /** What PayPal's refund names the shop's by. */
  @Column({ type: 'uuid', default: () => 'gen_random_uuid()', update: false }) ref!: string;
  @Column('text', { default: 'asked' }) state!: RefundState;
  @Column({ type: 'text', name: 'capture_id', update: false }) captureId!: string;
  @Column({ type: 'int', name: 'amount_cents', update: false }) amountCents!: number;
  @Column({ type: 'int', name: 'fee_cents', update: false }) feeCents!: number;
  @Column({ type: 'jsonb', update: false }) items!: SplitItem[];
  @Column({ type: 'text', name: 'borne_by', update: false }) borneBy!: RefundBorneBy;
  @Column({ type: 'boolean', name: 'with_fee', update: false }) withFee!: boolean;
  @Column({ type: 'text', update: false }) reason!: string;
  @Column({ type: 'int', name: 'asked_by', update: false }) askedBy!: number;
  @Column({ type: 'timestamptz', name: 'asked_at', default: () => 'now()', update: false }) askedAt!: Date;
  @Column('text', { name: 'provider_id', nullable: true }) providerId!: string | null;
  /** PayPal's issue, or the state in which PayPal ended it. */
  @Column('text', { nullable: true }) failure!: string | null;
  @Column('timestamptz', { name: 'settled_at', nullable: true }) settledAt!: Date | null;
  /** When the completer asks PayPal about it; until then another call is at work on it. */
  @Column('timestamptz', { name: 'next_check_at', nullable: true }) nextCheckAt!: Date | null;
  @Column('int', { default: 0 }) checks!: number;

  get isOpen() {
    return this.state === 'asked' || this.state === 'pending';
  }

  /** PayPal takes the same id for a repetition, and keeps it for 45 days. */
  get requestId() {
    return `refund-${this.ref}`;
  }
}

export const refundView = (request: RefundRequest): RefundView => ({
  id: request.id,
  orderId: request.orderId,
  state: request.state,
  amountCents: request.amountCents,
  feeCents: request.feeCents,
  items: request.items,
  reason: request.reason,
  borneBy: request.borneBy,
  providerId: request.providerId,
  ...(request.failure === null ? {} : { failure: failureText(request.failure) }),
  askedAt: request.askedAt.toISOString(),
  askedBy: request.askedBy,
});
