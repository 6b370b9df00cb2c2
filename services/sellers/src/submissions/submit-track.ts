import type { TrackSubmissionForm } from '@shop/contracts/forms';
import { forbidden } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import { Seller } from '../stores/seller.entity';
import { withOwner } from '../user-copies/user-copies';
import { Submission } from './submission.entity';

/**
 * Takes a track in for review and tells the operator (docs/product/review.md#sending-a-track). The store is the caller's own, whatever
 * name was sent, and is locked, so that two submissions of one seller come one after the other. → the submission's id
 * @throws Refusal 403 unless the store is active
 */
export async function submitTrack({ db, emit }: Tx, userId: number, form: TrackSubmissionForm): Promise<number> {
  const store = await locked(db, Seller, { userId });
  if (!isOpen(store)) throw notActive();

  const submission = await db.save(Submission.fresh(store.id, form, new Date()));
  await emit(submission.submitted(await withOwner(db, store)));
  return submission.id;
}

/** Whether tracks can be sent under this store. */
export const isOpen = (store: Seller | null): store is Seller => store?.status === 'active' && store.deletedAt === null;
/** The refusal of a store that is not active: 403. */
export const notActive = () => forbidden('Only active stores can send tracks.');
