import { ADMIN_PREFIX, OFFER_PATH } from './constants';

/**
 * Every page by its name, with its address as a router reads it: `:id` is one part of the path, `:token?` an optional part, `*` the rest
 * of the path. `heads.ts` has the page's head under the same name, and `web/src/app/page-chunks.ts` its code.
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
  /** The pages of the administration; `admin-pages.ts` lists them. */
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
