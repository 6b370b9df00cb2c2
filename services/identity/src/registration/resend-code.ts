import { VerificationCodeRequested } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import { MoreThan } from 'typeorm';
import { pendingOf } from './complete-registration';
import { PendingRegistration } from './pending-registration.entity';
import { newVerificationCode } from './verification-code';

/**
 * One new code for all pending registrations of an address; the older ones no longer work. Which of them it completes, the repeated
 * password says. For any other address nothing happens.
 */
export async function resendCode({ db, emit }: Tx, email: string): Promise<void> {
  const live = (await pendingOf(db, email)).filter(({ lapsesAt }) => lapsesAt > new Date());
  const newest = live.at(-1);
  if (!newest) return;
  const { code, hash, expiresAt } = newVerificationCode(email);
  const changes = { codeHash: hash, codeExpiresAt: expiresAt, tries: 0 };
  await db.update(PendingRegistration, { email, lapsesAt: MoreThan(new Date()) }, changes);
  await emit(VerificationCodeRequested({ email, name: newest.name, code, expiresAt: expiresAt.toISOString() }));
}
