import type { DataOf, PersonalDataGathered } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';

/**
 * Keeps what a service has of somebody until all have answered. What comes after that, or when nobody asks any more because the account
 * is gone, is not kept.
 */
export async function keepPartWhenPersonalDataGathered(
  { db }: Tx,
  { userId, exportId, service, page, pages, part }: DataOf<typeof PersonalDataGathered>,
): Promise<void> {
  // locked, so that nothing is put beside an export that is just being finished
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
