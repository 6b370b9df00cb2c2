import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { deleteMessages } from './attachments';
import { withdrawClaimsOf } from './end-claim';

/** The claims of a buyer, and what somebody wrote in the threads of others, for the copy of their own data. */
export async function claimsOf(db: EntityManager, userId: number): Promise<Record<string, unknown>> {
  const rows = (sql: string) => db.query<Record<string, unknown>[]>(sql, [userId]);
  return {
    claims: await rows(
      `SELECT id, order_id, product_id, reason, state, opened_at, ended_at, decision FROM buyer_claims WHERE buyer_id = $1 ORDER BY id`,
    ),
    claim_messages: await rows(
      `SELECT claim_id, sent_at, text,
         (SELECT coalesce(json_agg(json_build_object('name', name, 'size_bytes', size_bytes) ORDER BY claim_files.id), '[]')
          FROM claim_files WHERE message_id = claim_messages.id) AS files
       FROM claim_messages WHERE author_id = $1 ORDER BY id`,
    ),
  };
}

/**
 * Forgets somebody in claims: their own open ones are withdrawn, and the threads of their own claims and what they wrote in others are
 * deleted with the files. Claims stay with their orders, without words (docs/retention.md).
 */
export async function forgetClaimsOf(tx: Tx, userId: number): Promise<void> {
  await withdrawClaimsOf(tx, userId);
  await deleteMessages(tx.db, 'author_id = $1 OR claim_id IN (SELECT id FROM buyer_claims WHERE buyer_id = $1)', [userId]);
  await tx.db.query('UPDATE buyer_claims SET decision = NULL WHERE buyer_id = $1 AND decision IS NOT NULL', [userId]);
}
