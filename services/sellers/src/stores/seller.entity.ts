import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { NO_SELLER_STATUS, type PayoutMethod, type SellerStatus } from '@shop/contracts/constants';
import { StoreChanged, StoreOpened } from '@shop/contracts/events';
import type { SellerView } from '@shop/contracts/views';

@Entity('sellers')
export class Seller {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id!: number;
  @Column('integer', { name: 'user_id' }) userId!: number;
  @Column('text', { name: 'store_name' }) storeName!: string;
  @Column('text', { name: 'social_link', nullable: true }) socialLink!: string | null;
  /** '0' until the identity document is uploaded (decision 23). */
  @Column('text', { default: NO_SELLER_STATUS }) status!: string;
  @Column('text', { name: 'payment_method', nullable: true }) paymentMethod!: PayoutMethod | null;
  @Column('text', { name: 'paypal_email', nullable: true }) paypalEmail!: string | null;
  @Column('text', { name: 'card_last4', nullable: true }) cardLast4!: string | null;
  @Column('text', { name: 'card_holder_name', nullable: true }) cardHolderName!: string | null;
  @Column('timestamptz', { name: 'offer_accepted_at', nullable: true }) offerAcceptedAt!: Date | null;
  @Column('text', { name: 'verification_key', nullable: true }) verificationKey!: string | null;
  @Column('int', { default: 1 }) version!: number;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'deleted_at', nullable: true }) deletedAt!: Date | null;

  opened() {
    return StoreOpened(this.facts());
  }

  /** Any status may follow any other: the house decides (decision 46). */
  setStatus(status: SellerStatus) {
    this.status = status;
    this.version += 1;
    return StoreChanged(this.facts());
  }

  /** One-way; the time of the first acceptance stays (authorisation 49). */
  acceptOffer(now: Date) {
    this.offerAcceptedAt ??= now;
  }

  private facts() {
    return { sellerId: this.id, userId: this.userId, version: this.version, storeName: this.storeName, status: this.status };
  }
}

/** The card number leaves only as its last four digits (decision 7). */
export const viewOf = (seller: Seller): SellerView => ({
  id: seller.id,
  user_id: seller.userId,
  status: seller.status,
  shop_name: seller.storeName,
  social_link: seller.socialLink,
  payment_method: seller.paymentMethod,
  paypal_email: seller.paypalEmail,
  card_number: seller.cardLast4,
  card_holder_name: seller.cardHolderName,
  accepted_offer: seller.offerAcceptedAt !== null,
  offer_accepted_at: seller.offerAcceptedAt?.toISOString() ?? null,
  verification_photo: seller.verificationKey ? `/api/sellers/${seller.id}/verification` : null,
  created_at: seller.createdAt.toISOString(),
});
