import { MAY } from '@shop/contracts/constants';
import { accountActed, adminActed } from '@shop/contracts/events';
import type { ProfileForm } from '@shop/contracts/forms';
import {
  forbidden,
  hasRole,
  invalid,
  notFound,
  stepUpRequired,
  unlessFull,
  type Caller,
  type RateLimiter,
  type UserCaller,
} from '@shop/http';
import { inTx, locked, type Tx } from '@shop/messaging';
import { IsNull, type DataSource, type EntityManager } from 'typeorm';
import type { z } from 'zod';
import type { NewPassword } from '../accounts/admin-password';
import { userByEmail, userById } from '../accounts/find-user';
import { refuseSelfAndLastOwner, removeAdminsInTurn } from '../accounts/last-admin';
import { refusingTakenEmail, takenEmail } from '../accounts/taken-email';
import { User, userSubject } from '../accounts/user.entity';
import { endUndoLinks, forgetPendingChange, noteReplacedEmail, requestEmailChange } from '../credentials/pending-change';
import { newPassword } from '../credentials/new-password';
import { isPasswordOf } from '../credentials/own-password';
import { forgetResetsOf } from '../credentials/reset-links';
import { requireStepUp } from '../second-factor/confirm-owner';
import { endSessionsOf } from '../sessions/sessions';

type Profile = z.output<typeof ProfileForm>;
/** `changes` counts changes of address or password by each user; `mailsTo` counts the links mailed to confirm an address. */
type ProfileLimits = { changes: RateLimiter; mailsTo: RateLimiter };

/**
 * Changes the given fields of an account; a blank password keeps the old one (docs/product/accounts.md#the-profile). Users with a
 * second factor need a step-up for their own new address or password (docs/product/sessions.md#what-an-act-asks-for). `limits`
 * keep an intruder in a session from guessing the password or finding out who has an account.
 * @returns the account as it is now
 * @throws Refusal 400 with field `current_password` or `password`, 403 for fields that only owners of the shop may change, 403
 * `step-up-required`, 404, 409 `email-taken` with field `email`, 409 `own-account`, `last-admin`, `short-password`, 429
 */
export async function changeProfile(
  source: DataSource,
  limits: ProfileLimits,
  caller: UserCaller,
  userId: number,
  form: Profile,
): Promise<User> {
  if (!hasRole(caller, MAY.ownTheShop)) refuseOwnersFields(caller.userId === userId, form);
  const before = await userById(source.manager, userId);
  if (!before) throw notFound('user');
  const newEmail = form.email === before.email ? undefined : form.email;
  const credentials = Boolean(newEmail ?? form.password);
  if (roleIn(form, before) !== before.adminRole) askStepUp(caller);
  const isOwn = caller.userId === userId;
  if (isOwn && credentials) await requireStepUp(source.manager, caller);
  if (credentials) await (isOwn ? askOwner(source.manager, limits.changes, before, form) : askStepUp(caller));
  if (isOwn && newEmail) {
    if (await userByEmail(source.manager, newEmail)) throw takenEmail();
    await limits.mailsTo.use(newEmail);
  }

  const password = form.password ? await newPassword(form.password) : null;
  return refusingTakenEmail(inTx(source, (tx) => change(tx, caller, before, form, password)));
}

async function askOwner(db: EntityManager, limit: RateLimiter, user: User, { current_password: current }: Profile) {
  if (!current) throw invalid('current_password', 'Please enter your current password.');
  await limit.use(String(user.id));
  const good = await unlessFull(
    () => isPasswordOf(db, user, current),
    () => limit.giveBack(String(user.id)),
  );
  if (!good) throw invalid('current_password', 'This is not your current password.');
}

/**
 * Only owners of the shop may change roles, and the address and password of other accounts: a person who can log in to an account
 * may do everything that its user may.
 */
function refuseOwnersFields(isOwn: boolean, form: Profile) {
  if (saysRole(form)) throw forbidden('Only owners may appoint administrators.');
  if (!isOwn && (form.email !== undefined || form.password))
    throw forbidden('Only owners may change the address or password of an account.');
}

function askStepUp(caller: Caller) {
  if (!caller.steppedUp) throw stepUpRequired();
}

async function change(tx: Tx, caller: UserCaller, before: User, form: Profile, password: NewPassword | null) {
  const { db, emit } = tx;
  const userId = before.id;
  const isOwn = caller.userId === userId;
  if (saysRole(form)) await removeAdminsInTurn(db);
  const user = await locked(db, User, { id: userId, deletedAt: IsNull() });
  if (!user) throw notFound('user');
  const adminRole = roleIn(form, user);
  // The checks above were made for an account that may have changed since.
  const credentials = password !== null || (form.email !== undefined && form.email !== user.email);
  if (adminRole !== user.adminRole || (credentials && !isOwn)) askStepUp(caller);
  if (credentials && isOwn && (user.passwordHash !== before.passwordHash || user.email !== before.email))
    throw invalid(
      'current_password',
      'Your address or password was changed meanwhile. Please enter your current password again.',
    );
  const lostRole = user.adminRole !== null && adminRole !== user.adminRole;
  if (lostRole && user.adminRole === 'owner') await refuseSelfAndLastOwner(db, userId, caller.userId);

  const { name = user.name, last_name: lastName = user.lastName, country = user.country } = form;
  const email = isOwn ? user.email : (form.email ?? user.email);
  const previousEmail = email === user.email ? null : user.email;
  const factsBefore = auditedFacts(user, false);
  const events = user.edit({ name, lastName, email, country, adminRole }, password);

  if (password || previousEmail) await forgetPendingChange(db, userId);
  if (isOwn && form.email !== undefined && form.email !== user.email) await requestEmailChange(tx, user, form.email);
  if (events.length === 0) return user;

  await db.save(user);
  if (previousEmail) {
    await noteReplacedEmail(db, userId, previousEmail, email);
    // A thief who changed the address twice has a link in a mailbox of their own, which would undo an admin's repair.
    await endUndoLinks(db, userId);
  }
  if (previousEmail || password) await forgetResetsOf(db, userId);
  if (previousEmail || password || lostRole) await endSessionsOf(db, userId, caller.sessionId);
  await emit(...events);
  if (caller.admin && caller.userId !== userId) {
    const change = { before: factsBefore, after: auditedFacts(user, password !== null) };
    await emit(...adminActed(caller.userId, 'user.changed', userSubject(userId), change));
  } else if (isOwn) {
    const after = auditedFacts(user, password !== null);
    const fields = Object.entries(after).filter(([field, value]) => value !== factsBefore[field as keyof typeof after]);
    await emit(
      accountActed(
        userId,
        'changed',
        fields.map(([field]) => field),
      ),
    );
  }
  return user;
}

type Roles = Pick<Profile, 'is_admin' | 'admin_role'>;
const saysRole = ({ is_admin, admin_role }: Roles) => is_admin !== undefined || admin_role !== undefined;

/** `is_admin` alone makes an account without a role an owner, and leaves the role of an admin as it is. */
function roleIn({ is_admin, admin_role }: Roles, { adminRole }: User) {
  if (admin_role !== undefined) return admin_role;
  if (is_admin === undefined) return adminRole;
  return is_admin ? (adminRole ?? 'owner') : null;
}

const auditedFacts = ({ name, lastName, email, country, adminRole }: User, passwordReplaced: boolean) => ({
  name,
  last_name: lastName,
  email,
  country,
  is_admin: adminRole !== null,
  admin_role: adminRole,
  passwordReplaced,
});
