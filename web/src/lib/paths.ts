import { ADMIN_PREFIX } from '@shop/contracts/constants';

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
  /** Given to sellers and buyers, not found by strangers (spec 3 §2); `publicOffer` leads to it. */
  offerAgreement: '/offer-k7v2x9q4m3',
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
