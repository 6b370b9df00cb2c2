/** What becomes of a track that a seller sent in (docs/product/review.md#states-of-a-submission). */
export const SUBMISSION_STATUSES = ['submitted', 'in_review', 'approved', 'rejected', 'published'] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];
/** What an admin may decide. */
export const SUBMISSION_DECISIONS = ['in_review', 'approved', 'rejected', 'published'] as const;
/** What the admin's queue can be narrowed to. */
export const SUBMISSION_FILTERS = [...SUBMISSION_STATUSES, 'open', 'overdue'] as const;
export type SubmissionFilter = (typeof SUBMISSION_FILTERS)[number];
/**
 * The promises to a seller in hours by the clock, weekends included: review from the sending on, publication from the approval on
 * (docs/product/review.md#promised-times).
 */
export const SUBMISSION_CLOCKS = { review: 48, publication: 24 } as const;
