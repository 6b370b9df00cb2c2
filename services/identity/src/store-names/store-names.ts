import type { DataOf, StoreChanged, StoreClosed } from '@shop/contracts/events';
import { conflict } from '@shop/http';
import { upsertIfNewer, type Tx } from '@shop/messaging';
import { foldName, foldedCapitals, foldsOf, lookAlike } from '@shop/shared';
import type { EntityManager } from 'typeorm';

/**
 * Reserves a name for the pending registrations of an address, several of which may want it (docs/product/accounts.md#store-names).
 * @throws Refusal 409 `store-name-taken` with field `shop_name` when somebody else has it
 */
export async function claimPendingStoreName(db: EntityManager, email: string, storeName: string): Promise<void> {
  await forgetLapsed(db, storeName);
  const claimedRows = await db.query<unknown[]>(
    `INSERT INTO store_names AS s (folded, folded_capitals, pending_email) VALUES ($1, $2, $3)
     ON CONFLICT (folded) DO UPDATE SET pending_email = excluded.pending_email WHERE s.pending_email = excluded.pending_email
     RETURNING 1`,
    [foldName(storeName), foldedCapitals(storeName), email],
  );
  if (claimedRows.length === 0) throw takenStoreName();
}

/**
 * Refuses a taken name. Call it before any other look-up, so that the order of refusals does not reveal an account
 * (docs/product/accounts.md#store-names).
 * @throws Refusal 409 `store-name-taken` with field `shop_name` when the shop, or somebody else than this address, has the name
 */
export async function refuseTakenStoreName(db: EntityManager, email: string, storeName: string, siteName: string): Promise<void> {
  if (lookAlike(storeName, siteName)) throw takenStoreName();
  await forgetLapsed(db, storeName);
  const rows = await db.query<unknown[]>(`SELECT 1 FROM store_names WHERE ${LOOKS_ALIKE} AND pending_email IS DISTINCT FROM $2`, [
    foldsOf(storeName),
    email,
  ]);
  if (rows.length > 0) throw takenStoreName();
}

const takenStoreName = () => conflict('store-name-taken', 'This store name is already taken', { field: 'shop_name' });

/** A stored name that shares a fold with the name whose folds are the parameter. */
const LOOKS_ALIKE = '(folded = ANY($1) OR folded_capitals = ANY($1))';

const NOBODY_WANTS_IT = `pending_email IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM pending_registrations p
  WHERE p.email = store_names.pending_email AND p.folded_store_name = store_names.folded AND p.lapses_at > now())`;

const forgetLapsed = (db: EntityManager, storeName: string) =>
  db.query(`DELETE FROM store_names WHERE ${LOOKS_ALIKE} AND ${NOBODY_WANTS_IT}`, [foldsOf(storeName)]);

/** Frees the names of registrations that nobody completed in time. */
export const forgetLapsedNames = (db: EntityManager) => db.query(`DELETE FROM store_names WHERE ${NOBODY_WANTS_IT}`);

/** Frees the names of the address's registrations, once the address has its account. */
export const forgetPendingNamesOf = (db: EntityManager, email: string) =>
  db.query('DELETE FROM store_names WHERE pending_email = $1', [email]);

/** The pending name becomes the new user's. */
export const claimStoreName = (db: EntityManager, storeName: string, userId: number) =>
  db.query(
    `INSERT INTO store_names (folded, folded_capitals, user_id) VALUES ($1, $2, $3)
     ON CONFLICT (folded) DO UPDATE SET pending_email = NULL, user_id = excluded.user_id WHERE store_names.user_id IS NULL`,
    [foldName(storeName), foldedCapitals(storeName), userId],
  );

/** Frees the store name of a deleted account. If its store lives on, sellers gives nobody else the name. */
export const freeStoreNameOf = (db: EntityManager, userId: number) =>
  db.query('DELETE FROM store_names WHERE user_id = $1', [userId]);

/**
 * Copies the name of a store; sellers may have given a new store another one than it wanted. An event that was sent again after its
 * name was blanked is skipped; the store's next event has the name.
 */
export async function copyStoreName({ db }: Tx, { sellerId, userId, version, storeName }: DataOf<typeof StoreChanged>) {
  if (storeName === '') return;
  // The account comes first: a closing under way on another replica holds its lock.
  const owner = await db.query<unknown[]>('SELECT 1 FROM users WHERE id = $1 AND deleted_at IS NULL FOR SHARE', [userId]);
  if (owner.length === 0) return;
  const closedRows = await db.query<unknown[]>('SELECT 1 FROM closed_stores WHERE seller_id = $1', [sellerId]);
  if (closedRows.length > 0) return;
  // Sellers has decided: a registration under way that wants the same name loses it.
  await db.query(`DELETE FROM store_names WHERE ${LOOKS_ALIKE} AND pending_email IS NOT NULL`, [foldsOf(storeName)]);
  // Older stores may have names that look alike: the store that came first has the look.
  const [otherStore] = await db.query<unknown[]>('SELECT 1 FROM store_names WHERE folded = $1 AND user_id <> $2', [
    foldName(storeName),
    userId,
  ]);
  await upsertIfNewer(
    db,
    { table: 'store_names', key: 'user_id' },
    {
      user_id: userId,
      version,
      folded: otherStore ? `${foldName(storeName)} #${userId}` : foldName(storeName),
      folded_capitals: foldedCapitals(storeName),
    },
  );
}

/** The account of a closed store goes on as a buyer's, and the store's name is free. Older news of the store does not bring it back. */
export async function forgetStoreWhenClosed({ db }: Tx, { sellerId, userId }: DataOf<typeof StoreClosed>) {
  await db.query('INSERT INTO closed_stores VALUES ($1) ON CONFLICT DO NOTHING', [sellerId]);
  await db.query('UPDATE users SET is_seller = false WHERE id = $1', [userId]);
  await db.query('DELETE FROM store_names WHERE user_id = $1', [userId]);
}
