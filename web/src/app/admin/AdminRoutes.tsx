import { Navigate, Route, Routes } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { AdminLoginPage } from '../../pages/admin/AdminLoginPage';
import { NotFoundPage } from '../../pages/storefront/NotFoundPage';
import { ADMIN_PAGES } from './admin-pages';
import { AdminLayout } from './AdminLayout';

/** The administration, a chunk of its own below its prefix (spec 3 §2). */
export function AdminRoutes() {
  return (
    <Routes>
      <Route path="login" element={<AdminLoginPage />} />
      <Route element={<AdminLayout />}>
        <Route index element={<Navigate to={paths.admin.page('dashboard')} replace />} />
        {ADMIN_PAGES.map(({ path, Page }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
