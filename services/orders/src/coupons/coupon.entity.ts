import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('coupons')
export class Coupon {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id!: number;
  @Column('text') code!: string;
  @Column('int', { name: 'discount_percent' }) discountPercent!: number;
  @Column('boolean', { name: 'is_forever' }) isForever!: boolean;
  /** The last day it holds, in the shop's time zone. */
  @Column('date', { name: 'expiry_date', nullable: true }) expiryDate!: string | null;
  @Column('boolean', { name: 'is_active', default: true }) isActive!: boolean;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'deleted_at', nullable: true }) deletedAt!: Date | null;
}
