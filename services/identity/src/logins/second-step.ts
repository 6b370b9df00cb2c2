import type { SecondProof } from '@shop/contracts/forms';
import type { EnrolmentView, FactorOptionsView, PasskeyCreationView, SecondFactorRequiredView } from '@shop/contracts/views';
import { unauthenticated } from '@shop/http';
import { inTx, locked, type Tx } from '@shop/messaging';
import { IsNull, type DataSource, type EntityManager } from 'typeorm';
import { userById } from '../accounts/find-user';
import { User } from '../accounts/user.entity';
import { creationOptions, savePasskey } from '../second-factor/register-passkey';
import { assertionOptions, ownerOfPasskey, takePasskey, type Assertion } from '../second-factor/verify-passkey';
import { beginApp, takeCode } from '../second-factor/authenticator-app';
import { factorsOf, hasFactor, announceFactorChange } from '../second-factor/factors';
import type { GuessLimit } from '../credentials/code-guesses';
import { proveFactor, wrongCode, type FactorSettings } from '../second-factor/prove';
import { makeRecoveryCodes } from '../second-factor/recovery-codes';
import { beginSession, type From, type LoggedIn } from '../sessions/begin-session';
import { askPasskey, isOfPassword, openChallenge, readChallenge, spendChallenge, tryChallenge } from './login-challenges';

export type SecondStep = SecondFactorRequiredView;
export const isSecondStep = (result: LoggedIn | SecondStep): result is SecondStep => 'requiresSecondFactor' in result;

/**
 * The second step that an account asks for, or null when its password is enough (docs/product/sessions.md#two-step-login). `enrol`: an
 * admin who must have a second factor has none yet, and sets one up as their second step.
 */
export async function secondStepOf(db: EntityManager, user: User, requiredOfAdmins: boolean): Promise<SecondStep | null> {
  const enrol = !hasFactor(await factorsOf(db, user.id));
  if (enrol && !(user.isAdmin && requiredOfAdmins)) return null;
  const challenge = await openChallenge(db, user);
  return { message: 'Second factor required', requiresSecondFactor: true, challenge, ...(enrol && { enrol }) };
}

/** How the account can take its second step. A passkey can answer this call once. @throws Refusal 401 when the challenge is over */
export async function secondStepOptions(db: EntityManager, { party }: FactorSettings, token: string): Promise<FactorOptionsView> {
  const { userId } = await readChallenge(db, token);
  const { app, passkeys } = await factorsOf(db, userId);
  if (passkeys === 0) return { app, passkey: null };
  const passkey = await assertionOptions(db, party, userId);
  await askPasskey(db, token, passkey.challenge);
  return { app, passkey };
}

/**
 * Begins an authenticator app for an admin who must set up a factor to log in.
 * @returns its secret
 * @throws Refusal 401 when the challenge is over or the account has a factor by now, 409 `app-exists`
 */
export async function beginEnrolment(db: EntityManager, { keys, party }: FactorSettings, token: string): Promise<EnrolmentView> {
  const { id: userId, email } = await withoutFactor(db, token);
  return beginApp(db, keys, { userId, email, issuer: party.name });
}

/**
 * Begins a passkey for an admin who must set up a factor to log in.
 * @returns the browser's options; its answer counts once
 * @throws Refusal 401 when the challenge is over or the account has a factor by now
 */
export async function beginPasskeyEnrolment(
  db: EntityManager,
  { party }: FactorSettings,
  token: string,
): Promise<PasskeyCreationView> {
  const options = await creationOptions(db, party, await withoutFactor(db, token));
  await askPasskey(db, token, options.challenge);
  return options;
}

async function withoutFactor(db: EntityManager, token: string): Promise<User> {
  const { userId } = await readChallenge(db, token);
  const user = await locked(db, User, { id: userId, deletedAt: IsNull() });
  if (!user || hasFactor(await factorsOf(db, userId))) throw again();
  return user;
}

/** This login has set up the factor when it has `recoveryCodes`. */
type SecondLogin = LoggedIn & { recoveryCodes?: string[] };

/**
 * Finishes a login by its second step (docs/product/sessions.md#two-step-login).
 * @returns the new session
 * @throws Refusal 400 `wrong-code`, `wrong-passkey`, 401 when the login took too long or the password was replaced meanwhile, 403
 * `suspended`, 429 after too many guesses
 */
export async function finishLogin(
  source: DataSource,
  settings: FactorSettings,
  limit: GuessLimit,
  { token, proof, from }: { token: string; proof: SecondProof; from: From },
): Promise<SecondLogin> {
  const challenge = await tryChallenge(source, token);
  const { userId, webauthn } = challenge;
  const owner = userId === null ? null : await userById(source.manager, userId);
  // Guesses of somebody who knew an older password do not count against the new one.
  if (!owner || !isOfPassword(challenge, owner)) throw again();
  await limit.guess(owner.id, proof);
  const newLogin = await inTx(source, async (tx) => {
    const user = await locked(tx.db, User, { id: owner.id, deletedAt: IsNull() });
    if (!user) throw again();
    await spendChallenge(tx.db, token, challenge, user);
    const recoveryCodes = hasFactor(await factorsOf(tx.db, user.id))
      ? null
      : await enrol(tx, settings, { user, proof, webauthn });
    if (!recoveryCodes) await proveFactor(tx, settings, { user, proof, webauthn });
    return { ...(await beginSession(tx, user, from, true)), ...(recoveryCodes && { recoveryCodes }) };
  });
  await limit.succeeded(owner.id, proof);
  return newLogin;
}

/**
 * Confirms the factor that this login has set up: an app by its first code, or a new passkey.
 * @returns the account's recovery codes
 * @throws Refusal 400 `wrong-code`, `wrong-passkey`
 */
async function enrol(
  tx: Tx,
  { keys, party }: FactorSettings,
  { user, proof, webauthn }: { user: User; proof: SecondProof; webauthn: string | null },
): Promise<string[]> {
  const { code, newPasskey } = proof;
  if (newPasskey) await savePasskey(tx.db, party, { user, form: newPasskey, expectedChallenge: webauthn });
  else if (!code || !(await takeCode(tx.db, keys, { userId: user.id, code, confirmed: false }))) throw wrongCode();
  await announceFactorChange(tx, user, newPasskey ? 'passkey-added' : 'app-added');
  return makeRecoveryCodes(tx.db, keys, user.id);
}

/**
 * Begins a login by passkey alone (docs/product/sessions.md#passkeys): any passkey may answer, and tells the account. It counts
 * as both factors, because it checks its owner by fingerprint, face or PIN.
 * @returns the challenge, and the browser's options
 */
export async function beginPasskeyLogin(db: EntityManager, { party }: FactorSettings) {
  const passkey = await assertionOptions(db, party, null);
  return { challenge: await openChallenge(db, null, passkey.challenge), passkey };
}

/**
 * Finishes a login by passkey alone.
 * @returns the new session
 * @throws Refusal 401 when the challenge is over, when no account has the passkey or when it has not checked its owner, 403
 * `suspended`
 */
export async function loginByPasskey(
  source: DataSource,
  { party }: FactorSettings,
  { token, assertion, from }: { token: string; assertion: Assertion; from: From },
): Promise<LoggedIn> {
  const challenge = await tryChallenge(source, token);
  const { userId: challengedUserId, webauthn } = challenge;
  if (challengedUserId !== null || webauthn === null) throw again();
  return inTx(source, async (tx) => {
    // Every call locks an account before its passkeys; the other order can deadlock.
    const userId = await ownerOfPasskey(tx.db, assertion.id);
    const user = userId === null ? null : await locked(tx.db, User, { id: userId, deletedAt: IsNull() });
    if (!user || !(await takePasskey(tx.db, party, { assertion, challenge: webauthn, userId: user.id, alone: true })))
      throw unauthenticated('No account has this passkey. Please log in another way.');
    await spendChallenge(tx.db, token, challenge, user);
    return beginSession(tx, user, from, true);
  });
}

const again = () => unauthenticated('This login is no longer valid. Please log in again.');
