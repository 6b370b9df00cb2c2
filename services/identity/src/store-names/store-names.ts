import type { EntityManager } from 'typeorm';
import { StoreChanged, StoreOpened, type DataOf } from '@shop/contracts/events';
import { conflict, type Tx } from '@shop/kit';

/** Store names are unique without regard to case, from the first step of a registration on (decision 64). */
const folded = (name: string) => name.trim().normalize('NFKC').toLowerCase();

/**
 * Reserves the name for a pending registration, instead of the one it reserved before; null reserves none.
 * @throws Refusal 409 with field `shop_name` when somebody else has it.
 */
export async function claimPendingStoreName(db: EntityManager, email: string, storeName: string | null): Promise<void> {
  await db.query('DELETE FROM store_names WHERE pending_email = $1', [email]);
  if (storeName === null) return;
  await forgetLapsed(db, storeName);
  const claimed = await db.query<unknown[]>(
    'INSERT INTO store_names (folded, pending_email) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1',
    [folded(storeName), email],
  );
  if (claimed.length === 0) throw taken();
}

/**
 * Before anything else is looked up: whether an address has an account must not show in what is refused first (decision 12).
 * @throws Refusal 409 with field `shop_name` when somebody else than this address has the name.
 */
export async function refuseTakenStoreName(db: EntityManager, email: string, storeName: string): Promise<void> {
  await forgetLapsed(db, storeName);
  const rows = await db.query<unknown[]>('SELECT 1 FROM store_names WHERE folded = $1 AND pending_email IS DISTINCT FROM $2', [
    folded(storeName),
    email,
  ]);
  if (rows.length > 0) throw taken();
}

const taken = () => conflict('store-name-taken', 'This store name is already taken', { field: 'shop_name' });

const forgetLapsed = (db: EntityManager, storeName: string) =>
  db.query(
    `DELETE FROM pending_registrations USING store_names
     WHERE store_names.folded = $1 AND pending_registrations.email = store_names.pending_email AND pending_registrations.lapses_at < now()`,
    [folded(storeName)],
  );

/** The pending name becomes the new user's. */
export const keepStoreName = (db: EntityManager, storeName: string, userId: number) =>
  db.query(
    `INSERT INTO store_names (folded, user_id) VALUES ($1, $2)
     ON CONFLICT (folded) DO UPDATE SET pending_email = NULL, user_id = excluded.user_id`,
    [folded(storeName), userId],
  );

/** The account is gone. Should its store live on, sellers gives the name to nobody else. */
export const freeStoreNameOf = (db: EntityManager, userId: number) =>
  db.query('DELETE FROM store_names WHERE user_id = $1', [userId]);

/** What sellers decided counts: the store may have been opened or renamed under another name. */
export async function copyNameWhenStoreOpened(tx: Tx, store: DataOf<typeof StoreOpened>) {
  await copyName(tx, store);
}
export async function copyNameWhenStoreChanged(tx: Tx, store: DataOf<typeof StoreChanged>) {
  await copyName(tx, store);
}

async function copyName({ db }: Tx, { sellerId, userId, version, storeName }: DataOf<typeof StoreChanged>) {
  const closed = await db.query<unknown[]>('SELECT 1 FROM closed_stores WHERE seller_id = $1', [sellerId]);
  if (closed.length > 0) return;
  // a registration under way that wants the same name comes second: sellers has decided
  await db.query('DELETE FROM store_names WHERE folded = $1 AND pending_email IS NOT NULL', [folded(storeName)]);
  await db.query(
    `INSERT INTO store_names (folded, user_id, version) SELECT $1, id, $3::int FROM users WHERE id = $2 AND deleted_at IS NULL
     ON CONFLICT (user_id) DO UPDATE SET folded = excluded.folded, version = excluded.version WHERE store_names.version < excluded.version`,
    [folded(storeName), userId, version],
  );
}
