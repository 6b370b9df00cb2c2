export const SELLER_STATUSES = ['pending', 'active', 'inactive'] as const;
export type SellerStatus = (typeof SELLER_STATUSES)[number];
/** The status of a store without a document (docs/product/selling.md#status-of-a-store). */
export const NO_SELLER_STATUS = '0';
export const PAYOUT_METHODS = ['paypal', 'card'] as const;
export type PayoutMethod = (typeof PAYOUT_METHODS)[number];
/** Identity documents: the largest size in bytes, the accepted types, and the hours within which an admin checks one. */
export const VERIFICATION_MAX_BYTES = 5 * 1024 * 1024;
export const VERIFICATION_TYPES = ['image/jpeg', 'image/png', 'application/pdf'] as const;
export const VERIFICATION_HOURS = 48;
/** A card number is blanked after this many months without a payout to it. */
export const CARD_UNUSED_MONTHS = 12;
/** How many days an identity document is kept after it was refused or its store was closed. */
export const DOCUMENT_KEPT_DAYS = 90;
/** The version of the text that sellers accept. A changed text gets a new version, and a seller keeps the accepted version. */
export const OFFER_VERSION = '1.1';
/** The day on which that version was published. */
export const OFFER_SINCE = '2026-11-26';
/** The versions whose acceptance still holds. Who has accepted another one is asked again before their next submission. */
export const OFFERS_IN_FORCE: readonly string[] = ['1.0', OFFER_VERSION];

/** A track may be taken out of the shop after this many months without a sale (docs/product/selling.md#unsold-tracks). */
export const UNSOLD_MONTHS = 6;

export const LINK_HOSTS = {
  social: ['soundcloud.com', 'facebook.com', 'vk.com'],
  files: ['dropbox.com', 'wetransfer.com', 'we.tl', 'yandex.ru', 'yadi.sk', 'drive.google.com', 'docs.google.com'],
} as const;

/**
 * The state of a sale in the ledger: booked, payable, held while a claim or a dispute is open, covered by payouts, undone by a
 * refund. A payout can be undone too.
 */
export const LEDGER_STATES = ['owed', 'due', 'held', 'paid', 'reversed'] as const;
export type LedgerState = (typeof LEDGER_STATES)[number];
export const PAID_OUT_BY = [...PAYOUT_METHODS, 'other'] as const;
export type PaidOutBy = (typeof PAID_OUT_BY)[number];
/**
 * A seller's share in percent of a sale, and the lowest part of the seller's price, in percent, from which the share is calculated
 * (docs/product/money-owed.md#the-sellers-share).
 */
export const SELLER_PERCENT = 70;
export const GUARANTEED_PERCENT = 75;
/** The states of a batch of payouts and of a payout in it (docs/product/payouts.md#states). */
export const PAYOUT_BATCH_STATES = ['draft', 'approved', 'sending', 'sent', 'done', 'denied', 'cancelled'] as const;
export type PayoutBatchState = (typeof PAYOUT_BATCH_STATES)[number];
export const PAYOUT_ITEM_STATES = [
  'draft',
  'sent',
  'paid',
  'unclaimed',
  'on-hold',
  'returned',
  'failed',
  'reversed',
  'cancelled',
] as const;
export type PayoutItemState = (typeof PAYOUT_ITEM_STATES)[number];
/** PayPal's fee for a payout, borne by the operator: a percentage of it, up to a limit in cents. */
export const PAYOUT_FEE_PERCENT = 2;
export const PAYOUT_FEE_MOST_CENTS = 2000;
/** A seller is paid within this many business days of the buyer's payment (docs/product/money-owed.md#due-days). */
export const PAYOUT_BUSINESS_DAYS = 3;

/** The states of a track that a seller has sent in (docs/product/review.md#states-of-a-submission). */
export const SUBMISSION_STATUSES = ['submitted', 'in_review', 'changes_asked', 'approved', 'rejected', 'published'] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];
export const SUBMISSION_DECISIONS = ['in_review', 'changes_asked', 'approved', 'rejected', 'published'] as const;
/** How many findings of a check a reviewer may mark when they ask for changes. */
export const MARKED_FINDINGS_MAX = 50;
export const SUBMISSION_FILTERS = [...SUBMISSION_STATUSES, 'open', 'overdue'] as const;
export type SubmissionFilter = (typeof SUBMISSION_FILTERS)[number];
/**
 * The promised times for a submission, in hours by the clock, weekends included: the review counts from the sending, the
 * publication from the approval (docs/product/review.md#promised-times).
 */
export const SUBMISSION_CLOCKS = { review: 48, publication: 24 } as const;

/** Where the sounds of a track come from, as its seller declares (docs/product/review.md#where-the-sounds-come-from). */
export const SAMPLE_ORIGINS = ['none', 'royalty-free', 'licensed'] as const;
export const VOCAL_ORIGINS = ['none', 'exclusive', 'royalty-free', 'machine'] as const;
export const ORIGIN_NOTE_MAX = 300;
