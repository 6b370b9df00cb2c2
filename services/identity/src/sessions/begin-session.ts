import { adminActed, NewDeviceLoggedIn } from '@shop/contracts/events';
import { Refusal, type Caller } from '@shop/http';
import type { Tx } from '@shop/messaging';
import type { Request } from 'express';
import { IsNull, type EntityManager } from 'typeorm';
import { User, userSubject } from '../accounts/user.entity';
import { clientOf, type Client } from './client';
import { isNewDevice, rememberDevice } from './devices';
import { endSession, insertSession, type NewSession } from './sessions';

/** The client of a login, the hash of its device cookie (null without one), and its earlier session. */
export type From = { client: Client; device: string | null; previousSessionId: string | null };
export const fromOf = (req: Request, caller: Caller): From => ({
  client: clientOf(req, caller),
  device: caller.device,
  previousSessionId: caller.sessionId,
});

/** `deviceCookie` is a new cookie for the device, or null when it keeps its own. */
export type LoggedIn = { user: User; session: NewSession; deviceCookie: string | null };

/**
 * Begins a session, at the end of every way of logging in; the caller's earlier session ends. A mail tells the account's owner of
 * a new device (docs/product/sessions.md#known-devices), and the audit log records an admin's login. `steppedUp`: a second factor
 * was part of the login.
 * @throws Refusal 403 `suspended`
 */
export async function beginSession({ db, emit }: Tx, user: User, from: From, steppedUp = false): Promise<LoggedIn> {
  await refuseSuspended(db, user.id);
  if (from.previousSessionId) await endSession(db, from.previousSessionId);
  if (user.isAdmin) await emit(...adminActed(user.id, 'admin.logged-in', userSubject(user.id), { before: null, after: null }));
  if (await isNewDevice(db, user.id, from.device)) await emit(newDevice(user, from.client));
  const deviceCookie = await rememberDevice(db, user.id, from.device);
  return { user, session: await insertSession(db, user.id, from.client, steppedUp), deviceCookie };
}

/** @throws Refusal 403 `suspended`, whichever way the user logs in */
export async function refuseSuspended(db: EntityManager, id: number): Promise<void> {
  if (await db.existsBy(User, { id, suspendedAt: IsNull() })) return;
  throw new Refusal('forbidden', 'suspended', 'This account is suspended. Please write to us if you think it should not be.');
}

const newDevice = ({ id: userId, email, name }: User, { device, place }: Client) =>
  NewDeviceLoggedIn({ userId, email, name, device, place, at: new Date().toISOString() });
