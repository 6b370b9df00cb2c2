import { SUBMISSION_CLOCKS, type SubmissionStatus } from '@shop/contracts/constants';

/**
 * Where a submission may go from each state. `rejected` is final: the seller sends the track again. A submission that turns
 * out to be unusable after its approval, by a dead link for instance, can still be rejected.
 */
const TRANSITIONS: Record<SubmissionStatus, readonly SubmissionStatus[]> = {
  submitted: ['in_review', 'approved', 'rejected'],
  in_review: ['approved', 'rejected'],
  approved: ['published', 'rejected'],
  rejected: [],
  published: [],
};

/** Whether a submission may go from one status to another. */
export const mayBecome = (from: SubmissionStatus, to: SubmissionStatus) => TRANSITIONS[from].includes(to);

const HOUR = 3_600_000;

/**
 * When the next step is promised by (docs/product/review.md#promised-times). The time for the review runs from the sending on, also once
 * somebody has begun to listen; the time for the publication runs from the approval on. Both are hours by the clock, not business
 * days. → null when nothing is promised any more
 */
export function dueOf(status: SubmissionStatus, submittedAt: Date, now: Date): Date | null {
  if (status === 'submitted' || status === 'in_review') return new Date(submittedAt.getTime() + SUBMISSION_CLOCKS.review * HOUR);
  if (status === 'approved') return new Date(now.getTime() + SUBMISSION_CLOCKS.publication * HOUR);
  return null;
}
