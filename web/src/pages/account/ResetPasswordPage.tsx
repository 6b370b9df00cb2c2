import { useParams } from 'react-router-dom';
import { ResetPasswordForm } from '#features/identity/public/login/ResetPasswordForm.tsx';
import styles from './PasswordPage.module.css';

export function ResetPasswordPage() {
  const { token = '' } = useParams();
  return (
    <section className={`wrap ${styles.page}`}>
      <div className={styles.form}>
        <h1>Choose a new password</h1>
        <ResetPasswordForm token={token} />
      </div>
    </section>
  );
}
