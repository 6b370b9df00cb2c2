import type { LedgerState } from '@shop/contracts/constants';
import type { LedgerBalances } from '@shop/contracts/views';

/** What a statement needs of a transaction; `amountCents` is to the seller's good when positive. */
export type Movement = { id: number; amountCents: number } & (
  { kind: 'sale'; dueOn: string } | { kind: 'refund' | 'payout_reversal'; reverses: number } | { kind: 'payout' }
);

export type Statement = {
  balances: LedgerBalances;
  /** By id; only sales and payouts have a state. `openCents` is the part of a sale that no payout covers yet. */
  states: ReadonlyMap<number, { state: LedgerState; openCents: number }>;
};

/**
 * Where each sale of one seller stands, and what that comes to. Payouts cover sales in the order in which they fall due, so what
 * was paid for a sale that is refunded later covers the next ones; what nothing is left to cover is overpaid.
 * `today` is a date on the shop's calendar.
 */
export function statementOf(movements: readonly Movement[], today: string): Statement {
  const undone = new Set(movements.flatMap((one) => ('reverses' in one ? [one.reverses] : [])));
  const standing = movements.filter(({ id }) => !undone.has(id));
  const paidCents = standing.reduce((sum, { kind, amountCents }) => (kind === 'payout' ? sum - amountCents : sum), 0);

  const states = new Map<number, { state: LedgerState; openCents: number }>();
  for (const { id, kind } of movements) {
    if (undone.has(id)) states.set(id, { state: 'reversed', openCents: 0 });
    else if (kind === 'payout') states.set(id, { state: 'paid', openCents: 0 });
  }

  const totals = { owed: 0, due: 0 };
  let coverCents = paidCents;
  const sales = standing.filter((one) => one.kind === 'sale');
  for (const { id, amountCents, dueOn } of sales.sort((a, b) => (a.dueOn < b.dueOn ? -1 : a.dueOn > b.dueOn ? 1 : a.id - b.id))) {
    const openCents = Math.max(0, amountCents - coverCents);
    coverCents = Math.max(0, coverCents - amountCents);
    const until = dueOn <= today ? 'due' : 'owed';
    totals[until] += openCents;
    states.set(id, { state: openCents === 0 ? 'paid' : until, openCents });
  }
  return { balances: { owedCents: totals.owed, dueCents: totals.due, paidCents, overpaidCents: coverCents }, states };
}
