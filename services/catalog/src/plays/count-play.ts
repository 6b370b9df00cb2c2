import { createHash } from 'node:crypto';
import { notFound, type Caller } from '@shop/http';
import type { Tx } from '@shop/messaging';
import type { DataSource } from 'typeorm';

/**
 * Counts a play, once per account (or address of a visitor), track and UTC day, even if somebody logs in or out meanwhile
 * (docs/product/playing.md#play-counts).
 * @returns the track's count, and whether this play was new
 * @throws Refusal 404
 */
export async function countPlay({ db }: Tx, caller: Caller, productId: number): Promise<{ playCount: number; counted: boolean }> {
  const [product] = await db.query<{ play_count: number }[]>('SELECT play_count FROM products WHERE id = $1 AND NOT removed', [
    productId,
  ]);
  if (!product) throw notFound('product');
  const { asSelf, asOther, alsoSeen } = clientsOf(caller);
  const [before] = await db.query<unknown[]>(
    `SELECT 1 FROM plays WHERE product_id = $1 AND day = (now() AT TIME ZONE 'UTC')::date AND client = $2`,
    [productId, asOther],
  );
  if (before && caller.userId === null) return { playCount: product.play_count, counted: false };
  const first = await db.query<{ client: string }[]>(
    `INSERT INTO plays (product_id, day, client) SELECT $1, (now() AT TIME ZONE 'UTC')::date, one FROM unnest($2::text[]) AS one
     ON CONFLICT DO NOTHING RETURNING client`,
    [productId, [asSelf, ...alsoSeen].sort()],
  );
  if (before || !first.some(({ client }) => client === asSelf)) return { playCount: product.play_count, counted: false };
  const [[row]] = await db.query<[[{ play_count: number }], number]>(
    'UPDATE products SET play_count = play_count + 1 WHERE id = $1 RETURNING play_count',
    [productId],
  );
  return { playCount: row.play_count, counted: true };
}

/** Stored for two days in place of account and address. It has no key, so a reader of the table can find them by trying all. */
const hashOf = (client: string) => createHash('sha256').update(client).digest('base64url');

/**
 * The keys of a play. `asSelf` is the account or the visitor's address that it counts for; `asOther` is the key of the same person
 * logged out, or in. `alsoSeen` are stored too, so that the same person's next play as a visitor is known.
 */
function clientsOf({ userId, address }: Caller) {
  const [visitor, someAccount] = [hashOf(`address ${address}`), hashOf(`some account at ${address}`)];
  return userId === null
    ? { asSelf: visitor, asOther: someAccount, alsoSeen: [] }
    : { asSelf: hashOf(`account ${userId}`), asOther: visitor, alsoSeen: [someAccount] };
}

/** Deletes plays from before yesterday (UTC), which cannot come a second time. */
export const forgetOldPlays = (source: DataSource) =>
  source.query(`DELETE FROM plays WHERE day < (now() AT TIME ZONE 'UTC')::date - 1`);
