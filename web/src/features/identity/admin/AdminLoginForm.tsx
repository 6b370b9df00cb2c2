import type { SessionView } from '@shop/contracts/views';
import { startAdminSession } from '#lib/calls/admin-session.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { roleAtLogin } from '../../session/admin-role';
import { leaveSession } from '../../session/leave-session';
import { sessionStarted } from '../../session/session';
import { useLogoutMutation } from '../api/identity-api';
import { CredentialsForm } from '../public/login/CredentialsForm';

/**
 * The admin's login, with the same call as the public one. Accounts without a role are refused with a message
 * (docs/product/administration.md#logging-in-as-an-admin).
 */
export function AdminLoginForm() {
  const dispatch = useAppDispatch();
  const [logout] = useLogoutMutation();

  const enter = async ({ user, token }: SessionView) => {
    if (user.is_admin !== 1) {
      await logout();
      dispatch(leaveSession());
      return 'Admin access required';
    }
    dispatch(sessionStarted(user.id));
    dispatch(roleAtLogin(user.id, user.admin_role));
    dispatch(startAdminSession(token));
    return null;
  };
  return <CredentialsForm button="Log in" enter={enter} />;
}
