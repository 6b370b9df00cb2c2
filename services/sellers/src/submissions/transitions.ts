import { SUBMISSION_CLOCKS, type SubmissionStatus } from '@shop/contracts/constants';

/**
 * The next states of each state; `changes_asked` becomes `submitted` by its seller alone. `rejected` is final: the seller sends the track again. An approved submission that turns out to be
 * unusable, by a dead link for instance, can still be rejected.
 */
const TRANSITIONS: Record<SubmissionStatus, readonly SubmissionStatus[]> = {
  submitted: ['in_review', 'changes_asked', 'approved', 'rejected'],
  in_review: ['changes_asked', 'approved', 'rejected'],
  changes_asked: ['rejected'],
  approved: ['published', 'rejected'],
  rejected: [],
  published: [],
};

export const mayBecome = (from: SubmissionStatus, to: SubmissionStatus) => TRANSITIONS[from].includes(to);

const HOUR = 3_600_000;

/**
 * The promised time of the next step (docs/product/review.md#promised-times). The review's time runs from the last sending, the
 * publication's from the approval; while changes are asked for, no time runs. Both are hours by the clock, not business days.
 * @returns null when nothing is promised any more
 */
export function dueOf(status: SubmissionStatus, submittedAt: Date, now: Date): Date | null {
  if (status === 'submitted' || status === 'in_review') return new Date(submittedAt.getTime() + SUBMISSION_CLOCKS.review * HOUR);
  if (status === 'approved') return new Date(now.getTime() + SUBMISSION_CLOCKS.publication * HOUR);
  return null;
}
