import { SUBMISSION_CLOCKS, type SubmissionStatus } from '@shop/contracts/constants';

/**
 * Where a submission may go from each state. Rejected is final: the seller sends the track again. What turns out to be unusable after
 * its approval, a dead link for instance, can still be rejected.
 */
const TRANSITIONS: Record<SubmissionStatus, readonly SubmissionStatus[]> = {
  submitted: ['in_review', 'approved', 'rejected'],
  in_review: ['approved', 'rejected'],
  approved: ['published', 'rejected'],
  rejected: [],
  published: [],
};

export const mayBecome = (from: SubmissionStatus, to: SubmissionStatus) => TRANSITIONS[from].includes(to);

const HOUR = 3_600_000;

/**
 * Until when the next step is promised (docs/product/review.md#promised-times): the review from the sending on, whoever has begun
 * to listen; the publication from the approval on. Hours by the clock; business days are named where they are meant. → null when
 * nothing is promised any more.
 */
export function dueOf(status: SubmissionStatus, submittedAt: Date, now: Date): Date | null {
  if (status === 'submitted' || status === 'in_review') return new Date(submittedAt.getTime() + SUBMISSION_CLOCKS.review * HOUR);
  if (status === 'approved') return new Date(now.getTime() + SUBMISSION_CLOCKS.publication * HOUR);
  return null;
}
