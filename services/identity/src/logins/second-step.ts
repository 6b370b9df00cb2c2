import type { SecondProof } from '@shop/contracts/forms';
import type { EnrolmentView, FactorOptionsView, PasskeyCreationView, SecondFactorRequiredView } from '@shop/contracts/views';
import { unauthenticated } from '@shop/http';
import { inTx, locked, type Tx } from '@shop/messaging';
import { IsNull, type DataSource, type EntityManager } from 'typeorm';
import { User } from '../accounts/user.entity';
import { creationOptions, keepPasskey } from '../second-factor/register-passkey';
import { assertionOptions, takePasskey, type Assertion } from '../second-factor/verify-passkey';
import { beginApp, takeCode } from '../second-factor/authenticator-app';
import { factorsOf, hasFactor, tellChange } from '../second-factor/factors';
import { proveFactor, wrongCode, type FactorSettings, type GuessLimit } from '../second-factor/prove';
import { makeRecoveryCodes } from '../second-factor/recovery-codes';
import { beginSession, type From, type LoggedIn } from '../sessions/begin-session';
import { askPasskey, openChallenge, readChallenge, spendChallenge, tryChallenge } from './login-challenges';

export type SecondStep = SecondFactorRequiredView;
export const isSecondStep = (result: LoggedIn | SecondStep): result is SecondStep => 'requiresSecondFactor' in result;

/** What the account asks for before it is logged in; null when the password is enough. An administrator without a factor must get one. */
export async function secondStepOf(db: EntityManager, user: User, requiredOfAdmins: boolean): Promise<SecondStep | null> {
  const enrol = !hasFactor(await factorsOf(db, user.id));
  if (enrol && !(user.isAdmin && requiredOfAdmins)) return null;
  const challenge = await openChallenge(db, user);
  return { message: 'Second factor required', requiresSecondFactor: true, challenge, ...(enrol && { enrol }) };
}

/** How the second step can be taken. A passkey that is asked for here answers once. */
export async function secondStepOptions(db: EntityManager, { party }: FactorSettings, token: string): Promise<FactorOptionsView> {
  const { userId } = await readChallenge(db, token);
  const { app, passkeys } = await factorsOf(db, userId);
  if (passkeys === 0) return { app, passkey: null };
  const passkey = await assertionOptions(db, party, userId);
  await askPasskey(db, token, passkey.challenge);
  return { app, passkey };
}

/** An authenticator app for who may not come in without a factor. @throws Refusal 401, 409 when there is one already */
export async function beginEnrolment(db: EntityManager, { keys, party }: FactorSettings, token: string): Promise<EnrolmentView> {
  const { id: userId, email } = await withoutFactor(db, token);
  return beginApp(db, keys, { userId, email, issuer: party.name });
}

/** What the browser needs to make the passkey that lets them in instead; it answers once. @throws Refusal 401 */
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

/** `recoveryCodes` are there when the factor was enrolled by this very login. */
export type SecondLogin = LoggedIn & { recoveryCodes?: string[] };

/**
 * The login, when its second step is right.
 * @throws Refusal 400 `wrong-code`, `wrong-passkey`, 401 when the login took too long or the password was replaced meanwhile, 429
 */
export async function finishLogin(
  source: DataSource,
  settings: FactorSettings,
  limit: GuessLimit,
  { token, proof, from }: { token: string; proof: SecondProof; from: From },
): Promise<SecondLogin> {
  const challenge = await tryChallenge(source, token);
  const { userId, webauthn } = challenge;
  if (userId === null) throw again();
  await limit.guess(userId, proof);
  const done = await inTx(source, async (tx) => {
    const user = await locked(tx.db, User, { id: userId, deletedAt: IsNull() });
    if (!user) throw again();
    await spendChallenge(tx.db, token, challenge, user);
    const recoveryCodes = hasFactor(await factorsOf(tx.db, userId)) ? null : await enrol(tx, settings, { user, proof, webauthn });
    if (!recoveryCodes) await proveFactor(tx, settings, { user, proof, webauthn });
    return { ...(await beginSession(tx, user, from, true)), ...(recoveryCodes && { recoveryCodes }) };
  });
  await limit.succeeded(userId);
  return done;
}

/** The first code of the app that this login has set up, or the passkey that it has made. → the recovery codes that belong to it */
async function enrol(
  tx: Tx,
  { keys, party }: FactorSettings,
  { user, proof, webauthn }: { user: User; proof: SecondProof; webauthn: string | null },
): Promise<string[]> {
  const { code, newPasskey } = proof;
  if (newPasskey) await keepPasskey(tx.db, party, { user, form: newPasskey, expectedChallenge: webauthn });
  else if (!code || !(await takeCode(tx.db, keys, { userId: user.id, code, confirmed: false }))) throw wrongCode();
  await tellChange(tx, user, newPasskey ? 'passkey-added' : 'app-added');
  return makeRecoveryCodes(tx.db, keys, user.id);
}

/** A login by passkey alone: whoever it belongs to. The passkey has known its owner, so it is both factors. */
export async function beginPasskeyLogin(db: EntityManager, { party }: FactorSettings) {
  const passkey = await assertionOptions(db, party, null);
  return { challenge: await openChallenge(db, null, passkey.challenge), passkey };
}

/** @throws Refusal 401 for a passkey that nobody has, or that was not used by its owner in person */
export async function loginByPasskey(
  source: DataSource,
  { party }: FactorSettings,
  { token, assertion, from }: { token: string; assertion: Assertion; from: From },
): Promise<LoggedIn> {
  const challenge = await tryChallenge(source, token);
  const { userId: known, webauthn } = challenge;
  if (known !== null || webauthn === null) throw again();
  return inTx(source, async (tx) => {
    const userId = await takePasskey(tx.db, party, { assertion, challenge: webauthn, userId: null });
    if (userId === null) throw unauthenticated('This passkey is not known here.');
    const user = await locked(tx.db, User, { id: userId, deletedAt: IsNull() });
    if (!user) throw again();
    await spendChallenge(tx.db, token, challenge, user);
    return beginSession(tx, user, from, true);
  });
}

const again = () => unauthenticated('Please log in again.');
