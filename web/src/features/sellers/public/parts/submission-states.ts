import type { SubmissionStatus } from '@shop/contracts/constants';

type Tone = 'plain' | 'signal' | 'warm';

/** The label of each state, and the promise that comes with it. */
export const SUBMISSION_STATES: Record<SubmissionStatus, { label: string; tone: Tone; promised?: string }> = {
  submitted: { label: 'Submitted', tone: 'plain', promised: 'Answer' },
  in_review: { label: 'In review', tone: 'plain', promised: 'Answer' },
  approved: { label: 'Approved', tone: 'signal', promised: 'On sale' },
  rejected: { label: 'Rejected', tone: 'warm' },
  published: { label: 'Published', tone: 'signal' },
};

/** The next promise. A store that is not active sells nothing, so its approved track is only published. */
export const promisedIn = (status: SubmissionStatus, storeStatus: string) =>
  status === 'approved' && storeStatus !== 'active' ? 'Publication' : SUBMISSION_STATES[status].promised;
