import { ADMIN_LOGIN, ADMIN_PAGE_NAMES, ADMIN_PAGES, type AdminPage } from '@shop/contracts/admin-pages';
import { Navigate, Route, Routes } from 'react-router-dom';
import { AdminTitle } from '#lib/admin/AdminTitle.tsx';
import { May } from '#features/session/May.tsx';
import { paths } from '#lib/paths.ts';
import { AdminLoginPage } from '#pages/admin/AdminLoginPage.tsx';
import { NotFoundPage } from '#pages/storefront/NotFoundPage.tsx';
import { useMay } from '#features/session/admin-role.ts';
import { lazyWithRetry } from '#lib/loading/lazy-with-retry.tsx';
import { AdminEffect } from '../effects/AdminEffect';
import { ADMIN_CHUNKS, isInMenu } from './admin-chunks';
import { AdminLayout } from './AdminLayout';

const ROUTES = ADMIN_PAGE_NAMES.map((name) => {
  const page: AdminPage = ADMIN_PAGES[name];
  const Page = lazyWithRetry(ADMIN_CHUNKS[name], { isPage: true });
  return (
    <Route
      key={name}
      path={page.address}
      element={
        <May right={page.right} instead={<NotForThisRole />}>
          {page.title && <AdminTitle page={page.title} />}
          <Page />
        </May>
      }
    />
  );
});

export const AdminRoutes = () => (
  <>
    <Routes>
      <Route path={ADMIN_LOGIN} element={<AdminLoginPage />} />
      <Route element={<AdminLayout />}>
        <Route index element={<FirstPage />} />
        {ROUTES}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
    <AdminEffect />
  </>
);

function FirstPage() {
  const may = useMay();
  const first = ADMIN_PAGE_NAMES.filter(isInMenu).find((name) => may(ADMIN_PAGES[name].right)) ?? 'dashboard';
  return <Navigate to={paths.admin.page(ADMIN_PAGES[first].address)} replace />;
}

function NotForThisRole() {
  return (
    <>
      <AdminTitle page="Not for your role" />
      <h1>Your role does not allow this</h1>
      <p className="muted">Please ask an owner of the shop if you need it.</p>
    </>
  );
}
