import type { ClaimOutcome, ClaimState } from '@shop/contracts/constants';

/** What can happen to a claim: an answer of the seller, a decision of the house, its withdrawal, or money that went back otherwise. */
export type ClaimNews = 'seller-wrote' | ClaimOutcome | 'withdraw' | 'money-went-back';

/**
 * The life of a claim (docs/product/claims.md#states): what each news makes of a state. What is not in the table changes nothing, and
 * nothing moves a claim that has ended.
 */
export const CLAIM_MOVES: Readonly<Record<ClaimState, Partial<Record<ClaimNews, ClaimState>>>> = {
  open: {
    'seller-wrote': 'answered',
    repair: 'repaired',
    refund: 'refunded',
    refuse: 'refused',
    withdraw: 'withdrawn',
    'money-went-back': 'refunded',
  },
  answered: {
    repair: 'repaired',
    refund: 'refunded',
    refuse: 'refused',
    withdraw: 'withdrawn',
    'money-went-back': 'refunded',
  },
  repaired: {},
  refunded: {},
  refused: {},
  withdrawn: {},
};

export const isOpen = (state: ClaimState): boolean => state === 'open' || state === 'answered';

type Clocks = { state: ClaimState; sellerDueAt: Date | null; houseDueAt: Date };

/**
 * Whose answer a claim waits for, and by when: first the seller's, then the house's, also when the seller has let their time pass.
 * @returns null once it has ended
 */
export function waitsFor(
  { state, sellerDueAt, houseDueAt }: Clocks,
  now: Date,
): { side: 'seller' | 'house'; dueAt: Date } | null {
  if (!isOpen(state)) return null;
  if (state === 'open' && sellerDueAt && sellerDueAt > now) return { side: 'seller', dueAt: sellerDueAt };
  return { side: 'house', dueAt: houseDueAt };
}
