import { VerificationCodeRequested } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import { MoreThan } from 'typeorm';
import { userByEmail } from '../accounts/find-user';
import { pendingOf } from './complete-registration';
import { PendingRegistration } from './pending-registration.entity';
import { newVerificationCode } from './verification-code';

/**
 * Has one new code mailed for all pending registrations of an address (docs/product/accounts.md#verification-codes); the older
 * codes stop working. The repeated password says which registration the code completes. Nothing happens for an address without
 * any, or with an account.
 */
export async function resendCode({ db, emit }: Tx, email: string): Promise<void> {
  const live = (await pendingOf(db, email)).filter(({ lapsesAt }) => lapsesAt > new Date());
  const newest = live.at(-1);
  if (!newest || (await userByEmail(db, email))) return;
  const { code, hash, expiresAt } = newVerificationCode(email);
  const changes = { codeHash: hash, codeExpiresAt: expiresAt, tries: 0 };
  await db.update(PendingRegistration, { email, lapsesAt: MoreThan(new Date()) }, changes);
  await emit(VerificationCodeRequested({ email, name: newest.name, code, expiresAt: expiresAt.toISOString() }));
}
