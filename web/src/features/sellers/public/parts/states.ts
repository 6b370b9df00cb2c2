import { NO_SELLER_STATUS, type SubmissionStatus } from '@shop/contracts/constants';
import type { SellerView } from '@shop/contracts/views';

type Store = Pick<SellerView, 'status' | 'verification_photo' | 'verification_refused_at'>;

/** The state for texts about a store. A refusal decides first; a store that an admin set to pending may have no document. */
export function storeState({ status, verification_photo: document, verification_refused_at: refusedAt }: Store): string {
  if (refusedAt) return 'refused';
  return status === 'pending' && !document ? NO_SELLER_STATUS : status;
}

type Tone = 'plain' | 'signal' | 'warm';

/** The label of each state, and the promise that comes with it. */
export const SUBMISSION_STATES: Record<SubmissionStatus, { label: string; tone: Tone; promised?: string }> = {
  submitted: { label: 'Submitted', tone: 'plain', promised: 'Answer' },
  in_review: { label: 'In review', tone: 'plain', promised: 'Answer' },
  changes_asked: { label: 'Changes asked', tone: 'warm' },
  approved: { label: 'Approved', tone: 'signal', promised: 'On sale' },
  rejected: { label: 'Rejected', tone: 'warm' },
  published: { label: 'Published', tone: 'signal' },
};

/** The next promise. A store that is not active sells nothing, so its approved track is only published. */
export const promisedIn = (status: SubmissionStatus, storeStatus: string) =>
  status === 'approved' && storeStatus !== 'active' ? 'Publication' : SUBMISSION_STATES[status].promised;
