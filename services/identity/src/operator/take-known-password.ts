import { adminActed } from '@shop/contracts/events';
import { inTx, locked } from '@shop/messaging';
import { IsNull, type DataSource } from 'typeorm';
import { User, userSubject } from '../accounts/user.entity';
import { passwordFits } from '../credentials/hash';
import { newPassword } from '../credentials/new-password';
import { replacePassword } from '../credentials/reset-password';
import { OPERATOR } from './account-for';

/**
 * Replaces a password that everybody knows when the account with this address still has it. Its sessions end.
 * @returns whether the account had it
 */
export async function takeKnownPassword(
  source: DataSource,
  { email, known, password }: { email: string; known: string; password: string },
): Promise<boolean> {
  return inTx(source, async (tx) => {
    const user = await locked(tx.db, User, { email, deletedAt: IsNull() });
    if (!user || !(await passwordFits(known, user.passwordHash))) return false;
    await replacePassword(tx, user, await newPassword(password));
    const change = { before: null, after: { passwordReplaced: true } };
    await tx.emit(...adminActed(OPERATOR.userId, 'user.changed', userSubject(user.id), change));
    return true;
  });
}
