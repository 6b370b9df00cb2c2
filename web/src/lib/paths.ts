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
  login: '/login',
  forgotPassword: '/forgot-password',
  account: '/account',
  cart: '/cart',
  wishlist: '/wishlist',
  checkout: '/checkout',
  orderSuccess: '/order-success',
} as const;
