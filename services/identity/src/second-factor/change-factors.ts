import type { NewPasskeyForm } from '@shop/contracts/forms';
import type { PasskeyView, SecondFactorView } from '@shop/contracts/views';
import { conflict, notFound } from '@shop/http';
import { inTx, type Tx } from '@shop/messaging';
import type { DataSource, EntityManager } from 'typeorm';
import type { z } from 'zod';
import { currentCaller, lockedCaller } from '../accounts/find-user';
import type { User } from '../accounts/user.entity';
import { addPasskey, passkeysOf, removePasskey } from './register-passkey';
import { endSessionsOf, stepSessionUp } from '../sessions/sessions';
import { removeApp, takeCode } from './authenticator-app';
import { factorsOf, hasFactor, announceFactorChange } from './factors';
import type { GuessLimit } from '../credentials/code-guesses';
import { wrongCode, type FactorSettings } from './prove';
import { forgetRecoveryCodes, makeRecoveryCodes, recoveryCodesLeft } from './recovery-codes';

type Own = { userId: number; sessionId: string };

/** The second factors of an account, and whether it must have one. @throws Refusal 401 when the account is deleted */
export async function ownFactors(
  db: EntityManager,
  { requiredOfAdmins }: FactorSettings,
  userId: number,
): Promise<SecondFactorView> {
  const user = await currentCaller(db, userId);
  const [{ app }, passkeys, codesLeft] = await Promise.all([
    factorsOf(db, userId),
    passkeysOf(db, userId),
    recoveryCodesLeft(db, userId),
  ]);
  return { app, passkeys, recoveryCodesLeft: codesLeft, required: user.isAdmin && requiredOfAdmins };
}

/**
 * Confirms a new authenticator app by its first code (docs/product/sessions.md#authenticator-app).
 * @returns recovery codes when it is the account's first factor, else null
 * @throws Refusal 400 `wrong-code`, 401, 429
 */
export async function confirmApp(
  source: DataSource,
  settings: FactorSettings,
  limit: GuessLimit,
  { code, ...own }: Own & { code: string },
): Promise<string[] | null> {
  await limit.guess(own.userId, { code });
  const recoveryCodes = await inTx(source, async (tx) => {
    const user = await lockedCaller(tx, own.userId);
    const isFirst = !hasFactor(await factorsOf(tx.db, user.id));
    if (!(await takeCode(tx.db, settings.keys, { userId: user.id, code, confirmed: false }))) throw wrongCode();
    await announceFactorChange(tx, user, 'app-added');
    await stepSessionUp(tx.db, own.sessionId);
    return isFirst ? firstFactor(tx, settings, own) : null;
  });
  await limit.succeeded(own.userId, { code });
  return recoveryCodes;
}

/**
 * Adds a passkey (docs/product/sessions.md#passkeys).
 * @returns the passkey, and recovery codes with the account's first factor
 * @throws Refusal 400 `wrong-passkey`, 401, 409 `passkey-exists` or `too-many-passkeys`
 */
export async function registerPasskey(
  source: DataSource,
  settings: FactorSettings,
  { form, ...own }: Own & { form: z.output<typeof NewPasskeyForm> },
): Promise<{ passkey: PasskeyView; recoveryCodes: string[] | null }> {
  return inTx(source, async (tx) => {
    const user = await lockedCaller(tx, own.userId);
    const isFirst = !hasFactor(await factorsOf(tx.db, user.id));
    const passkey = await addPasskey(tx.db, settings.party, { user, sessionId: own.sessionId, form });
    await announceFactorChange(tx, user, 'passkey-added');
    await stepSessionUp(tx.db, own.sessionId);
    return { passkey, recoveryCodes: isFirst ? await firstFactor(tx, settings, own) : null };
  });
}

/**
 * Ends the other sessions, because they began with the password alone.
 * @returns the account's recovery codes
 */
async function firstFactor({ db }: Tx, { keys }: FactorSettings, { userId, sessionId }: Own): Promise<string[]> {
  await endSessionsOf(db, userId, sessionId);
  return makeRecoveryCodes(db, keys, userId);
}

/**
 * Removes the authenticator app.
 * @throws Refusal 401, 409 `no-app`, 409 `factor-required` for the last factor of an admin who must have one
 */
export const withdrawApp = (source: DataSource, settings: FactorSettings, userId: number) =>
  inTx(source, async (tx) => {
    const user = await lockedCaller(tx, userId);
    const { app } = await factorsOf(tx.db, userId);
    if (!app) throw conflict('no-app', 'There is no authenticator app.');
    await removeApp(tx.db, userId);
    await afterRemoval(tx, settings, user);
    await announceFactorChange(tx, user, 'app-removed');
  });

/** Removes a passkey of the account. @throws Refusal 401, 404, 409 `factor-required` for the last factor of an admin who must have one */
export const withdrawPasskey = (source: DataSource, settings: FactorSettings, userId: number, id: string) =>
  inTx(source, async (tx) => {
    const user = await lockedCaller(tx, userId);
    if (!(await removePasskey(tx.db, userId, id))) throw notFound('passkey');
    await afterRemoval(tx, settings, user);
    await announceFactorChange(tx, user, 'passkey-removed');
  });

/**
 * Removes the app, passkeys and recovery codes that an account has had only since a moment, because an intruder may have added
 * them; the caller has locked its row. Recovery codes go with the last factor. An admin who must have a factor sets one up at
 * their next login.
 */
export async function withdrawFactorsSince(tx: Tx, user: User, since: Date): Promise<void> {
  const { db } = tx;
  const removeFrom = (table: string, from: string) =>
    db.query<unknown[]>(
      `WITH removed AS (DELETE FROM ${table} WHERE user_id = $1 AND ${from} > $2 RETURNING 1) SELECT 1 FROM removed`,
      [user.id, since],
    );
  const apps = await removeFrom('authenticator_apps', 'confirmed_at');
  const passkeys = await removeFrom('passkeys', 'created_at');
  await removeFrom('recovery_codes', 'made_at');
  if (!hasFactor(await factorsOf(db, user.id))) await forgetRecoveryCodes(db, user.id);
  if (apps.length > 0) await announceFactorChange(tx, user, 'app-removed');
  if (passkeys.length > 0) await announceFactorChange(tx, user, 'passkey-removed');
}

/** Recovery codes belong to a factor and go with the last one. */
async function afterRemoval({ db }: Tx, { requiredOfAdmins }: FactorSettings, { id, isAdmin }: User) {
  if (hasFactor(await factorsOf(db, id))) return;
  if (isAdmin && requiredOfAdmins)
    throw conflict('factor-required', 'Administrators need a second factor. Add another one before you remove this one.');
  await forgetRecoveryCodes(db, id);
}

/** Makes ten new recovery codes; the older ones stop working. @throws Refusal 401, 409 `no-factor` without app and passkey */
export const renewRecoveryCodes = (source: DataSource, { keys }: FactorSettings, userId: number) =>
  inTx(source, async (tx) => {
    const user = await lockedCaller(tx, userId);
    if (!hasFactor(await factorsOf(tx.db, userId)))
      throw conflict('no-factor', 'Set up an authenticator app or a passkey first.');
    await announceFactorChange(tx, user, 'recovery-codes-made');
    return makeRecoveryCodes(tx.db, keys, userId);
  });
