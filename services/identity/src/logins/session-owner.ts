import type { SessionOwnerView } from '@shop/contracts/views';
import { hashToken } from '@shop/shared';
import type { DataSource } from 'typeorm';
import { HAS_FACTOR } from '../second-factor/factors';

/** `requiredOfAdmins`: admins must have a second factor. `adminIdleMinutes`: their sessions end after this time without use. */
type AdminRules = { requiredOfAdmins: boolean; adminIdleMinutes: number };

type Until = 'steppedUpUntil' | 'reauthenticatedUntil';
type Row = Omit<SessionOwnerView, Until> & Record<Until, Date | null> & { unnoted: boolean };

/**
 * The account and session of a credential, or null (docs/product/sessions.md#who-the-gateway-says-calls). Only the gateway asks,
 * at least every ten seconds while the session is used, so this call also notes the last use, to the minute. `steppedUp`: a
 * second factor was confirmed recently, or the account has none. An admin's session ends after idle time, and opens nothing while
 * the admin lacks a required factor.
 */
export async function ownerOf(
  source: DataSource,
  { requiredOfAdmins, adminIdleMinutes }: AdminRules,
  kind: 'cookie' | 'bearer',
  credential: string,
): Promise<SessionOwnerView | null> {
  const [hash, end] = kind === 'cookie' ? ['cookie_hash', 'expires_at'] : ['bearer_hash', 'bearer_expires_at'];
  const [row] = await source.query<Row[]>(
    `SELECT users.id AS "userId", users.is_admin AS admin, users.admin_role AS role, sessions.id AS "sessionId",
       NOT factor.has OR coalesce(stepped_up_until > now(), false) AS "steppedUp",
       CASE WHEN factor.has THEN stepped_up_until END AS "steppedUpUntil", stepped_up_until AS "reauthenticatedUntil",
       last_used_at < now() - least(interval '1 minute', make_interval(mins => $2) / 2) AS unnoted
     FROM sessions JOIN users ON users.id = sessions.user_id CROSS JOIN LATERAL (SELECT ${HAS_FACTOR} AS has) factor
     WHERE ${hash} = $1 AND ${end} > now() AND users.deleted_at IS NULL AND users.suspended_at IS NULL
       AND (NOT users.is_admin OR (last_used_at > now() - make_interval(mins => $2) AND (factor.has OR NOT $3)))`,
    [hashToken(credential), adminIdleMinutes, requiredOfAdmins],
  );
  if (!row) return null;
  const { unnoted, steppedUpUntil, reauthenticatedUntil, ...owner } = row;
  if (unnoted) await source.query('UPDATE sessions SET last_used_at = now() WHERE id = $1', [owner.sessionId]);
  const [steppedUpIso, reauthenticatedIso] = [steppedUpUntil, reauthenticatedUntil].map((until) => until?.toISOString() ?? null);
  return { ...owner, steppedUpUntil: steppedUpIso ?? null, reauthenticatedUntil: reauthenticatedIso ?? null };
}
