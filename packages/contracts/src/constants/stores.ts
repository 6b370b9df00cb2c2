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

/** A track may be taken out of the shop after this many months without a sale (docs/product/selling.md#unsold-tracks). */
export const UNSOLD_MONTHS = 6;

export const LINK_HOSTS = {
  social: ['soundcloud.com', 'facebook.com', 'vk.com'],
  files: ['dropbox.com', 'wetransfer.com', 'we.tl', 'yandex.ru', 'yadi.sk', 'drive.google.com', 'docs.google.com'],
} as const;
