/** The states of a track that a seller has sent in (docs/product/review.md#states-of-a-submission). */
export const SUBMISSION_STATUSES = ['submitted', 'in_review', 'approved', 'rejected', 'published'] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];
export const SUBMISSION_DECISIONS = ['in_review', 'approved', 'rejected', 'published'] as const;
export const SUBMISSION_FILTERS = [...SUBMISSION_STATUSES, 'open', 'overdue'] as const;
export type SubmissionFilter = (typeof SUBMISSION_FILTERS)[number];
/**
 * The promised times for a submission, in hours by the clock, weekends included: the review counts from the sending, the
 * publication from the approval (docs/product/review.md#promised-times).
 */
export const SUBMISSION_CLOCKS = { review: 48, publication: 24 } as const;
