import { Navigate, useLocation } from 'react-router-dom';
import { AdminLoginForm } from '#features/identity/admin/AdminLoginForm.tsx';
import { useAdminToken } from '#lib/calls/admin-session.ts';
import { useSiteName } from '#lib/calls/config-api.ts';
import { PageHead } from '#lib/site/PageHead.tsx';
import { paths } from '#lib/paths.ts';
import styles from './AdminLoginPage.module.css';

/** After it, the admin goes on to the page that they asked for. Who was sent here by the guard is told why. */
export function AdminLoginPage() {
  const token = useAdminToken();
  const siteName = useSiteName();
  const { state } = useLocation() as { state: { from?: string; tokenMissing?: boolean } | null };
  if (token) return <Navigate to={state?.from ?? paths.admin.home} replace />;
  return (
    <main id="main" className={styles.page}>
      <PageHead title="Admin login" description="The administration of the shop." />
      <div className={styles.card}>
        <p className="muted">{siteName}</p>
        <h1>Admin login</h1>
        {state?.tokenMissing && <p role="alert">No authentication token found</p>}
        <AdminLoginForm />
      </div>
    </main>
  );
}
