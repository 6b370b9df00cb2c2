import { adminActed } from '@shop/contracts/events';
import type { SubmissionStatusForm } from '@shop/contracts/forms';
import { notFound } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import { Seller } from '../stores/seller.entity';
import { withOwner } from '../user-copies/user-copies';
import { Submission } from './submission.entity';

/**
 * Sets the status of a submission: an admin takes it into review, asks for changes, approves it, rejects it or, by hand, publishes it
 * (docs/product/review.md#states-of-a-submission); a mail tells the seller. A repeated status changes nothing.
 * @throws Refusal 404, 409 `illegal-transition` also when the status differs from the form's `from`, 400 with field `reason` for a
 * rejection or changes without one
 */
export async function decideSubmission({ db, emit }: Tx, adminId: number, id: number, form: SubmissionStatusForm): Promise<void> {
  const submission = await locked(db, Submission, { id });
  if (!submission) throw notFound('submission');
  if (form.from) submission.refuseOtherStatus(form.from);
  if (submission.status === form.status) return;

  const before = factsOf(submission);
  const store = await db.findOneByOrFail(Seller, { id: submission.sellerId });
  const [reason, now, storeWithOwner] = [form.reason || null, new Date(), await withOwner(db, store)];
  const event =
    form.status === 'changes_asked'
      ? submission.askForChanges(reason, form.findings ?? [], now, storeWithOwner)
      : submission.become(form.status, reason, now, storeWithOwner);
  await db.save(submission);
  const subject = { type: 'submission', id, name: submission.trackName };
  await emit(event, ...adminActed(adminId, 'submission.changed', subject, { before, after: factsOf(submission) }));
}

const factsOf = ({ status, reason }: Submission) => ({ status, reason });
