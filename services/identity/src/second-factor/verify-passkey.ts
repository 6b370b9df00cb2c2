import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  type AuthenticationResponseJSON,
} from '@simplewebauthn/server';
import type { EntityManager } from 'typeorm';
import type { Proof } from '@shop/contracts/forms';
import type { RelyingParty } from './factor-keys';

export type Assertion = NonNullable<Proof['passkey']>;

type Row = { user_id: number; credential_id: string; public_key: Buffer; counter: string; transports: string[] };

/** The browser's options for one of the account's passkeys, or for any passkey when `userId` is null. */
export async function assertionOptions(db: EntityManager, party: RelyingParty, userId: number | null) {
  const passkeys =
    userId === null
      ? []
      : await db.query<Row[]>('SELECT credential_id, transports FROM passkeys WHERE user_id = $1 ORDER BY created_at', [userId]);
  return generateAuthenticationOptions({
    rpID: party.id,
    // Without a password before it, the passkey must check its owner by fingerprint, face or PIN.
    userVerification: userId === null ? 'required' : 'preferred',
    allowCredentials: passkeys.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
  });
}

/** The account that has a passkey, or null. It does not show that the caller has the passkey. */
export async function ownerOfPasskey(db: EntityManager, credentialId: string): Promise<number | null> {
  const [key] = await db.query<{ user_id: number }[]>('SELECT user_id FROM passkeys WHERE credential_id = $1', [credentialId]);
  return key?.user_id ?? null;
}

/**
 * Whether a passkey of an account, whose row the caller has locked, has signed this challenge. `alone`: no password came before it, so it
 * must have checked its owner. A counter that runs backwards means that the key was copied: such a passkey is refused.
 */
export async function takePasskey(
  db: EntityManager,
  party: RelyingParty,
  { assertion, challenge, userId, alone }: { assertion: Assertion; challenge: string; userId: number; alone: boolean },
): Promise<boolean> {
  const [key] = await db.query<Row[]>('SELECT * FROM passkeys WHERE credential_id = $1 AND user_id = $2 FOR UPDATE', [
    assertion.id,
    userId,
  ]);
  if (!key) return false;
  const verification = await verifyAuthenticationResponse({
    response: assertion as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: alone,
    credential: {
      id: key.credential_id,
      publicKey: new Uint8Array(key.public_key),
      counter: Number(key.counter),
      transports: key.transports,
    },
  }).catch(() => null); // the answer is the same for every fault that the library finds
  if (!verification?.verified) return false;
  await db.query('UPDATE passkeys SET counter = $2, last_used_at = now() WHERE credential_id = $1', [
    key.credential_id,
    verification.authenticationInfo.newCounter,
  ]);
  return true;
}
