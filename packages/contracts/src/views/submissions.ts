import type { SubmissionFilter, SubmissionStatus } from '../constants';
import type { Page } from './shared';

/** A submission as its seller sees it, newest first in the answer of his tracks. `price` in dollars. */
export type SellerSubmissionView = {
  id: number;
  trackName: string;
  price: number;
  genre: string;
  bpm: number;
  key: string;
  status: SubmissionStatus;
  /** Why it was rejected. */
  reason: string | null;
  /** The track it became. */
  productId: number | null;
  submittedAt: string;
  /** Until when the next step is promised; null when nothing is promised any more. */
  dueAt: string | null;
  overdue: boolean;
  /** When the present state began. */
  changedAt: string;
};

/** A submission in the admin's queue. */
export type SubmissionView = SellerSubmissionView & {
  sellerId: number;
  storeName: string;
  trackFilesLink: string;
  projectFilesLink: string | null;
  contactEmail: string;
};

/** How many there are by state, whatever the list is filtered by. */
export type SubmissionCounts = Record<SubmissionFilter, number>;

export type SubmissionsPage = Page<SubmissionView> & { counts: SubmissionCounts };
