import { adminActed, NewDeviceLoggedIn } from '@shop/contracts/events';
import { Refusal, type Caller } from '@shop/http';
import type { Tx } from '@shop/messaging';
import type { Request } from 'express';
import { IsNull, type EntityManager } from 'typeorm';
import { User, userSubject } from '../accounts/user.entity';
import { clientOf, type Client } from './client';
import { isNewDevice, rememberDevice } from './devices';
import { endSession, startSession, type NewSession } from './sessions';

/** Where somebody logs in, and the session that they had before. */
export type From = { client: Client; device: string | null; previousSessionId: string | null };
export const fromOf = (req: Request, caller: Caller): From => ({
  client: clientOf(req, caller),
  device: caller.device,
  previousSessionId: caller.sessionId,
});

/** `deviceCookie` is there when the device gets one. */
export type LoggedIn = { user: User; session: NewSession; deviceCookie: string | null };

/**
 * What every way of logging in ends with: a new session, in place of the caller's earlier one. A device that the account was not used
 * from before is told to its owner, an administrator's login to the audit log. `steppedUp`: a second factor was part of it.
 * @throws Refusal 403 for a suspended account
 */
export async function beginSession({ db, emit }: Tx, user: User, from: From, steppedUp = false): Promise<LoggedIn> {
  await refuseSuspended(db, user.id);
  if (from.previousSessionId) await endSession(db, from.previousSessionId);
  if (user.isAdmin) await emit(...adminActed(user.id, 'admin.logged-in', userSubject(user.id), { before: null, after: null }));
  if (await isNewDevice(db, user.id, from.device)) await emit(newDevice(user, from.client));
  const deviceCookie = await rememberDevice(db, user.id, from.device);
  return { user, session: await startSession(db, user.id, from.client, steppedUp), deviceCookie };
}

/** Nobody gets in with a suspended account, by no way. @throws Refusal 403 */
export async function refuseSuspended(db: EntityManager, id: number): Promise<void> {
  if (await db.existsBy(User, { id, suspendedAt: IsNull() })) return;
  throw new Refusal('forbidden', 'suspended', 'This account is suspended. Please write to us if you think it should not be.');
}

const newDevice = ({ id: userId, email, name }: User, { device, place }: Client) =>
  NewDeviceLoggedIn({ userId, email, name, device, place, at: new Date().toISOString() });
