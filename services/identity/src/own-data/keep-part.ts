import type { DataOf, PersonalDataGathered } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';

/**
 * Stores a page of a service's answer until all services have answered. A page that comes after the file was made, or after the
 * account was erased, is dropped.
 */
export async function keepPartWhenPersonalDataGathered(
  { db }: Tx,
  { userId, exportId, service, page, pages, part }: DataOf<typeof PersonalDataGathered>,
): Promise<void> {
  // Locked, so that no page is added while the file is being made.
  const waits = await db.query<unknown[]>(
    'SELECT 1 FROM data_exports WHERE id = $1 AND user_id = $2 AND ready_at IS NULL FOR UPDATE',
    [exportId, userId],
  );
  if (waits.length === 0) return;
  await db.query(
    `INSERT INTO data_export_parts (export_id, service, page, pages, part) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    [exportId, service, page, pages, part],
  );
}
