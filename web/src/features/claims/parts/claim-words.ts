import type { ClaimReason, ClaimSide, ClaimState } from '@shop/contracts/constants';
import { timeWithZone } from '@shop/contracts/times';
import type { ClaimRowView } from '@shop/contracts/views';

export const REASONS: Record<ClaimReason, string> = {
  'not-as-described': 'Not as described',
  'files-broken': 'Files are broken or missing',
  'not-exclusive': 'Not exclusive: it is sold or out elsewhere',
  rights: 'Rights: samples, vocals, somebody else’s work',
  other: 'Something else',
};

export const STATES: Record<ClaimState, { name: string; tone: 'plain' | 'signal' | 'warm' }> = {
  open: { name: 'Open', tone: 'warm' },
  answered: { name: 'Answered', tone: 'warm' },
  repaired: { name: 'Repaired', tone: 'signal' },
  refunded: { name: 'Refunded', tone: 'signal' },
  refused: { name: 'Refused', tone: 'plain' },
  withdrawn: { name: 'Withdrawn', tone: 'plain' },
};

const OTHERS: Record<ClaimSide, string> = { buyer: 'Buyer', seller: 'Seller', house: 'The shop' };

/** Who wrote a message, as a reader with this part knows them. */
export const writerName = (from: ClaimSide, part: ClaimSide): string => (from === part ? 'You' : OTHERS[from]);

/** What is next, in words; what came of it once it has ended. */
export function clockText({ state, part, waits_for: side, dueAt }: ClaimRowView): string {
  if (side && dueAt) {
    const who = side === part ? 'Your answer is due' : side === 'seller' ? 'The seller answers' : 'The shop decides';
    return `${who} by ${timeWithZone(dueAt)}.`;
  }
  switch (state) {
    case 'repaired':
      return 'The shop decided that the problem is solved. The files can be downloaded again.';
    case 'refunded':
      return 'The money went back to the buyer.';
    case 'refused':
      return 'The shop decided that the sale stays as it is. The files can be downloaded again.';
    default:
      return 'The buyer took the report back. The files can be downloaded again.';
  }
}
