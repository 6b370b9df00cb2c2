import { dayText } from '@shop/contracts/times';
import type { PasskeyView } from '@shop/contracts/views';
import { useState } from 'react';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import { hasPasskeys } from '../factors/browser-passkeys';
import { PasswordDialog } from '../PasswordDialog';
import { useRemovePasskeyMutation } from '../../api/second-factor-api';
import { AddPasskey } from './AddPasskey';
import styles from './Security.module.css';

/** The user's passkeys by name. A passkey is the second step of a login, or the whole login. */
export function PasskeySection({ passkeys }: { passkeys: readonly PasskeyView[] }) {
  const [remove] = useRemovePasskeyMutation();
  const [removing, setRemoving] = useState<PasskeyView | null>(null);

  const takeAway = async (password: string) => {
    if (!removing) return;
    const { error } = await remove({ id: removing.id, password });
    if (error) return error;
    toast.success('The passkey was removed.');
    setRemoving(null);
  };

  return (
    <section className={styles.section} aria-label="Passkeys">
      <h2>Passkeys</h2>
      <p className="muted">Log in with your fingerprint, your face or a security key. A passkey works on this site alone.</p>
      {passkeys.length > 0 && (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <div className={styles.what}>
                <p dir="auto">{passkey.name}</p>
                <p className="muted">
                  Added {dayText(passkey.created_at)}
                  {passkey.last_used_at ? `, last used ${dayText(passkey.last_used_at)}` : ', not used yet'}
                </p>
              </div>
              <Button size="s" aria-label={`Remove ${passkey.name}`} onClick={() => setRemoving(passkey)}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {hasPasskeys() ? <AddPasskey /> : <p>This browser cannot hold passkeys.</p>}
      {removing && (
        <PasswordDialog
          title={`Remove ${removing.name}`}
          text="It will no longer log you in. Without an app or a passkey, your password alone opens your account."
          submit="Remove"
          danger
          send={takeAway}
          onClose={() => setRemoving(null)}
        />
      )}
    </section>
  );
}
