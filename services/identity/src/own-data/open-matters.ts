import type { DataOf, OpenEarningsChanged, OpenPurchasesChanged } from '@shop/contracts/events';
import { formatCents } from '@shop/contracts/pricing';
import type { OpenMattersNow } from '@shop/contracts/views';
import { conflict } from '@shop/http';
import { saveIfNewer, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';

/**
 * Open matters between an account and the operator. Orders counts unpaid orders that hold tracks, unsettled payments and open
 * disputes at PayPal. Sellers says what the account's store is owed in cents (below zero: what it owes the shop), and in `sales`
 * how many of its tracks somebody holds or is paying for.
 */
export type OpenMatters = { holds: number; payments: number; disputes: number; owedCents: number; sales: number };

/** The open matters that orders and sellers last announced for an account. */
export async function openMattersOf(db: EntityManager, userId: number): Promise<OpenMatters> {
  const [row] = await db.query<[OpenMatters]>(
    `SELECT coalesce(sum(holds), 0)::int AS holds, coalesce(sum(payments), 0)::int AS payments, coalesce(sum(disputes), 0)::int AS disputes,
       coalesce(sum(owed_cents), 0)::int AS "owedCents", coalesce(sum(sales), 0)::int AS sales
     FROM open_matters WHERE user_id = $1`,
    [userId],
  );
  return row;
}

/**
 * Keeps an admin from deleting an account with its store too early.
 * @throws Refusal 409 `owed` while the store is owed money, 409 `sale-under-way` while one of its tracks is being sold
 */
export async function refuseWhileStoreIsOpen(db: EntityManager, userId: number): Promise<void> {
  const { owedCents, sales } = await openMattersOf(db, userId);
  if (owedCents > 0)
    throw conflict(
      'owed',
      `${formatCents(owedCents)} is owed to the store of this account. Please pay it out first, then delete the account.`,
      {
        details: { owedCents },
      },
    );
  if (sales > 0)
    throw conflict(
      'sale-under-way',
      `Buyers hold ${sales === 1 ? 'a track' : `${sales} tracks`} of this account's store or are paying for it right now. Please wait for them or release their holds, then delete the account.`,
      { details: { sales } },
    );
}

/** Stores the holds, payments and disputes that orders counts (docs/product/accounts.md#deleting-ones-own-account). */
export const keepOpenPurchasesWhenChanged = ({ db }: Tx, facts: DataOf<typeof OpenPurchasesChanged>) =>
  saveMatters(db, 'orders', { ...NOTHING, ...facts });

/** Stores what sellers counts as open with the owner of a store: cents owed, and tracks that somebody holds or is paying for. */
export const keepOpenEarningsWhenChanged = ({ db }: Tx, facts: DataOf<typeof OpenEarningsChanged>) =>
  saveMatters(db, 'sellers', { ...NOTHING, ...facts });

/**
 * Stores what orders and sellers have answered the gateway just before an account is to be deleted. The same announcements come as
 * events too, and change nothing then.
 */
export async function saveOpenMatters(tx: Tx, { purchases, earnings }: OpenMattersNow): Promise<void> {
  for (const facts of purchases) await keepOpenPurchasesWhenChanged(tx, facts);
  for (const facts of earnings) await keepOpenEarningsWhenChanged(tx, facts);
}

const NOTHING: OpenMatters = { holds: 0, payments: 0, disputes: 0, owedCents: 0, sales: 0 };

/** Nothing is stored for an erased account, whatever is still settled with it. */
async function saveMatters(db: EntityManager, owner: string, facts: OpenMatters & { userId: number; version: number }) {
  const { userId, version, owedCents, holds, payments, disputes, sales } = facts;
  // The account comes first: an erasure under way holds its lock.
  const account = await db.query<unknown[]>('SELECT 1 FROM users WHERE id = $1 AND deleted_at IS NULL FOR SHARE', [userId]);
  if (account.length === 0) return;
  await saveIfNewer(
    db,
    { table: 'open_matters', key: ['user_id', 'owner'] },
    { user_id: userId, owner, version, holds, payments, disputes, owed_cents: owedCents, sales },
  );
}
