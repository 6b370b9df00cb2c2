import type { SessionView } from '@shop/contracts/views';
import { viewOf, type User } from '../accounts/user.entity';
import type { NewSession } from './sessions';

/** What login and complete-registration answer; the token is the session's bearer credential (design, Sessions). */
export function sessionAnswer(message: string, user: User, session: NewSession): SessionView {
  const { id, name, last_name, email, is_admin, admin_role, is_seller } = viewOf(user);
  return { message, user: { id, name, last_name, email, is_admin, admin_role, is_seller }, token: session.bearer };
}
