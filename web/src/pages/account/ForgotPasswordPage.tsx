import { ForgotPasswordForm } from '#features/identity/public/login/ForgotPasswordForm.tsx';
import styles from './PasswordPage.module.css';

export function ForgotPasswordPage() {
  return (
    <section className={`wrap ${styles.page}`}>
      <div className={styles.form}>
        <h1>Forgot your password?</h1>
        <p className="muted">Tell us the e-mail address of your account. We will send a link to choose a new password.</p>
        <ForgotPasswordForm />
      </div>
    </section>
  );
}
