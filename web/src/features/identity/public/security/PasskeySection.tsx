import type { PasskeyView } from '@shop/contracts/views';
import { useState } from 'react';
import { dayText } from '../../../../lib/time/dates';
import { toast } from '../../../../lib/toast';
import { Button } from '../../../../ui/action/Button';
import { TextField } from '../../../../ui/form/TextField';
import { hasPasskeys, makePasskey } from '../factors/browser-passkeys';
import { CodesDialog } from '../factors/CodesDialog';
import { PasswordDialog } from '../PasswordDialog';
import { useAddPasskeyMutation, useBeginPasskeyMutation, useRemovePasskeyMutation } from '../../api/second-factor-api';
import styles from './Security.module.css';

/** The user's passkeys by name. A passkey is the second step of a login, or the whole login. */
export function PasskeySection({ passkeys }: { passkeys: readonly PasskeyView[] }) {
  const [begin] = useBeginPasskeyMutation();
  const [add] = useAddPasskeyMutation();
  const [remove] = useRemovePasskeyMutation();
  const [name, setName] = useState('');
  const [missing, setMissing] = useState(false);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<PasskeyView | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);

  const make = async (password: string) => {
    const options = await begin({ password });
    if (!options.data) return options.error;
    const passkey = await makePasskey(options.data);
    if (!passkey) {
      setAdding(false);
      return void toast.error('No passkey was made. Perhaps this device has one for this account already.');
    }
    const { data, error } = await add({ name, passkey });
    if (!data) return error;
    setAdding(false);
    setName('');
    toast.success('The passkey was added.');
    setCodes(data.recoveryCodes);
  };
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
      {hasPasskeys() ? (
        <>
          <TextField
            label="Name of a new passkey"
            placeholder="My phone"
            maxLength={60}
            value={name}
            error={missing ? 'Please name the passkey' : undefined}
            onChange={(event) => {
              setName(event.target.value);
              setMissing(false);
            }}
          />
          <Button onClick={() => (name.trim() ? setAdding(true) : setMissing(true))}>Add a Passkey</Button>
        </>
      ) : (
        <p>This browser cannot hold passkeys.</p>
      )}
      {adding && (
        <PasswordDialog
          title="Add a passkey"
          text="Your browser then asks where to keep it."
          submit="Continue"
          send={make}
          onClose={() => setAdding(false)}
        />
      )}
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
      {codes && <CodesDialog codes={codes} onDone={() => setCodes(null)} />}
    </section>
  );
}
