import type { NewPasskeyForm } from '@shop/contracts/forms';
import type { PasskeyView } from '@shop/contracts/views';
import { conflict, Refusal } from '@shop/http';
import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import type { User } from '../accounts/user.entity';
import { askSession, takeSessionChallenge } from '../sessions/session-challenge';
import type { RelyingParty } from './factor-keys';

const MOST_PASSKEYS = 10;

type Row = { id: string; name: string; created_at: Date; last_used_at: Date | null };

const viewOf = ({ id, name, created_at, last_used_at }: Row): PasskeyView => ({
  id,
  name,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

/** The passkeys of an account, the oldest first. */
export async function passkeysOf(db: EntityManager, userId: number): Promise<PasskeyView[]> {
  const rows = await db.query<Row[]>(
    'SELECT id, name, created_at, last_used_at FROM passkeys WHERE user_id = $1 ORDER BY created_at, id',
    [userId],
  );
  return rows.map(viewOf);
}

/** The browser's options for making a passkey; the caller stores its challenge. @throws Refusal 409 `too-many-passkeys` */
export async function creationOptions(
  db: EntityManager,
  party: RelyingParty,
  user: User,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const passkeys = await db.query<{ id: string; transports: string[] }[]>(
    'SELECT credential_id AS id, transports FROM passkeys WHERE user_id = $1',
    [user.id],
  );
  refuseMore(passkeys.length);
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: new TextEncoder().encode(`account-${user.id}`),
    userName: user.email,
    userDisplayName: `${user.name} ${user.lastName}`,
    excludeCredentials: passkeys,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

/** @throws Refusal 409 `too-many-passkeys` for an account that has as many as it may */
function refuseMore(passkeyCount: number): void {
  if (passkeyCount >= MOST_PASSKEYS) throw conflict('too-many-passkeys', `An account has at most ${MOST_PASSKEYS} passkeys.`);
}

/** The same for a session, which stores the challenge for its next `addPasskey`. @throws Refusal 409 `too-many-passkeys` */
export async function registrationOptions(
  db: EntityManager,
  party: RelyingParty,
  { user, sessionId }: { user: User; sessionId: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const options = await creationOptions(db, party, user);
  await askSession(db, sessionId, 'add-passkey', options.challenge);
  return options;
}

const wrongPasskey = () =>
  new Refusal('invalid', 'wrong-passkey', 'The passkey could not be saved. Please try again.', { field: 'passkey' });

type NewPasskey = z.output<typeof NewPasskeyForm>;

/**
 * Stores a passkey that has signed the challenge of this session. The caller has locked the account: several of its sessions may
 * have begun before one of them added the last allowed passkey.
 * @throws Refusal 400 `wrong-passkey`, 409 `passkey-exists` or `too-many-passkeys`
 */
export async function addPasskey(
  db: EntityManager,
  party: RelyingParty,
  { user, sessionId, form }: { user: User; sessionId: string; form: NewPasskey },
): Promise<PasskeyView> {
  const expectedChallenge = await takeSessionChallenge(db, sessionId, 'add-passkey');
  refuseMore((await passkeysOf(db, user.id)).length);
  return savePasskey(db, party, { user, form, expectedChallenge });
}

/** Stores a passkey that has signed the challenge. @throws Refusal 400 `wrong-passkey`, 409 `passkey-exists` */
export async function savePasskey(
  db: EntityManager,
  party: RelyingParty,
  { user, form, expectedChallenge }: { user: User; form: NewPasskey; expectedChallenge: string | null },
): Promise<PasskeyView> {
  if (!expectedChallenge) throw wrongPasskey();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: form.passkey as unknown as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
  }).catch(() => ({ registrationInfo: undefined })); // the answer is the same for every fault that the library finds
  if (!registrationInfo) throw wrongPasskey();
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  const [row] = await db.query<Row[]>(
    `INSERT INTO passkeys (credential_id, user_id, name, public_key, counter, transports) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (credential_id) DO NOTHING RETURNING id, name, created_at, last_used_at`,
    [id, user.id, form.name, Buffer.from(publicKey), counter, transports],
  );
  if (!row) throw conflict('passkey-exists', 'This passkey is registered already.');
  return viewOf(row);
}

/** @returns whether the account had the passkey */
export async function removePasskey(db: EntityManager, userId: number, id: string): Promise<boolean> {
  const rows = await db.query<unknown[]>(
    'WITH removed AS (DELETE FROM passkeys WHERE id = $1 AND user_id = $2 RETURNING 1) SELECT 1 FROM removed',
    [id, userId],
  );
  return rows.length > 0;
}
