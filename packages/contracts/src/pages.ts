import { ADMIN_PREFIX, OFFER_PATH } from './constants';

/**
 * Every page by its name, with its address as a router reads it: `:id` is one part of the path, `:token?` one that may be missing, `*` all that
 * follows. What a page says about itself is in `heads.ts` under the same name, its code in `web/src/app/page-chunks.ts`.
 */
export const PAGES = {
  home: '/',
  shop: '/shop',
  track: '/track/:id',
  service: '/service',
  contact: '/contact',
  faq: '/faq',
  uploadInstructions: '/upload-instructions',
  privacy: '/privacy-policy',
  terms: '/terms-and-conditions',
  offerAgreement: OFFER_PATH,
  login: '/login',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password/:token',
  confirmEmail: '/confirm-email/:token',
  undoEmailChange: '/undo-email-change/:token',
  confirmContact: '/confirm-contact/:token',
  /** Its screens are in `admin-pages.ts`. */
  admin: `${ADMIN_PREFIX}/*`,
  account: '/account',
  cart: '/cart',
  wishlist: '/wishlist',
  checkout: '/checkout',
  orderSuccess: '/order-success',
  confirmSubscription: '/confirm-subscription/:token?',
  subscriptionConfirmed: '/subscription-confirmed',
  unsubscribe: '/unsubscribe/:token?',
} as const;
export type PageName = keyof typeof PAGES;
export const PAGE_NAMES = Object.keys(PAGES) as PageName[];

/** Further addresses that lead to a page. */
export const LEADS_TO = { '/public-offer-agreement': 'offerAgreement' } as const satisfies Record<string, PageName>;
