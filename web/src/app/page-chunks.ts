import type { PageName } from '@shop/contracts/pages';
import type { ComponentType } from 'react';

/** The code of every page in its own chunk, which its head names (`packages/contracts/src/pages/heads.ts`). */
export const PAGE_CHUNKS: Record<PageName, () => Promise<ComponentType>> = {
  home: async () => (await import('../pages/storefront/HomePage')).HomePage,
  shop: async () => (await import('../pages/storefront/ShopPage')).ShopPage,
  track: async () => (await import('../pages/storefront/TrackPage')).TrackPage,
  service: async () => (await import('../pages/storefront/ServicePage')).ServicePage,
  contact: async () => (await import('../pages/storefront/ContactPage')).ContactPage,
  faq: async () => (await import('../pages/texts/FaqPage')).FaqPage,
  uploadInstructions: async () => (await import('../pages/texts/UploadGuidePage')).UploadGuidePage,
  privacy: async () => (await import('../pages/texts/PrivacyPage')).PrivacyPage,
  terms: async () => (await import('../pages/texts/TermsPage')).TermsPage,
  offerAgreement: async () => (await import('../pages/texts/OfferAgreementPage')).OfferAgreementPage,
  login: async () => (await import('../pages/storefront/LoginPage')).LoginPage,
  forgotPassword: async () => (await import('../pages/account/ForgotPasswordPage')).ForgotPasswordPage,
  resetPassword: async () => (await import('../pages/account/ResetPasswordPage')).ResetPasswordPage,
  confirmEmail: async () => (await import('../pages/account/ConfirmEmailPage')).ConfirmEmailPage,
  undoEmailChange: async () => (await import('../pages/account/UndoEmailChangePage')).UndoEmailChangePage,
  confirmContact: async () => (await import('../pages/account/ConfirmContactPage')).ConfirmContactPage,
  admin: async () => (await import('./admin/AdminRoutes')).AdminRoutes,
  account: async () => (await import('../pages/account/AccountPage')).AccountPage,
  cart: async () => (await import('../pages/lists/CartPage')).CartPage,
  wishlist: async () => (await import('../pages/lists/WishlistPage')).WishlistPage,
  checkout: async () => (await import('../pages/checkout/CheckoutPage')).CheckoutPage,
  orderSuccess: async () => (await import('../pages/checkout/OrderSuccessPage')).OrderSuccessPage,
  confirmSubscription: async () => (await import('../pages/newsletter/ConfirmSubscriptionPage')).ConfirmSubscriptionPage,
  subscriptionConfirmed: async () => (await import('../pages/newsletter/SubscriptionConfirmedPage')).SubscriptionConfirmedPage,
  unsubscribe: async () => (await import('../pages/newsletter/UnsubscribePage')).UnsubscribePage,
};
