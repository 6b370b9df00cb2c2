import type { OwnAccountForm } from '@shop/contracts/forms';
import type { OwnDataView } from '@shop/contracts/views';
import { useState } from 'react';
import { errorText } from '../../../../lib/calls/api';
import { FormDialog } from '../../../../ui/overlay/FormDialog';
import { FormError } from '../FormError';
import { PasswordDialog } from '../PasswordDialog';

/**
 * Asks for confirmation of an action that only the owner of the account may take, and for the password of an account without a second
 * factor. `send` takes the action and answers its error.
 */
export function OwnerDialog({
  asks,
  send,
  ...said
}: Pick<OwnDataView, 'asks'> & {
  title: string;
  text: string;
  submit: string;
  danger?: boolean;
  send: (form: OwnAccountForm) => Promise<unknown>;
  onClose: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  if (asks === 'password') return <PasswordDialog {...said} send={(password) => send({ password })} />;

  const submitted = async () => {
    setBusy(true);
    setError((await send({})) ?? null);
    setBusy(false);
  };
  const { title, text, submit, danger = false, onClose } = said;
  return (
    <FormDialog
      title={title}
      submit={submit}
      variant={danger ? 'danger' : 'primary'}
      busy={busy}
      onSubmit={submitted}
      onClose={onClose}
    >
      <p>{text}</p>
      <FormError text={error === null ? undefined : errorText(error, 'This did not work. Please try again.')} cause={error} />
    </FormDialog>
  );
}
