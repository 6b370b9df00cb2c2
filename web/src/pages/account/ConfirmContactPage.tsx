import { useParams } from 'react-router-dom';
import { MailLink } from '../../features/identity/public/login/MailLink';
import { useConfirmContactMutation } from '../../features/messages/api/messages-api';
import { paths } from '../../lib/paths';
import { ButtonLink } from '../../ui/action/Button';
import styles from './PasswordPage.module.css';

export function ConfirmContactPage() {
  const { token = '' } = useParams();
  const [act, answer] = useConfirmContactMutation();
  return (
    <section className={`wrap ${styles.page}`}>
      <div className={styles.form}>
        <h1>Confirm your contact address</h1>
        {!answer.data && (
          <p className="muted">
            Somebody with an account here wants our mails to come to this address too: download links, contracts, news of tracks
            they sent in. If it was not you, close this page: nothing more is sent.
          </p>
        )}
        <MailLink
          does="Confirm this address"
          act={() => void act(token)}
          answer={answer}
          next={<ButtonLink to={paths.shop}>To the shop</ButtonLink>}
        />
      </div>
    </section>
  );
}
