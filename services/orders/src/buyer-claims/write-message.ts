import { ClaimMessageSent } from '@shop/contracts/events';
import type { UserCaller } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import { saveFiles, type StoredFile } from './attachments';
import { BuyerClaim } from './buyer-claim.entity';
import { claimFacts } from './claim-events';
import { CLAIM_MOVES, isOpen } from './claim-process';
import { claimFor } from './claim-queries';
import { claimEnded } from './end-claim';

/**
 * Writes in the thread of a claim. The seller's first message is their answer (docs/product/claims.md#states).
 * @throws Refusal 403, 404, 409 `claim-ended`
 */
export async function writeMessage(
  tx: Tx,
  caller: UserCaller,
  claimId: number,
  { text, files }: { text: string; files: readonly StoredFile[] },
): Promise<void> {
  const { db } = tx;
  const { part } = await claimFor(db, caller, claimId);
  const claim = await locked(db, BuyerClaim, { id: claimId });
  if (!claim || !isOpen(claim.state)) throw claimEnded();
  const [{ id: messageId }] = await db.query<[{ id: number }]>(
    'INSERT INTO claim_messages (claim_id, author_id, side, text) VALUES ($1, $2, $3, $4) RETURNING id',
    [claimId, caller.userId, part, text],
  );
  await saveFiles(db, messageId, files);
  claim.version += 1;
  if (part === 'seller') claim.state = CLAIM_MOVES[claim.state]['seller-wrote'] ?? claim.state;
  await db.save(claim);
  await tx.emit(ClaimMessageSent({ ...(await claimFacts(db, claim)), messageId, from: part, files: files.length }));
}
