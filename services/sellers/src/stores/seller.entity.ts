import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { NO_SELLER_STATUS, OFFER_VERSION, type PayoutMethod, type SellerStatus } from '@shop/contracts/constants';
import { StoreChanged, StoreClosed, StoreOpened } from '@shop/contracts/events';
import type { SellerView } from '@shop/contracts/views';
import { conflict } from '@shop/kit';

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
  /** See card-number.ts. */
  @Column('bytea', { name: 'card_number_encrypted', nullable: true }) cardNumberEncrypted!: Buffer | null;
  @Column('text', { name: 'card_last4', nullable: true }) cardLast4!: string | null;
  @Column('text', { name: 'card_holder_name', nullable: true }) cardHolderName!: string | null;
  @Column('timestamptz', { name: 'offer_accepted_at', nullable: true }) offerAcceptedAt!: Date | null;
  @Column('text', { name: 'offer_version', nullable: true }) offerVersion!: string | null;
  /** Where the identity document lies in the storage; its ending says what it is. */
  @Column('text', { name: 'verification_key', nullable: true }) verificationKey!: string | null;
  @Column('timestamptz', { name: 'verification_uploaded_at', nullable: true }) verificationUploadedAt!: Date | null;
  @Column('int', { default: 1 }) version!: number;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'deleted_at', nullable: true }) deletedAt!: Date | null;

  opened() {
    return StoreOpened(this.facts());
  }

  /** Any status may follow any other: the house decides (decision 46). → null when it is the one it has. */
  setStatus(status: SellerStatus) {
    if (this.status === status) return null;
    this.status = status;
    return this.changed();
  }

  /** → null when the name stays. */
  rename(storeName: string) {
    if (this.storeName === storeName) return null;
    this.storeName = storeName;
    return this.changed();
  }

  /**
   * One document, whatever the status (decision 46). `'0'` becomes pending, no other status changes (decision 57).
   * @throws Refusal 409 when there is one.
   */
  takeDocument(key: string, now: Date) {
    if (this.verificationKey) throw conflict('document-exists', 'You have already sent your verification document.');
    this.verificationKey = key;
    this.verificationUploadedAt = now;
    return this.status === NO_SELLER_STATUS ? this.setStatus('pending') : null;
  }

  /** One-way; time and version of the first acceptance stay (authorisation 49). */
  acceptOffer(now: Date) {
    if (this.offerAcceptedAt) return;
    this.offerAcceptedAt = now;
    this.offerVersion = OFFER_VERSION;
  }

  /** For good: what is personal goes, the row stays for what refers to it (decision 17). */
  close(now: Date) {
    this.storeName = `Closed store ${this.id}`;
    this.status = 'inactive';
    this.socialLink = this.paymentMethod = this.paypalEmail = null;
    this.cardNumberEncrypted = this.cardLast4 = this.cardHolderName = null;
    this.verificationKey = null;
    this.deletedAt = now;
    this.version += 1;
    return StoreClosed({ sellerId: this.id, userId: this.userId, version: this.version });
  }

  private changed() {
    this.version += 1;
    return StoreChanged(this.facts());
  }

  private facts() {
    return { sellerId: this.id, userId: this.userId, version: this.version, storeName: this.storeName, status: this.status };
  }
}

/** An allow-list; the card number leaves only as its last four digits (decision 7). */
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
  offer_version: seller.offerVersion,
  verification_photo: seller.verificationKey ? `/api/sellers/${seller.id}/verification` : null,
  verification_type: seller.verificationKey ? (seller.verificationKey.endsWith('.pdf') ? 'pdf' : 'image') : null,
  verification_uploaded_at: seller.verificationUploadedAt?.toISOString() ?? null,
  created_at: seller.createdAt.toISOString(),
});
