import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { paths } from '../lib/paths';
import { Layout } from './Layout';

const HomePage = lazy(async () => ({ default: (await import('../pages/storefront/HomePage')).HomePage }));
const LoginPage = lazy(async () => ({ default: (await import('../pages/storefront/LoginPage')).LoginPage }));
const ShopPage = lazy(async () => ({ default: (await import('../pages/storefront/ShopPage')).ShopPage }));
const ServicePage = lazy(async () => ({ default: (await import('../pages/storefront/ServicePage')).ServicePage }));
const FaqPage = lazy(async () => ({ default: (await import('../pages/storefront/FaqPage')).FaqPage }));
const UploadGuidePage = lazy(async () => ({ default: (await import('../pages/storefront/UploadGuidePage')).UploadGuidePage }));
const ContactPage = lazy(async () => ({ default: (await import('../pages/storefront/ContactPage')).ContactPage }));
const ConfirmSubscriptionPage = lazy(async () => ({
  default: (await import('../pages/storefront/ConfirmSubscriptionPage')).ConfirmSubscriptionPage,
}));
const SubscriptionConfirmedPage = lazy(async () => ({
  default: (await import('../pages/storefront/SubscriptionConfirmedPage')).SubscriptionConfirmedPage,
}));
const UnsubscribePage = lazy(async () => ({ default: (await import('../pages/storefront/UnsubscribePage')).UnsubscribePage }));
const TrackPage = lazy(async () => ({ default: (await import('../pages/storefront/TrackPage')).TrackPage }));
const ForgotPasswordPage = lazy(async () => ({
  default: (await import('../pages/account/ForgotPasswordPage')).ForgotPasswordPage,
}));
const ResetPasswordPage = lazy(async () => ({ default: (await import('../pages/account/ResetPasswordPage')).ResetPasswordPage }));
const AccountPage = lazy(async () => ({ default: (await import('../pages/account/AccountPage')).AccountPage }));
const CartPage = lazy(async () => ({ default: (await import('../pages/account/CartPage')).CartPage }));
const WishlistPage = lazy(async () => ({ default: (await import('../pages/account/WishlistPage')).WishlistPage }));
const CheckoutPage = lazy(async () => ({ default: (await import('../pages/account/CheckoutPage')).CheckoutPage }));
const OrderSuccessPage = lazy(async () => ({ default: (await import('../pages/account/OrderSuccessPage')).OrderSuccessPage }));
const PrivacyPage = lazy(async () => ({ default: (await import('../pages/storefront/PrivacyPage')).PrivacyPage }));
const TermsPage = lazy(async () => ({ default: (await import('../pages/storefront/TermsPage')).TermsPage }));
const OfferAgreementPage = lazy(async () => ({
  default: (await import('../pages/storefront/OfferAgreementPage')).OfferAgreementPage,
}));
const AdminRoutes = lazy(async () => ({ default: (await import('./admin/AdminRoutes')).AdminRoutes }));
const NotFoundPage = lazy(async () => ({ default: (await import('../pages/storefront/NotFoundPage')).NotFoundPage }));

/**
 * Every page, each in a chunk of its own. The declarative router has half the bytes of the data router, and data come
 * from the query cache anyway.
 */
export function AppRoutes() {
  return (
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
  );
}
