import { useParams } from 'react-router-dom';
import { useConfirmEmailMutation } from '../../features/identity/api/identity-api';
import { MailLink } from '../../features/identity/public/login/MailLink';
import { paths } from '../../lib/paths';
import { ButtonLink } from '../../ui/action/Button';
import styles from './PasswordPage.module.css';

export function ConfirmEmailPage() {
  const { token = '' } = useParams();
  const [act, answer] = useConfirmEmailMutation();
  return (
    <section className={`wrap ${styles.page}`}>
      <div className={styles.form}>
        <h1>Confirm your new e-mail address</h1>
        {!answer.data && <p className="muted">From then on you log in with this address, and your other sessions end.</p>}
        <MailLink
          does="Confirm this address"
          act={() => void act(token)}
          answer={answer}
          next={<ButtonLink to={paths.account}>To my account</ButtonLink>}
        />
      </div>
    </section>
  );
}
