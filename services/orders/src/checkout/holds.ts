import { HoldsQuery } from '@shop/contracts/forms';
import type { HoldView } from '@shop/contracts/views';
import { endpoint, rateLimiter, type Endpoint } from '@shop/kit';
import type { EntityManager } from 'typeorm';
import type { Shop } from '../shop';

type Row = { product_id: number; expires_at: Date | null };

/**
 * Which of these tracks somebody else than this buyer holds right now, without buying them yet: those he can only wait for.
 * `until` is null while the payment is under way, for then no clock ends it.
 */
export async function heldByOthers(db: EntityManager, buyerId: number, productIds: readonly number[]): Promise<HoldView[]> {
  const rows = await db.query<Row[]>(
    `SELECT product_id, expires_at FROM sale_claims
     WHERE product_id = ANY($1) AND buyer_id <> $2 AND (state = 'capturing' OR (state = 'reserved' AND expires_at >= now()))
     ORDER BY product_id`,
    [productIds, buyerId],
  );
  return rows.map((row) => ({ id: row.product_id, until: row.expires_at?.toISOString() ?? null }));
}

export function holdEndpoints({ source, settings }: Shop): Endpoint[] {
  const limit = rateLimiter(source, { name: 'holds', points: 60, seconds: 60 }, settings.rateScale);
  return [
    endpoint({
      method: 'get',
      path: '/api/orders/holds',
      who: 'user',
      summary: 'Which of these tracks other buyers hold, and until when; `ids` with commas between them, at most a full cart',
      query: HoldsQuery,
      async handle({ query, caller }): Promise<{ success: true; data: HoldView[] }> {
        await limit.use(String(caller.userId));
        return { success: true, data: await heldByOthers(source.manager, caller.userId!, query.ids) };
      },
    }),
  ];
}
