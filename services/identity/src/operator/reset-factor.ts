import { adminActed, SecondFactorChanged } from '@shop/contracts/events';
import { conflict, notFound } from '@shop/http';
import { inTx, locked } from '@shop/messaging';
import { IsNull, type DataSource } from 'typeorm';
import { User, userSubject } from '../accounts/user.entity';
import { factorsOf, forgetFactorsOf, hasFactor } from '../second-factor/factors';
import { endSessionsOf } from '../sessions/sessions';
import { accountFor, OPERATOR } from './account-for';

/**
 * Removes authenticator app, passkeys and recovery codes of a user who has lost them all; an admin who must have a factor sets
 * one up at the next login. The sessions end, and a mail tells the account's owner.
 * @returns the account
 * @throws Refusal 404, 409 `no-factor`
 */
export const resetFactor = (source: DataSource, email: string): Promise<User> =>
  inTx(source, async ({ db, emit }) => {
    const user = await locked(db, User, { id: (await accountFor(db, email)).id, deletedAt: IsNull() });
    if (!user) throw notFound('account');
    if (!hasFactor(await factorsOf(db, user.id))) throw conflict('no-factor', 'This account has no second factor.');
    await forgetFactorsOf(db, user.id);
    await endSessionsOf(db, user.id);
    const change = 'all-removed';
    const auditChange = { before: null, after: { change } };
    await emit(
      SecondFactorChanged({ userId: user.id, email: user.email, name: user.name, change, at: new Date().toISOString() }),
      ...adminActed(OPERATOR.userId, 'user.second-factor-changed', userSubject(user.id), auditChange),
    );
    return user;
  });
