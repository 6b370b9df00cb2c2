import { Navigate, Route, Routes } from 'react-router-dom';
import { May } from '../../features/session/May';
import { paths } from '../../lib/paths';
import { AdminLoginPage } from '../../pages/admin/AdminLoginPage';
import { NotFoundPage } from '../../pages/storefront/NotFoundPage';
import { useMay } from '../../features/session/admin-role';
import { ADMIN_PAGES } from './admin-pages';
import { AdminLayout } from './AdminLayout';

/** The administration, a chunk of its own below its prefix (docs/product/administration.md). */
export const AdminRoutes = () => (
  <Routes>
    <Route path="login" element={<AdminLoginPage />} />
    <Route element={<AdminLayout />}>
      <Route index element={<FirstPage />} />
      {ADMIN_PAGES.map(({ path, right, Page }) => (
        <Route
          key={path}
          path={path}
          element={
            <May right={right} instead={<NotForThisRole />}>
              <Page />
            </May>
          }
        />
      ))}
      <Route path="*" element={<NotFoundPage />} />
    </Route>
  </Routes>
);

function FirstPage() {
  const may = useMay();
  const first = ADMIN_PAGES.find(({ right }) => may(right))?.path ?? 'dashboard';
  return <Navigate to={paths.admin.page(first)} replace />;
}

function NotForThisRole() {
  return (
    <>
      <title>Not for your role</title>
      <h1>Your role does not allow this</h1>
      <p className="muted">Please ask an owner of the shop if you need it.</p>
    </>
  );
}
