import type { OwnAccountForm } from '@shop/contracts/forms';
import type { OwnDataView } from '@shop/contracts/views';
import type { ComponentProps } from 'react';
import { PasswordDialog } from '../PasswordDialog';

/**
 * Asks for confirmation of an action that only the owner of the account may take, and for the password of an account without a
 * second factor. `send` takes the action and answers its error.
 */
export function OwnerDialog({
  asks,
  send,
  ...said
}: Pick<OwnDataView, 'asks'> &
  Omit<ComponentProps<typeof PasswordDialog>, 'asksPassword' | 'send'> & { send: (form: OwnAccountForm) => Promise<unknown> }) {
  const asksPassword = asks === 'password';
  return <PasswordDialog {...said} asksPassword={asksPassword} send={(password) => send(asksPassword ? { password } : {})} />;
}
