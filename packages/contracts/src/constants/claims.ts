/** What a buyer's claim is about (docs/product/claims.md#reporting-a-problem). */
export const CLAIM_REASONS = ['not-as-described', 'files-broken', 'not-exclusive', 'rights', 'other'] as const;
export type ClaimReason = (typeof CLAIM_REASONS)[number];
/** A claim is open, was answered by the seller, or has ended in one of four ways (docs/product/claims.md#states). */
export const CLAIM_STATES = ['open', 'answered', 'repaired', 'refunded', 'refused', 'withdrawn'] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];
export const CLAIM_OUTCOMES = ['repair', 'refund', 'refuse'] as const;
export type ClaimOutcome = (typeof CLAIM_OUTCOMES)[number];
/** Who takes part in the thread of a claim. */
export const CLAIM_SIDES = ['buyer', 'seller', 'house'] as const;
export type ClaimSide = (typeof CLAIM_SIDES)[number];

/** Business days: for reporting a problem, from the payment; for the answer of the seller and of the house, from the report. */
export const CLAIM_DAYS = { report: 10, seller: 3, house: 10 } as const;
export const CLAIM_FILE_MAX_BYTES = 50 * 1024 * 1024;
export const CLAIM_FILES_AT_ONCE = 5;
/** Messages and files of a claim are deleted so many days after its end. */
export const CLAIM_KEPT_DAYS = 365;
/** The types of pictures and audio that a message may bring, by the ending under which they are stored. */
export const CLAIM_FILE_TYPES = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
} as const;
