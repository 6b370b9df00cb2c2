import { VerificationCodeRequested } from '@shop/contracts/events';
import { locked, type Tx } from '@shop/kit';
import { PendingRegistration } from './pending-registration.entity';
import { newVerificationCode } from './verification-code';

/** A new code for a pending registration; the old one no longer works. For any other address nothing happens (decision 12). */
export async function resendCode({ db, emit }: Tx, email: string): Promise<void> {
  const pending = await locked(db, PendingRegistration, { email });
  if (!pending || pending.lapsesAt < new Date()) return;
  const { code, hash, expiresAt } = newVerificationCode(email);
  await db.update(PendingRegistration, { email }, { codeHash: hash, codeExpiresAt: expiresAt, tries: 0 });
  await emit(VerificationCodeRequested({ email, name: pending.name, code, expiresAt: expiresAt.toISOString() }));
}
