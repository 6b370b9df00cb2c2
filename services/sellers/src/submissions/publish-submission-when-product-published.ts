import type { SubmissionStatus } from '@shop/contracts/constants';
import type { DataOf, ProductChanged, ProductPublished } from '@shop/contracts/events';
import { locked, type Tx } from '@shop/messaging';
import { Seller } from '../stores/seller.entity';
import { withOwner } from '../user-copies/user-copies';
import { Submission } from './submission.entity';

/**
 * Publishes the submission that a new track comes from (docs/product/review.md#publication); the product form that an approval opens
 * names it. A track of another store than the submission's is not the seller's: the seller hears nothing, and the submission stays
 * in the queue.
 */
export async function publishSubmissionWhenProductPublished(tx: Tx, product: DataOf<typeof ProductPublished>) {
  await publishSubmission(tx, product);
}
/**
 * Publishes the approved submission of a track that an edit has given to the submission's store. Other changes are told too, such as a new
 * name of the store: they leave a submission alone that was rejected to clear the queue.
 */
export async function publishSubmissionWhenProductChanged(tx: Tx, product: DataOf<typeof ProductChanged>) {
  await publishSubmission(tx, product, ['approved', 'published']);
}

/** `from` names the states in which a submission is published; without it each is one. */
async function publishSubmission({ db, emit }: Tx, product: DataOf<typeof ProductPublished>, from?: readonly SubmissionStatus[]) {
  if (product.submissionId === null || product.sellerId === null) return;
  const submission = await locked(db, Submission, { id: product.submissionId, sellerId: product.sellerId });
  if (!submission || from?.includes(submission.status) === false) return;

  const store = await db.findOneByOrFail(Seller, { id: submission.sellerId });
  const published = submission.publishAs(product.productId, new Date(), await withOwner(db, store));
  await db.save(submission);
  await emit(...published);
}
