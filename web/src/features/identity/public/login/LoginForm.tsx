import { Link } from 'react-router-dom';
import { useAppDispatch } from '#lib/hooks.ts';
import { paths } from '#lib/paths.ts';
import { sessionStarted } from '#features/session/session.ts';
import styles from '../AuthForms.module.css';
import { CredentialsForm } from './CredentialsForm';

/** The login of buyers and sellers (docs/product/accounts.md#logging-in). */
export function LoginForm({ email, onEmail }: { email: string; onEmail: (email: string) => void }) {
  const dispatch = useAppDispatch();
  return (
    <CredentialsForm
      email={email}
      onEmail={onEmail}
      enter={({ message, user }) => {
        if (message !== 'Login successful') return 'Invalid email or password.';
        dispatch(sessionStarted(user.id));
        return null;
      }}
    >
      <Link className={styles.forgot} to={paths.forgotPassword}>
        Forgot Password?
      </Link>
    </CredentialsForm>
  );
}
