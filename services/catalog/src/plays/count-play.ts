import { createHash } from 'node:crypto';
import { notFound, type Caller, type Tx } from '@shop/kit';
import type { DataSource } from 'typeorm';

/** Counts a play, once per session (or address), track and UTC day (decision 16). → the track's count, and whether this one was new. */
export async function countPlay({ db }: Tx, caller: Caller, productId: number): Promise<{ playCount: number; counted: boolean }> {
  const [product] = await db.query<{ play_count: number }[]>('SELECT play_count FROM products WHERE id = $1 AND NOT removed', [
    productId,
  ]);
  if (!product) throw notFound('product');
  const first = await db.query<unknown[]>(
    `INSERT INTO plays (product_id, day, client) VALUES ($1, (now() AT TIME ZONE 'UTC')::date, $2) ON CONFLICT DO NOTHING RETURNING 1`,
    [productId, clientOf(caller)],
  );
  if (first.length === 0) return { playCount: product.play_count, counted: false };
  const [[updated]] = await db.query<[{ play_count: number }[], number]>(
    'UPDATE products SET play_count = play_count + 1 WHERE id = $1 RETURNING play_count',
    [productId],
  );
  return { playCount: updated!.play_count, counted: true };
}

/** Who has played what is nobody's business: only a hash is kept, and that for two days. */
const clientOf = ({ sessionId, address }: Caller) =>
  createHash('sha256')
    .update(sessionId === null ? `address ${address}` : `session ${sessionId}`)
    .digest('base64url');

export const forgetOldPlays = (source: DataSource) =>
  source.query(`DELETE FROM plays WHERE day < (now() AT TIME ZONE 'UTC')::date - 1`);
