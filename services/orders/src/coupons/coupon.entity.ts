import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('coupons')
export class Coupon {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id!: number;
  @Column('text') code!: string;
  @Column('int', { name: 'discount_percent' }) discountPercent!: number;
  @Column('boolean', { name: 'is_forever' }) isForever!: boolean;
  /** The last day on which it is valid, in the shop's time zone. */
  @Column('date', { name: 'expiry_date', nullable: true }) expiryDate!: string | null;
  @Column('boolean', { name: 'is_active', default: true }) isActive!: boolean;
  /** How many orders may use it; null for any number. */
  @Column('int', { name: 'max_uses', nullable: true }) maxUses!: number | null;
  @Column('boolean', { name: 'once_per_buyer', default: false }) oncePerBuyer!: boolean;
  @Column('boolean', { name: 'first_order_only', default: false }) firstOrderOnly!: boolean;
  /** The smallest subtotal it is valid for, before any discount. */
  @Column('int', { name: 'min_total_cents', nullable: true }) minTotalCents!: number | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'deleted_at', nullable: true }) deletedAt!: Date | null;
}
