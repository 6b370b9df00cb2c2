import { hashToken, newToken } from '@shop/shared';
import type { Response } from 'express';
import type { EntityManager } from 'typeorm';

/** No browser keeps a cookie for longer. */
const DEVICE_DAYS = 400;
const MOST_DEVICES = 20;

/** Whether this device has logged in to the account with the address before. */
export async function isKnownDevice(db: EntityManager, email: string, device: string | null): Promise<boolean> {
  if (device === null) return false;
  const rows = await db.query<unknown[]>(
    `SELECT 1 FROM known_devices d JOIN users ON users.id = d.user_id
     WHERE d.device_hash = $1 AND users.email = $2 AND users.deleted_at IS NULL`,
    [device, email],
  );
  return rows.length > 0;
}

/** Whether the account was used before, and never from this device. */
export async function isNewDevice(db: EntityManager, userId: number, device: string | null): Promise<boolean> {
  const [row] = await db.query<[{ any: boolean; this: boolean }]>(
    `SELECT count(*) > 0 AS any, coalesce(bool_or(device_hash = $2), false) AS this FROM known_devices WHERE user_id = $1`,
    [userId, device],
  );
  return row.any && !row.this;
}

/**
 * Makes this a known device of the account, because its user has shown that the account is theirs. A device that no account knows
 * gets a new cookie, so that an attacker cannot plant a cookie that they know.
 * @returns the cookie to set, or null when the device keeps its own
 */
export async function rememberDevice(db: EntityManager, userId: number, device: string | null): Promise<string | null> {
  const rows = device ? await db.query<unknown[]>('SELECT 1 FROM known_devices WHERE device_hash = $1 LIMIT 1', [device]) : [];
  const cookie = rows.length > 0 ? null : newToken();
  await db.query(
    `INSERT INTO known_devices (user_id, device_hash) VALUES ($1, $2)
     ON CONFLICT (user_id, device_hash) DO UPDATE SET last_seen_at = now()`,
    [userId, cookie ? hashToken(cookie) : device],
  );
  await db.query(
    `DELETE FROM known_devices WHERE user_id = $1 AND device_hash NOT IN
       (SELECT device_hash FROM known_devices WHERE user_id = $1 ORDER BY last_seen_at DESC LIMIT $2)`,
    [userId, MOST_DEVICES],
  );
  return cookie;
}

export const forgetDevicesOf = (db: EntityManager, userId: number) =>
  db.query('DELETE FROM known_devices WHERE user_id = $1', [userId]);

/** Forgets devices whose cookies have lapsed since their last login. */
export const forgetOldDevices = (db: EntityManager) =>
  db.query('DELETE FROM known_devices WHERE last_seen_at < now() - make_interval(days => $1)', [DEVICE_DAYS]);

/**
 * Sets the device's cookie, if there is one. It outlives the session on purpose, and authorises nothing: a known device only has
 * its own allowance of failed logins (docs/product/sessions.md#known-devices).
 */
export function setDeviceCookie(res: Response, secure: boolean, cookie: string | null) {
  if (cookie === null) return;
  const lasting = { path: '/', sameSite: 'lax', httpOnly: true, secure, maxAge: DEVICE_DAYS * 86_400_000 } as const;
  res.cookie(secure ? '__Host-device' : 'device', cookie, lasting);
}
