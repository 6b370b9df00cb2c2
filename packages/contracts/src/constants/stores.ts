export const SELLER_STATUSES = ['pending', 'active', 'inactive'] as const;
export type SellerStatus = (typeof SELLER_STATUSES)[number];
/** The word for "no document yet" (docs/product/selling.md#status-of-a-store). */
export const NO_SELLER_STATUS = '0';
export const PAYOUT_METHODS = ['paypal', 'card'] as const;
export type PayoutMethod = (typeof PAYOUT_METHODS)[number];
/** Identity documents: the largest and the types that are taken, and within how many hours an admin looks at one. */
export const VERIFICATION_MAX_BYTES = 5 * 1024 * 1024;
export const VERIFICATION_TYPES = ['image/jpeg', 'image/png', 'application/pdf'] as const;
export const VERIFICATION_HOURS = 48;
/** A card number is blanked when no payout went to it for this long. */
export const CARD_UNUSED_MONTHS = 12;
/** How long an identity document is kept after its store was closed or it was refused. */
export const DOCUMENT_KEPT_DAYS = 90;
/** The text that sellers accept, by its version: a new text is a new version, and a seller keeps the version that they accepted. */
export const OFFER_VERSION = '1.0';

/** Given to sellers and buyers, not found by strangers (docs/product/selling.md#the-offer-agreement). */
export const OFFER_PATH = '/offer-k7v2x9q4m3';

/** A track that was not sold for this long may be taken out of the shop (docs/product/selling.md#unsold-tracks). */
export const UNSOLD_MONTHS = 6;

export const LINK_HOSTS = {
  social: ['soundcloud.com', 'facebook.com', 'vk.com'],
  files: ['dropbox.com', 'wetransfer.com', 'we.tl', 'yandex.ru', 'yadi.sk', 'drive.google.com', 'docs.google.com'],
} as const;
