import { DISPUTE_RESOLVED, type DisputeAction } from '@shop/contracts/constants';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DisputeMovement } from '../payments/payment-gateway';

/** A dispute at PayPal, as its newest news shows it; reason, stage, status and outcome are PayPal's words. */
@Entity('disputes')
export class Dispute {
  @PrimaryColumn('text') id!: string;
  @Column('int', { default: 0 }) version!: number;
  @Column('int', { name: 'order_id', nullable: true }) orderId!: number | null;
  @Column('text', { name: 'capture_id', nullable: true }) captureId!: string | null;
  @Column('int', { name: 'amount_cents' }) amountCents!: number;
  @Column('text') currency!: string;
  @Column('text') reason!: string;
  @Column('text') stage!: string;
  @Column('text') status!: string;
  @Column('timestamptz', { name: 'due_at', nullable: true }) dueAt!: Date | null;
  @Column('timestamptz', { name: 'opened_at' }) openedAt!: Date;
  /** Of PayPal's newest news. */
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
  @Column('text', { array: true }) actions!: DisputeAction[];
  @Column('text', { nullable: true }) outcome!: string | null;
  @Column('jsonb') movements!: DisputeMovement[];
  /** PayPal's fees for it, as sellers hears of them. */
  @Column('int', { name: 'fee_cents', default: 0 }) feeCents!: number;
  /** What came back to the buyer because of it, as the shop has booked it, since it was opened or opened again. */
  @Column('int', { name: 'back_cents', default: 0 }) backCents!: number;
  /** One that PayPal opens again freezes anew. */
  @Column('int', { default: 1 }) round!: number;
  /** `awaits-refund`: it was lost, and PayPal's refund is not booked yet. */
  @Column('text', { name: 'freeze_state', default: 'none' }) freeze!: 'none' | 'frozen' | 'awaits-refund' | 'ended';
  @Column('timestamptz', { name: 'next_look_at', nullable: true }) nextLookAt!: Date | null;

  get isOpen() {
    return this.status !== DISPUTE_RESOLVED;
  }

  /** PayPal gives the money back to the buyer by itself. */
  get isLost() {
    return !this.isOpen && (this.outcome === 'RESOLVED_BUYER_FAVOUR' || this.outcome === 'ACCEPTED');
  }
}
