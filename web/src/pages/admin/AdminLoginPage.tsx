import { Navigate, useLocation } from 'react-router-dom';
import { AdminLoginForm } from '../../features/identity/AdminLoginForm';
import { useAdminToken } from '../../lib/admin-session';
import { useSiteName } from '../../lib/configApi';
import { PageHead } from '../../lib/PageHead';
import { paths } from '../../lib/paths';
import styles from './AdminLoginPage.module.css';

/** The admin's login; who is logged in goes on to where he wanted to be. */
export function AdminLoginPage() {
  const token = useAdminToken();
  const siteName = useSiteName();
  const { state } = useLocation() as { state: { from?: string } | null };
  if (token) return <Navigate to={state?.from ?? paths.admin.home} replace />;
  return (
    <main id="main" className={styles.page}>
      <PageHead title="Admin login" description="The administration of the shop." />
      <div className={styles.card}>
        <p className="muted">{siteName}</p>
        <h1>Admin login</h1>
        <AdminLoginForm />
      </div>
    </main>
  );
}
