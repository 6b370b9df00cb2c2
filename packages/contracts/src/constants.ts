/**
 * Words and numbers that are fixed (docs/product/texts-and-constants.md). Plain data only: the SPA's first chunk imports this file.
 */

/** 41 genres. */
export const GENRES = [
  'Afro House',
  'Amapiano',
  'Ambient',
  'Bass House',
  'Big Room',
  'Breaks',
  'Chillout',
  'Dance / Pop',
  'Deep House',
  'Deep Tech',
  'Downtempo',
  'Drum & Bass',
  'Dubstep',
  'EDM',
  'Electro House',
  'Electronica',
  'Funky House',
  'Future Bass',
  'Future House',
  'Future Rave',
  'Garage House',
  'Hard Dance',
  'Hard Techno',
  'Hip-Hop',
  'House',
  'Indie Dance',
  'Jackin House',
  'Latin House',
  'Lo-Fi',
  'Melodic House',
  'Melodic Techno',
  'Minimal',
  'Moombahton',
  'Organic House',
  'Progressive House',
  'Psy Trance',
  'Slap House',
  'Techno',
  'Trance',
  'Trap',
  'UK Garage',
] as const;
export type Genre = (typeof GENRES)[number];

/** 12 keys. */
export const MUSIC_KEYS = ['A', 'A#', 'B', 'C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#'] as const;
export type MusicKey = (typeof MUSIC_KEYS)[number];

export const KEY_MODES = ['major', 'minor'] as const;
export type KeyMode = (typeof KEY_MODES)[number];

export const TRACK_TYPES = ['Vocal/Instrumental', 'Instrumental'] as const;
export type TrackType = (typeof TRACK_TYPES)[number];
export const DEMO_TYPE = 'Demo Track';

/** `held`: somebody is paying for it right now. */
export const PRODUCT_STATUSES = ['active', 'held', 'sold', 'removed'] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];
export const UPLOAD_STAGES = ['receiving', 'checking', 'decoding', 'encoding', 'saving', 'done', 'failed'] as const;

export const PROJECT_NAMES = ['Ableton Live', 'FL Studio', 'Logic Pro', 'Cubase'] as const;
export type ProjectName = (typeof PROJECT_NAMES)[number];

const steps = (from: number, to: number, by: number) => Array.from({ length: (to - from) / by + 1 }, (_, i) => from + i * by);

/** What a seller may ask for a track, in dollars: 15 values. */
export const SUBMISSION_PRICES = steps(299, 999, 50);
/** What the product form offers, in dollars. */
export const PRODUCT_PRICES = [1, 199, 249, ...SUBMISSION_PRICES];
/** What the server takes, in cents. */
export const PRICE_LIMITS_CENTS = { min: 100, max: 1_000_000 } as const;

/** A tempo, with at most one decimal, wherever one is entered. */
export const BPM_LIMITS = { min: 0, max: 400 } as const;

/** The surcharge for the project files, in cents. */
export const PROJECT_SURCHARGE_CENTS = 100_00;
/** The service fee in percent of the subtotal. */
export const FEE_PERCENT = 5;
export const CURRENCY = 'USD';

export const ORDER_STATUSES = ['pending', 'processing', 'completed', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
export const PAYMENT_STATES = ['created', 'capturing', 'pending', 'paid', 'review', 'declined', 'expired', 'refunded'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/**
 * The three services that are made to order, and what their forms offer ("Creat MIDI" is meant so:
 * docs/product/README.md#fixed-texts).
 */
export const SERVICES = ['music-production', 'co-producing', 'mixing-mastering'] as const;
export type Service = (typeof SERVICES)[number];
/** What the operator has done about a request; any may be set by an admin. */
export const SERVICE_REQUEST_STATES = ['new', 'answered', 'closed'] as const;
export type ServiceRequestState = (typeof SERVICE_REQUEST_STATES)[number];
export const MIX_VERSIONS = ['Extended Mix'] as const;
export const RADIO_VERSIONS = ['Radio Version'] as const;
export const CO_PRODUCING_NEEDS = ['Creat MIDI', 'Arrangement', 'Other'] as const;
export const MIXING_NEEDS = ['Mixing', 'Mastering', 'Other'] as const;
export const STEMS_MIN = 1;

export const SELLER_STATUSES = ['pending', 'active', 'inactive'] as const;
export type SellerStatus = (typeof SELLER_STATUSES)[number];
/** The word for "no document yet" (docs/product/selling.md#status-of-a-store). */
export const NO_SELLER_STATUS = '0';
export const PAYOUT_METHODS = ['paypal', 'card'] as const;
export type PayoutMethod = (typeof PAYOUT_METHODS)[number];
/** What a seller may send to prove who they are, and within how many hours it is looked at. */
export const VERIFICATION_MAX_BYTES = 5 * 1024 * 1024;
export const VERIFICATION_TYPES = ['image/jpeg', 'image/png', 'application/pdf'] as const;
export const VERIFICATION_HOURS = 48;
/** A card number that nothing was paid to for so long is blanked. */
export const CARD_UNUSED_MONTHS = 12;
/** How long an identity document is kept after its store was closed or it was refused. */
export const DOCUMENT_KEPT_DAYS = 90;
/** The text that sellers accept, by its version: a new text is a new version, and a seller keeps the version that they accepted. */
export const OFFER_VERSION = '1.0';
/** A track that nobody bought for so long may be taken out of the shop (docs/product/selling.md#unsold-tracks). */
export const UNSOLD_MONTHS = 6;

/** What becomes of a track that a seller sent in (docs/product/review.md#states-of-a-submission). */
export const SUBMISSION_STATUSES = ['submitted', 'in_review', 'approved', 'rejected', 'published'] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];
/** What an admin may decide. */
export const SUBMISSION_DECISIONS = ['in_review', 'approved', 'rejected', 'published'] as const;
/** What the admin's queue can be narrowed to. */
export const SUBMISSION_FILTERS = [...SUBMISSION_STATUSES, 'open', 'overdue'] as const;
export type SubmissionFilter = (typeof SUBMISSION_FILTERS)[number];
/**
 * The promises to a seller in hours by the clock, weekends included: review from the sending on, publication from the approval on
 * (docs/product/review.md#promised-times).
 */
export const SUBMISSION_CLOCKS = { review: 48, publication: 24 } as const;

/** Inactive is who has not confirmed yet and who has unsubscribed. */
export const SUBSCRIBER_STATUSES = ['active', 'inactive'] as const;
export type SubscriberStatus = (typeof SUBSCRIBER_STATUSES)[number];

/** Lengths in characters, without the white space around. */
export const ANNOUNCEMENT_LIMITS = {
  title: { min: 3, max: 100 },
  content: { min: 10, max: 5000 },
  imageBytes: 2_097_152,
} as const;

/** Where a sale of the ledger stands: booked, payable, covered by payouts, undone by a refund. A payout can be undone too. */
export const LEDGER_STATES = ['owed', 'due', 'paid', 'reversed'] as const;
export type LedgerState = (typeof LEDGER_STATES)[number];
/** How money went out to a seller. */
export const PAID_OUT_BY = [...PAYOUT_METHODS, 'other'] as const;
export type PaidOutBy = (typeof PAID_OUT_BY)[number];
/**
 * A seller's share in percent of a sale, and the part of the seller's price from which it is counted at least
 * (docs/product/money-owed.md#the-sellers-share).
 */
export const SELLER_PERCENT = 70;
export const GUARANTEED_PERCENT = 75;
/** A seller is paid within this many business days of the buyer's payment (docs/product/money-owed.md#due-days). */
export const PAYOUT_BUSINESS_DAYS = 3;

/**
 * A coupon of more percent than this has one use unless its form says otherwise: beyond it the operator may pay a seller more than
 * the buyer paid to it.
 */
export const COUPON_FREE_PERCENT = 50;

const PASSWORD_MIN = 8;
export const PASSWORD_MIN_RESET = 6;
export const PASSWORD_MAX = 128;
export const PASSWORD_SPECIALS = '!@#$%^&*(),.?":{}|<>';
/** The live hints of registration, in their order (docs/product/accounts.md#passwords). */
export const PASSWORD_HINTS: readonly { text: string; holds: (password: string) => boolean }[] = [
  { text: 'Minimum 8 characters', holds: (password) => password.length >= PASSWORD_MIN },
  { text: 'At least one uppercase letter', holds: (password) => /[A-Z]/.test(password) },
  { text: 'At least one lowercase letter', holds: (password) => /[a-z]/.test(password) },
  { text: 'At least one number', holds: (password) => /\d/.test(password) },
  { text: 'At least one special character', holds: (password) => [...password].some((char) => PASSWORD_SPECIALS.includes(char)) },
];
/** Text, @, text, dot, text: a plain address, without brackets, quotes, comments and signs that nobody sees. */
export const EMAIL_PATTERN =
  /^[\p{L}\p{M}\p{Nd}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{Nd}!#$%&'*+/=?^_`{|}~-]+)*@[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}-]*(\.[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}-]*)+$/u;

export const CODE_RESEND_SECONDS = 60;
export const SESSION_DAYS = 7;
export const CART_LIMIT = 100;
export const WISHLIST_LIMIT = 500;
export const PRICE_FILTER = { min: 0, max: 1000, step: 10 } as const;
export const BPM_FILTER = { min: 0, max: 200, step: 1 } as const;
export const SKELETON_COUNT = 6;
export const DEFAULT_VOLUME = 0.1;
/** How many values the small waveform of a list row has (docs/product/catalogue.md#media). */
export const WAVE_VALUES = 48;

export const LINK_HOSTS = {
  social: ['soundcloud.com', 'facebook.com', 'vk.com'],
  files: ['dropbox.com', 'wetransfer.com', 'we.tl', 'yandex.ru', 'yadi.sk', 'drive.google.com', 'docs.google.com'],
} as const;

/** Given to sellers and buyers, not found by strangers (docs/product/selling.md#the-offer-agreement). */
export const OFFER_PATH = '/offer-k7v2x9q4m3';
export const ADMIN_ROLES = ['owner', 'catalogue', 'support', 'finance', 'viewer'] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

/** Which administrators may what; an owner may everything. Whoever may only read gets no documents, card numbers or delivery links. */
export const MAY = {
  ownTheShop: ['owner'],
  readCatalogue: ['owner', 'catalogue', 'viewer'],
  changeCatalogue: ['owner', 'catalogue'],
  readPeople: ['owner', 'support', 'viewer'],
  changePeople: ['owner', 'support'],
  readStores: ['owner', 'support', 'finance', 'viewer'],
  changeStores: ['owner', 'support'],
  readTracksOfStores: ['owner', 'catalogue', 'support', 'viewer'],
  readDocuments: ['owner', 'support'],
  readOrders: ['owner', 'support', 'finance', 'viewer'],
  changeOrders: ['owner', 'support'],
  readContracts: ['owner', 'support', 'finance'],
  readMoney: ['owner', 'finance', 'viewer'],
  changeMoney: ['owner', 'finance'],
  seeTheWhole: ['owner', 'viewer'],
} as const satisfies Record<string, readonly AdminRole[]>;
export type Right = keyof typeof MAY;
export const ADMIN_PREFIX = '/mdghost-panel-secur';
/** The ranges of the admin's dashboard, in days. */
export const DASHBOARD_DAYS = [30, 90, 365] as const;

/** What PayPal's books and ours can say differently about a payment. */
/** What the audit log is about: changes of the shop, of one's own account, looks at personal data, and data that were taken away. */
export const AUDIT_KINDS = ['change', 'own', 'look', 'export'] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

export const DIFFERENCE_KINDS = [
  'capture-unknown',
  'capture-missing',
  'capture-amount',
  'refund-unknown',
  'refund-missing',
  'refund-amount',
  'dispute',
  'ledger',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** How long somebody can keep an account that they wanted deleted. */
export const DELETION_GRACE_DAYS = 7;
