import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { lazily } from '../lib/loading/lazily';
import { paths } from '../lib/paths';
import { Layout } from './layout/Layout';
import { LoadingBar } from './LoadingBar';
import { ReleaseKeeper } from './keepers/ReleaseKeeper';

const HomePage = lazily(async () => (await import('../pages/storefront/HomePage')).HomePage);
const LoginPage = lazily(async () => (await import('../pages/storefront/LoginPage')).LoginPage);
const ShopPage = lazily(async () => (await import('../pages/storefront/ShopPage')).ShopPage);
const ServicePage = lazily(async () => (await import('../pages/storefront/ServicePage')).ServicePage);
const FaqPage = lazily(async () => (await import('../pages/texts/FaqPage')).FaqPage);
const UploadGuidePage = lazily(async () => (await import('../pages/texts/UploadGuidePage')).UploadGuidePage);
const ContactPage = lazily(async () => (await import('../pages/storefront/ContactPage')).ContactPage);
const ConfirmSubscriptionPage = lazily(
  async () => (await import('../pages/newsletter/ConfirmSubscriptionPage')).ConfirmSubscriptionPage,
);
const SubscriptionConfirmedPage = lazily(
  async () => (await import('../pages/newsletter/SubscriptionConfirmedPage')).SubscriptionConfirmedPage,
);
const UnsubscribePage = lazily(async () => (await import('../pages/newsletter/UnsubscribePage')).UnsubscribePage);
const TrackPage = lazily(async () => (await import('../pages/storefront/TrackPage')).TrackPage);
const ForgotPasswordPage = lazily(async () => (await import('../pages/account/ForgotPasswordPage')).ForgotPasswordPage);
const ConfirmEmailPage = lazily(async () => (await import('../pages/account/ConfirmEmailPage')).ConfirmEmailPage);
const ConfirmContactPage = lazily(async () => (await import('../pages/account/ConfirmContactPage')).ConfirmContactPage);
const UndoEmailChangePage = lazily(async () => (await import('../pages/account/UndoEmailChangePage')).UndoEmailChangePage);
const ResetPasswordPage = lazily(async () => (await import('../pages/account/ResetPasswordPage')).ResetPasswordPage);
const AccountPage = lazily(async () => (await import('../pages/account/AccountPage')).AccountPage);
const CartPage = lazily(async () => (await import('../pages/lists/CartPage')).CartPage);
const WishlistPage = lazily(async () => (await import('../pages/lists/WishlistPage')).WishlistPage);
const CheckoutPage = lazily(async () => (await import('../pages/checkout/CheckoutPage')).CheckoutPage);
const OrderSuccessPage = lazily(async () => (await import('../pages/checkout/OrderSuccessPage')).OrderSuccessPage);
const PrivacyPage = lazily(async () => (await import('../pages/texts/PrivacyPage')).PrivacyPage);
const TermsPage = lazily(async () => (await import('../pages/texts/TermsPage')).TermsPage);
const OfferAgreementPage = lazily(async () => (await import('../pages/texts/OfferAgreementPage')).OfferAgreementPage);
const AdminRoutes = lazily(async () => (await import('./admin/AdminRoutes')).AdminRoutes);
const NotFoundPage = lazily(async () => (await import('../pages/storefront/NotFoundPage')).NotFoundPage);

/**
 * Every page, each in a chunk of its own. The declarative router has half the bytes of the data router, and data come
 * from the query cache anyway.
 */
export function AppRoutes() {
  return (
    <>
      <LoadingBar />
      <ReleaseKeeper />
      <Routes>
        <Route
          path={`${paths.admin.home}/*`}
          element={
            <Suspense>
              <AdminRoutes />
            </Suspense>
          }
        />
        <Route element={<Layout />}>
          <Route path={paths.home} element={<HomePage />} />
          <Route path={paths.login} element={<LoginPage />} />
          <Route path={paths.shop} element={<ShopPage />} />
          <Route path={paths.service} element={<ServicePage />} />
          <Route path={paths.faq} element={<FaqPage />} />
          <Route path={paths.uploadInstructions} element={<UploadGuidePage />} />
          <Route path={paths.contact} element={<ContactPage />} />
          <Route path="/confirm-subscription/:token?" element={<ConfirmSubscriptionPage />} />
          <Route path="/subscription-confirmed" element={<SubscriptionConfirmedPage />} />
          <Route path="/unsubscribe/:token?" element={<UnsubscribePage />} />
          <Route path="/track/:id" element={<TrackPage />} />
          <Route path={paths.forgotPassword} element={<ForgotPasswordPage />} />
          <Route path="/reset-password/:token" element={<ResetPasswordPage />} />
          <Route path="/confirm-email/:token" element={<ConfirmEmailPage />} />
          <Route path="/confirm-contact/:token" element={<ConfirmContactPage />} />
          <Route path="/undo-email-change/:token" element={<UndoEmailChangePage />} />
          <Route path={paths.account} element={<AccountPage />} />
          <Route path={paths.cart} element={<CartPage />} />
          <Route path={paths.wishlist} element={<WishlistPage />} />
          <Route path={paths.checkout} element={<CheckoutPage />} />
          <Route path={paths.orderSuccess} element={<OrderSuccessPage />} />
          <Route path={paths.privacy} element={<PrivacyPage />} />
          <Route path={paths.terms} element={<TermsPage />} />
          <Route path={paths.offerAgreement} element={<OfferAgreementPage />} />
          <Route path={paths.publicOffer} element={<Navigate to={paths.offerAgreement} replace />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </>
  );
}
