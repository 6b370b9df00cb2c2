import type { SubmissionStatus } from '@shop/contracts/constants';
import type { DataOf, ProductChanged, ProductPublished } from '@shop/contracts/events';
import { locked, type Tx } from '@shop/messaging';
import { Seller } from '../stores/seller.entity';
import { withOwner } from '../user-copies/user-copies';
import { Submission } from './submission.entity';

/**
 * Publishes the submission of a new track (docs/product/review.md#publication); the product form that an approval opens names it. A
 * track of another store is not the submission's: the seller hears nothing, and the submission stays in the queue.
 */
export async function publishSubmissionWhenProductPublished(tx: Tx, product: DataOf<typeof ProductPublished>) {
  await publishSubmission(tx, product);
}
/**
 * Publishes the approved submission of a track that an edit has given to the submission's store. Other changes, such as a new name
 * of the store, leave a rejected submission alone.
 */
export async function publishSubmissionWhenProductChanged(tx: Tx, product: DataOf<typeof ProductChanged>) {
  await publishSubmission(tx, product, ['approved', 'published']);
}

/** `from` names the states that can be published; without it, all can. */
async function publishSubmission({ db, emit }: Tx, product: DataOf<typeof ProductPublished>, from?: readonly SubmissionStatus[]) {
  if (product.submissionId === null || product.sellerId === null) return;
  const submission = await locked(db, Submission, { id: product.submissionId, sellerId: product.sellerId });
  if (!submission || from?.includes(submission.status) === false) return;

  const store = await db.findOneByOrFail(Seller, { id: submission.sellerId });
  const events = submission.publishAs(product.productId, new Date(), await withOwner(db, store));
  await db.save(submission);
  await emit(...events);
}
