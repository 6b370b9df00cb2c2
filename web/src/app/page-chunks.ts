import type { PageName } from '@shop/contracts/pages';
import type { ComponentType } from 'react';

/** The code of every page in its own chunk, which its head names (`packages/contracts/src/pages/heads.ts`). */
export const PAGE_CHUNKS: Record<PageName, () => Promise<ComponentType>> = {
  home: async () => (await import('#pages/storefront/HomePage.tsx')).HomePage,
  shop: async () => (await import('#pages/storefront/ShopPage.tsx')).ShopPage,
  track: async () => (await import('#pages/storefront/TrackPage.tsx')).TrackPage,
  certificate: async () => (await import('#pages/proof/ProofPages.tsx')).CertificatePage,
  salesLog: async () => (await import('#pages/proof/ProofPages.tsx')).SalesLogPage,
  service: async () => (await import('#pages/storefront/ServicePage.tsx')).ServicePage,
  contact: async () => (await import('#pages/storefront/ContactPage.tsx')).ContactPage,
  faq: async () => (await import('#pages/texts/FaqPage.tsx')).FaqPage,
  uploadInstructions: async () => (await import('#pages/texts/UploadGuidePage.tsx')).UploadGuidePage,
  privacy: async () => (await import('#pages/texts/PrivacyPage.tsx')).PrivacyPage,
  terms: async () => (await import('#pages/texts/TermsPage.tsx')).TermsPage,
  offerAgreement: async () => (await import('#pages/texts/OfferAgreementPage.tsx')).OfferAgreementPage,
  login: async () => (await import('#pages/storefront/LoginPage.tsx')).LoginPage,
  forgotPassword: async () => (await import('#pages/account/ForgotPasswordPage.tsx')).ForgotPasswordPage,
  resetPassword: async () => (await import('#pages/account/ResetPasswordPage.tsx')).ResetPasswordPage,
  confirmEmail: async () => (await import('#pages/account/ConfirmEmailPage.tsx')).ConfirmEmailPage,
  undoEmailChange: async () => (await import('#pages/account/UndoEmailChangePage.tsx')).UndoEmailChangePage,
  confirmContact: async () => (await import('#pages/account/ConfirmContactPage.tsx')).ConfirmContactPage,
  admin: async () => (await import('./admin/AdminRoutes')).AdminRoutes,
  account: async () => (await import('#pages/account/AccountPage.tsx')).AccountPage,
  cart: async () => (await import('#pages/lists/CartPage.tsx')).CartPage,
  wishlist: async () => (await import('#pages/lists/WishlistPage.tsx')).WishlistPage,
  checkout: async () => (await import('#pages/checkout/CheckoutPage.tsx')).CheckoutPage,
  orderSuccess: async () => (await import('#pages/checkout/OrderSuccessPage.tsx')).OrderSuccessPage,
  confirmSubscription: async () => (await import('#pages/newsletter/ConfirmSubscriptionPage.tsx')).ConfirmSubscriptionPage,
  subscriptionConfirmed: async () => (await import('#pages/newsletter/SubscriptionConfirmedPage.tsx')).SubscriptionConfirmedPage,
  unsubscribe: async () => (await import('#pages/newsletter/UnsubscribePage.tsx')).UnsubscribePage,
};
