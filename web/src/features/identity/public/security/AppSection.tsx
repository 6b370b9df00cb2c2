import type { EnrolmentView } from '@shop/contracts/views';
import { useState } from 'react';
import { useAppDispatch } from '#lib/hooks.ts';
import { sessionHasEnded } from '#features/session/ask-to-log-in.ts';
import { toast } from '#lib/toast.ts';
import { Badge } from '#ui/display/Badge.tsx';
import { Button } from '#ui/action/Button.tsx';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import { AppSetup } from '../factors/AppSetup';
import { CodesDialog } from '../factors/CodesDialog';
import { PasswordDialog } from '../PasswordDialog';
import { useBeginAppMutation, useConfirmAppMutation, useRemoveAppMutation } from '../../api/second-factor-api';
import styles from './Security.module.css';

type Now = 'nothing' | 'asking' | 'removing' | EnrolmentView | { codes: string[] };

/** The authenticator app: set up with the password and a first code, removed with the password and a factor. */
export function AppSection({ on }: { on: boolean }) {
  const dispatch = useAppDispatch();
  const [begin] = useBeginAppMutation();
  const [confirmApp] = useConfirmAppMutation();
  const [remove] = useRemoveAppMutation();
  const [now, setNow] = useState<Now>('nothing');
  const stop = () => setNow('nothing');

  const ask = async (password: string) => {
    const { data, error } = await begin({ password });
    if (data) setNow(data);
    return error;
  };
  const confirm = async (code: string) => {
    const { data, error } = await confirmApp(code);
    if (!data) return dispatch(sessionHasEnded(error)) ? undefined : error;
    toast.success('Two-step login is on.');
    setNow(data.recoveryCodes ? { codes: data.recoveryCodes } : 'nothing');
  };
  const takeAway = async (password: string) => {
    const { error } = await remove({ password });
    if (error) return error;
    toast.success('The authenticator app was removed.');
    stop();
  };

  return (
    <section className={styles.section} aria-label="Authenticator app">
      <h2>Two-step login {on && <Badge tone="signal">On</Badge>}</h2>
      <p className="muted">
        {on
          ? 'After your password, a login asks for the code of your authenticator app.'
          : 'After your password, a login also asks for a code that an app on your phone shows. Whoever learns your password stays outside.'}
      </p>
      {on ? (
        <Button onClick={() => setNow('removing')}>Remove authenticator app</Button>
      ) : (
        <Button onClick={() => setNow('asking')}>Set up authenticator app</Button>
      )}
      {now === 'asking' && (
        <PasswordDialog
          title="Set up an authenticator app"
          text="Your other sessions end when two-step login is switched on."
          submit="Continue"
          send={ask}
          onClose={stop}
        />
      )}
      {now === 'removing' && (
        <PasswordDialog
          title="Remove the authenticator app"
          text="Without an app or a passkey, your password alone opens your account."
          submit="Remove"
          danger
          send={takeAway}
          onClose={stop}
        />
      )}
      {typeof now === 'object' && 'secret' in now && (
        <Dialog title="Set up an authenticator app" open stays onOpenChange={(open) => !open && stop()}>
          <AppSetup enrolment={now} submit="Switch on" confirm={confirm} />
        </Dialog>
      )}
      {typeof now === 'object' && 'codes' in now && <CodesDialog codes={now.codes} onDone={stop} />}
    </section>
  );
}
