import type { Proof } from '@shop/contracts/forms';
import { Refusal } from '@shop/http';
import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import type { User } from '../accounts/user.entity';
import { takePasskey } from './verify-passkey';
import { takeCode } from './authenticator-app';
import type { FactorKeys, RelyingParty } from './factor-keys';
import { announceFactorChange } from './factors';
import { takeRecoveryCode } from './recovery-codes';

export type FactorSettings = { keys: FactorKeys; party: RelyingParty; requiredOfAdmins: boolean };

export const wrongCode = () =>
  new Refusal('invalid', 'wrong-code', 'This code is wrong, or was used already.', { field: 'code' });
const wrongPasskey = () =>
  new Refusal('invalid', 'wrong-passkey', 'This passkey could not be confirmed. Please try again.', { field: 'passkey' });

/**
 * Checks the code, recovery code or passkey of a user's second factor; it counts as used when the transaction commits. `webauthn`
 * is the challenge that a passkey must have signed, or null.
 * @throws Refusal 400 `wrong-code` with field `code`, 400 `wrong-passkey` with field `passkey`
 */
export async function proveFactor(
  tx: Tx,
  { keys, party }: FactorSettings,
  { user, proof, webauthn }: { user: User; proof: Proof; webauthn: string | null },
): Promise<void> {
  if (proof.passkey) {
    const isProven =
      webauthn &&
      (await takePasskey(tx.db, party, { assertion: proof.passkey, challenge: webauthn, userId: user.id, alone: false }));
    if (!isProven) throw wrongPasskey();
  } else if (!(await takeTyped(tx.db, keys, user.id, proof))) throw wrongCode();
  if (proof.recoveryCode) await announceFactorChange(tx, user, 'recovery-code-used');
}

async function takeTyped(db: EntityManager, keys: FactorKeys, userId: number, { code, recoveryCode }: Proof) {
  if (recoveryCode) return takeRecoveryCode(db, keys, userId, recoveryCode);
  return code !== undefined && takeCode(db, keys, { userId, code, confirmed: true });
}
