import {
  NO_SELLER_STATUS,
  OFFER_VERSION,
  OFFERS_IN_FORCE,
  VERIFICATION_HOURS,
  type PayoutMethod,
  type SellerStatus,
} from '@shop/contracts/constants';
import { StoreChanged, StoreClosed, StoreOpened } from '@shop/contracts/events';
import { documentRoutes, pathOf } from '@shop/contracts/routes';
import type { SellerView } from '@shop/contracts/views';
import { conflict } from '@shop/http';
import { foldName, foldedCapitals } from '@shop/shared';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { isSamePayout, type PayoutDetails } from './payout-details';

/** The storage keys of a document's pages, made from the key of the first page. */
export const keysOfPages = (first: string, pages: number): string[] =>
  Array.from({ length: pages }, (_, i) => (i === 0 ? first : first.replace(/(?=\.\w+$)/, `-${i + 1}`)));

/** SQL for a store whose document waits for a decision, because the store is pending or no decision has come since. */
export const DOCUMENT_WAITS = `verification_key IS NOT NULL AND (status = 'pending' OR verification_judged_at IS NULL
  OR verification_judged_at < verification_uploaded_at)`;

@Entity('sellers')
export class Seller {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id!: number;
  @Column('integer', { name: 'user_id' }) userId!: number;
  @Column('text', { name: 'store_name' }) storeName!: string;
  /** The look of the name is unique among open stores; null once the store is closed. */
  @Column('text', { name: 'folded_name', nullable: true }) foldedName!: string | null;
  /** The look in capitals; no other open store may look like that either (docs/product/accounts.md#store-names). */
  @Column('text', { name: 'folded_capitals', nullable: true }) foldedCapitals!: string | null;
  @Column('text', { name: 'social_link', nullable: true }) socialLink!: string | null;
  /** '0' until the identity document is uploaded (docs/product/selling.md#status-of-a-store). */
  @Column('text', { default: NO_SELLER_STATUS }) status!: string;
  @Column('text', { name: 'payment_method', nullable: true }) paymentMethod!: PayoutMethod | null;
  @Column('text', { name: 'paypal_email', nullable: true }) paypalEmail!: string | null;
  /** The PayPal address that its seller confirmed; it holds while the store is paid to it. */
  @Column('text', { name: 'confirmed_paypal', nullable: true }) confirmedPaypal!: string | null;
  @Column('text', { name: 'paypal_link_hash', nullable: true }) paypalLinkHash!: string | null;
  @Column('timestamptz', { name: 'paypal_link_until', nullable: true }) paypalLinkUntil!: Date | null;
  /** See payout-details.ts. */
  @Column('bytea', { name: 'card_number_encrypted', nullable: true }) cardNumberEncrypted!: Buffer | null;
  @Column('text', { name: 'card_last4', nullable: true }) cardLast4!: string | null;
  @Column('text', { name: 'card_holder_name', nullable: true }) cardHolderName!: string | null;
  @Column('timestamptz', { name: 'payout_changed_at', nullable: true }) payoutChangedAt!: Date | null;
  @Column('timestamptz', { name: 'offer_accepted_at', nullable: true }) offerAcceptedAt!: Date | null;
  @Column('text', { name: 'offer_version', nullable: true }) offerVersion!: string | null;
  /** The network address from which it was accepted; null for an acceptance of an older release. */
  @Column('text', { name: 'offer_address', nullable: true }) offerAddress!: string | null;
  /** The storage key of the identity document's first page, or of the PDF itself when an earlier version of the shop has taken it. */
  @Column('text', { name: 'verification_key', nullable: true }) verificationKey!: string | null;
  /** Null while a PDF of an earlier version waits to be drawn, 0 when it cannot be drawn. */
  @Column('int', { name: 'verification_pages', nullable: true }) verificationPages!: number | null;
  @Column('timestamptz', { name: 'verification_uploaded_at', nullable: true }) verificationUploadedAt!: Date | null;
  /**
   * When an admin last decided about the store, and with it about its document. A pending status takes the decision back: the
   * document waits from that time on.
   */
  @Column('timestamptz', { name: 'verification_judged_at', nullable: true }) verificationJudgedAt!: Date | null;
  /** When the document was refused: it no longer counts as sent, but admins can look at it until another comes. */
  @Column('timestamptz', { name: 'verification_refused_at', nullable: true }) verificationRefusedAt!: Date | null;
  /** The reason for the status, in the admin's words. */
  @Column('text', { name: 'status_reason', nullable: true }) statusReason!: string | null;
  /** A closed store's final number of sales; null while another can follow. */
  @Column('int', { name: 'settled_sales', nullable: true }) settledSales!: number | null;
  @Column('int', { default: 1 }) version!: number;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'deleted_at', nullable: true }) deletedAt!: Date | null;

  opened() {
    return StoreOpened(this.facts());
  }

  /** `seenAt`: when the document on the admin's screen was sent, or null. @throws Refusal 409 `document-changed` for another */
  refuseOtherDocument(seenAt: string | null) {
    if (seenAt !== (this.verificationUploadedAt?.toISOString() ?? null))
      throw conflict('document-changed', 'The seller has sent another document in the meantime. Please look at it first.');
  }

  /**
   * `hasWaited` says whether a document waited when the admin looked.
   * @throws Refusal 409 `document-changed` when that has changed
   */
  refuseOtherWait(hasWaited: boolean) {
    if (hasWaited === this.documentWaits()) return;
    const change = hasWaited
      ? 'Somebody has decided about this document meanwhile.'
      : 'This document waits for a decision again. Please look at it first.';
    throw conflict('document-changed', change);
  }

  /** Whether the store is already as this decision would leave it: its admin may have lost the answer. */
  isDecided(status: SellerStatus, reason: string | null): boolean {
    return this.status === status && this.statusReason === reason && (status === 'pending' || !this.documentWaits());
  }

  /**
   * `seenAt`: when the payout details on the admin's screen were changed, or null. @throws Refusal 409 `payout-changed` for
   * others
   */
  refuseOtherPayout(seenAt: string | null) {
    if (seenAt !== (this.payoutChangedAt?.toISOString() ?? null))
      throw conflict('payout-changed', 'The payout details of this store have changed. Please check them first.');
  }

  /**
   * Any status may follow any other: the operator decides. Active or inactive also decides about a waiting document, even when
   * the store has this status already; inactive refuses it.
   * @returns the event, or null when nothing is decided
   */
  setStatus(status: SellerStatus, reason: string | null, now: Date) {
    const waits = this.documentWaits();
    const isJudged = waits && status !== 'pending';
    if (this.status === status && !isJudged) return null;
    this.verificationRefusedAt = isJudged && status === 'inactive' ? now : null;
    // A document that waits already goes on waiting since the same time.
    if (isJudged || !waits) this.verificationJudgedAt = now;
    this.statusReason = reason;
    this.status = status;
    return this.changed();
  }

  /** @returns the event, or null when the name stays */
  rename(storeName: string) {
    if (this.storeName === storeName) return null;
    this.storeName = storeName;
    this.foldedName = foldName(storeName);
    this.foldedCapitals = foldedCapitals(storeName);
    return this.changed();
  }

  /**
   * Takes a document, whatever the status, and another one after a refusal (docs/product/selling.md#identity-documents). Status
   * `'0'` becomes pending, and so does the status after a refused document; other statuses stay.
   * @returns the event, or null when the status stays
   * @throws Refusal 409 `document-exists` when there is a document that was not refused
   */
  takeDocument(key: string, pages: number, now: Date) {
    this.refuseSecondDocument();
    const asks = this.status === NO_SELLER_STATUS || this.verificationRefusedAt !== null;
    this.verificationKey = key;
    this.verificationPages = pages;
    this.verificationUploadedAt = now;
    this.verificationJudgedAt = null;
    const event = asks ? this.setStatus('pending', null, now) : null;
    if (!event) this.version += 1;
    return event;
  }

  /** Whether a document waits for a decision. Change it together with `DOCUMENT_WAITS`. */
  documentWaits(): boolean {
    const { verificationKey: key, verificationUploadedAt: uploadedAt, verificationJudgedAt: judgedAt } = this;
    return Boolean(key) && (this.status === 'pending' || !judgedAt || (uploadedAt !== null && judgedAt < uploadedAt));
  }

  /** The promised time of the decision about the document (docs/product/selling.md#judging-a-document); null when none waits. */
  documentDueAt(): Date | null {
    const { verificationUploadedAt: uploadedAt, verificationJudgedAt: judgedAt } = this;
    if (!this.documentWaits() || !uploadedAt) return null;
    const since = Math.max(uploadedAt.getTime(), judgedAt?.getTime() ?? 0);
    return new Date(since + VERIFICATION_HOURS * 3_600_000);
  }

  documentKeys(): string[] {
    const { verificationKey: key, verificationPages: pages } = this;
    return key ? keysOfPages(key, pages || 1) : [];
  }

  forgetDocument() {
    this.verificationKey = this.verificationPages = this.verificationUploadedAt = null;
  }

  /** @throws Refusal 409 `document-exists` when there is a document that was not refused */
  refuseSecondDocument() {
    if (this.verificationKey && !this.verificationRefusedAt)
      throw conflict('document-exists', 'You have already sent your verification document.');
  }

  /** @returns whether money now goes elsewhere */
  payTo(payout: PayoutDetails, now: Date): boolean {
    if (isSamePayout(this, payout)) return false;
    Object.assign(this, payout);
    this.confirmedPaypal = this.paypalLinkHash = this.paypalLinkUntil = null;
    this.payoutChangedAt = now;
    this.version += 1;
    return true;
  }

  /** Whether its seller has confirmed the PayPal address; null while the store has none. */
  isPaypalConfirmed(): boolean | null {
    return this.paypalEmail === null ? null : this.paypalEmail === this.confirmedPaypal;
  }

  awaitPaypal(linkHash: string, until: Date) {
    this.paypalLinkHash = linkHash;
    this.paypalLinkUntil = until;
  }

  confirmPaypal() {
    this.confirmedPaypal = this.paypalEmail;
    this.paypalLinkHash = this.paypalLinkUntil = null;
  }

  forgetCard(now: Date) {
    this.paymentMethod = this.cardNumberEncrypted = this.cardLast4 = this.cardHolderName = null;
    this.payoutChangedAt = now;
    this.version += 1;
  }

  /**
   * Cannot be undone; time, version and address stay while the accepted version is in force. `shownVersion` is the version on
   * the seller's screen, if known.
   * @throws Refusal 409 `offer-changed` for another version than today's
   */
  acceptOffer(now: Date, address: string, shownVersion = OFFER_VERSION) {
    if (this.offerAcceptedAt && !this.mustAcceptAgain()) return;
    if (shownVersion !== OFFER_VERSION)
      throw conflict('offer-changed', 'The agreement has changed. Please reload the page in a few minutes and read it.');
    this.offerAcceptedAt = now;
    this.offerVersion = OFFER_VERSION;
    this.offerAddress = address;
  }

  /** Whether the seller has accepted a version of the offer that no longer holds. */
  mustAcceptAgain(): boolean {
    return this.offerVersion !== null && !OFFERS_IN_FORCE.includes(this.offerVersion);
  }

  /**
   * Closes the store and removes personal data. The row stays, because other rows refer to it; the payout details stay while
   * something can be owed, and the document while there may be a dispute (docs/product/selling.md#identity-documents).
   */
  close(now: Date) {
    this.storeName = `Closed store ${this.id}`;
    this.foldedName = this.foldedCapitals = null;
    this.status = 'inactive';
    this.socialLink = this.statusReason = null;
    this.deletedAt = now;
    this.offerAddress = null;
    this.paypalLinkHash = this.paypalLinkUntil = null;
    return this.closed();
  }

  /** The store as it is now, as an event with a new version, for services with lost copies. */
  saidAgain() {
    return this.deletedAt ? this.closed() : this.changed();
  }

  private closed() {
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

/** The fields of a store that leave the service: only the last four digits of the card number. */
export const viewOf = (seller: Seller): SellerView => ({
  id: seller.id,
  user_id: seller.userId,
  status: seller.status,
  shop_name: seller.storeName,
  social_link: seller.socialLink,
  payment_method: seller.paymentMethod,
  paypal_email: seller.paypalEmail,
  paypal_confirmed: seller.isPaypalConfirmed(),
  card_number: seller.cardLast4,
  card_holder_name: seller.cardHolderName,
  accepted_offer: seller.offerAcceptedAt !== null,
  offer_accepted_at: seller.offerAcceptedAt?.toISOString() ?? null,
  offer_version: seller.offerVersion,
  verification_photo: seller.verificationKey ? pathOf(documentRoutes.documentPage, { id: seller.id }) : null,
  verification_pages: seller.verificationKey ? seller.verificationPages : null,
  verification_uploaded_at: seller.verificationUploadedAt?.toISOString() ?? null,
  verification_waits: seller.documentWaits(),
  verification_due_at: seller.documentDueAt()?.toISOString() ?? null,
  verification_refused_at: seller.verificationRefusedAt?.toISOString() ?? null,
  status_reason: seller.statusReason,
  created_at: seller.createdAt.toISOString(),
});

export const answerOf = (seller: Seller) => ({ success: true as const, data: viewOf(seller) });
