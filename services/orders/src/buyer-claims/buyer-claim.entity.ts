import type { ClaimReason, ClaimState } from '@shop/contracts/constants';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A buyer's report of a problem with one bought track. `claim-process.ts` says how it moves. */
@Entity('buyer_claims')
export class BuyerClaim {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id!: number;
  @Column('int', { name: 'order_id' }) orderId!: number;
  @Column('int', { name: 'product_id' }) productId!: number;
  @Column('int', { name: 'buyer_id' }) buyerId!: number;
  @Column('int', { name: 'seller_id', nullable: true }) sellerId!: number | null;
  @Column('text') reason!: ClaimReason;
  @Column('text', { default: 'open' }) state!: ClaimState;
  /** Counts its moves and messages. */
  @Column('int', { default: 1 }) version!: number;
  @Column('timestamptz', { name: 'opened_at', default: () => 'now()' }) openedAt!: Date;
  @Column('timestamptz', { name: 'seller_due_at', nullable: true }) sellerDueAt!: Date | null;
  @Column('timestamptz', { name: 'house_due_at' }) houseDueAt!: Date;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
  @Column('int', { name: 'decided_by', nullable: true }) decidedBy!: number | null;
  @Column('text', { nullable: true }) decision!: string | null;
  /** The key of the last refund that was asked for it. */
  @Column('text', { name: 'refund_key', nullable: true }) refundKey!: string | null;
  /** When a refund was begun for it that has not come to its end. */
  @Column('timestamptz', { name: 'refund_begun_at', nullable: true }) refundBegunAt!: Date | null;
}
