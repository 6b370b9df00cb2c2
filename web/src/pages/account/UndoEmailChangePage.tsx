import { useParams } from 'react-router-dom';
import { useUndoEmailChangeMutation } from '../../features/identity/api/identity-api';
import { MailLink } from '../../features/identity/public/login/MailLink';
import { paths } from '../../lib/paths';
import { ButtonLink } from '../../ui/action/Button';
import styles from './PasswordPage.module.css';

export function UndoEmailChangePage() {
  const { token = '' } = useParams();
  const [act, answer] = useUndoEmailChangeMutation();
  return (
    <section className={`wrap ${styles.page}`}>
      <div className={styles.form}>
        <h1>Take your old address back</h1>
        {!answer.data && (
          <p className="muted">
            If it was not you who changed it: your old address holds again, everybody is logged out, and we send you a link to
            choose a new password.
          </p>
        )}
        <MailLink
          does="Undo the change"
          act={() => void act(token)}
          answer={answer}
          next={<ButtonLink to={paths.home}>To the shop</ButtonLink>}
        />
      </div>
    </section>
  );
}
