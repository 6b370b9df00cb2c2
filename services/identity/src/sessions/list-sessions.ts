import type { EntityManager } from 'typeorm';
import type { DeviceSessionView } from '@shop/contracts/views';

type Row = { id: string; device: string; place: string; created_at: Date; last_used_at: Date };

/** The sessions of an account, the last used first; `currentId` is the caller's session. */
export async function sessionsOf(db: EntityManager, userId: number, currentId: string | null): Promise<DeviceSessionView[]> {
  const rows = await db.query<Row[]>(
    `SELECT id, device, place, created_at, last_used_at FROM sessions WHERE user_id = $1 AND expires_at > now()
     ORDER BY last_used_at DESC, id`,
    [userId],
  );
  return rows.map(({ id, device, place, created_at, last_used_at }) => ({
    id,
    device,
    place,
    current: id === currentId,
    first_used_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
  }));
}

/** @returns whether the account had the session */
export async function endOwnSession(db: EntityManager, userId: number, sessionId: string): Promise<boolean> {
  const rows = await db.query<unknown[]>(
    'WITH ended AS (DELETE FROM sessions WHERE id = $1 AND user_id = $2 RETURNING 1) SELECT 1 FROM ended',
    [sessionId, userId],
  );
  return rows.length > 0;
}
