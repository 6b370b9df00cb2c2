import { ADMIN_PREFIX, OFFER_PATH } from '@shop/contracts/constants';

/** Every address of the shop, so that a link cannot be mistyped. */
export const paths = {
  home: '/',
  shop: '/shop',
  service: '/service',
  contact: '/contact',
  faq: '/faq',
  uploadInstructions: '/upload-instructions',
  privacy: '/privacy-policy',
  terms: '/terms-and-conditions',
  /** `publicOffer` leads to it. */
  offerAgreement: OFFER_PATH,
  publicOffer: '/public-offer-agreement',
  login: '/login',
  forgotPassword: '/forgot-password',
  account: '/account',
  cart: '/cart',
  wishlist: '/wishlist',
  checkout: '/checkout',
  orderSuccess: '/order-success',
  admin: {
    home: ADMIN_PREFIX,
    login: `${ADMIN_PREFIX}/login`,
    page: (path: string) => `${ADMIN_PREFIX}/${path}`,
  },
  track: (id: number) => `/track/${id}`,
  genre: (name: string) => `/shop?${new URLSearchParams({ genre: name })}`,
  mixesWith: (id: number) => `/shop?mixes=${id}`,
} as const;
