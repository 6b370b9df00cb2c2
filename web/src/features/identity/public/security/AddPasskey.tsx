import { useState, type FormEvent } from 'react';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { makePasskey } from '../factors/browser-passkeys';
import { CodesDialog } from '../factors/CodesDialog';
import { usePasskeyName } from '../factors/use-passkey-name';
import { PasswordDialog } from '../PasswordDialog';
import { useAddPasskeyMutation, useBeginPasskeyMutation } from '../../api/second-factor-api';
import styles from './Security.module.css';

/** Names a passkey, asks for the password and lets the browser make it. The recovery codes come with an account's first factor. */
export function AddPasskey() {
  const [begin] = useBeginPasskeyMutation();
  const [add] = useAddPasskeyMutation();
  const { name, setName, isRight, field } = usePasskeyName('');
  const [adding, setAdding] = useState(false);
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

  const ask = (event: FormEvent) => {
    event.preventDefault();
    setAdding(isRight(event.currentTarget));
  };

  return (
    <>
      <form className={styles.form} onSubmit={ask} noValidate>
        <TextField label="Name of a new passkey" placeholder="My phone" {...field} />
        <Button type="submit">Add a passkey</Button>
      </form>
      {adding && (
        <PasswordDialog
          title="Add a passkey"
          text="Your browser then asks where to keep it."
          submit="Continue"
          send={make}
          onClose={() => setAdding(false)}
        />
      )}
      {codes && <CodesDialog codes={codes} onDone={() => setCodes(null)} />}
    </>
  );
}
