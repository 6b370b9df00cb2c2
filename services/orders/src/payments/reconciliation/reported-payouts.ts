import type { DataOf, PaymentsReconciled } from '@shop/contracts/events';
import type { Report } from '../payment-gateway';

export type ReportedPayouts = NonNullable<DataOf<typeof PaymentsReconciled>['payouts']>;
type ReportedPayout = ReportedPayouts['list'][number];

/**
 * What a report says of payouts between two times, one entry for each payout, in cents: sellers compares it with its own. The fee is
 * the sum of its own transactions, or else what the payout names. A return counts if it happened between the times: a payout from before
 * `from` is listed by its return alone.
 */
export function reportedPayouts({ payouts }: Pick<Report, 'payouts'>, from: Date, until: Date): ReportedPayouts {
  const list = new Map<string, ReportedPayout>();
  const fees = new Map<string, number>();
  for (const { kind, payoutId, amountCents } of payouts)
    if (kind === 'fee') fees.set(payoutId, (fees.get(payoutId) ?? 0) + amountCents);
  const inTime = payouts.filter(({ at }) => at <= until);
  for (const { kind, payoutId, amountCents, currency, feeCents, at } of inTime)
    if (kind === 'payout')
      list.set(payoutId, {
        ...{ transactionId: payoutId, amountCents, currency, returnedCents: 0, at: at.toISOString() },
        feeCents: fees.get(payoutId) ?? feeCents,
      });
  for (const { kind, payoutId, amountCents, currency, at } of inTime) {
    if (kind !== 'return') continue;
    const older = {
      transactionId: payoutId,
      amountCents: null,
      currency,
      feeCents: null,
      returnedCents: 0,
      at: at.toISOString(),
    };
    const payout = list.get(payoutId) ?? older;
    list.set(payoutId, { ...payout, returnedCents: payout.returnedCents + amountCents });
  }
  return { from: from.toISOString(), until: until.toISOString(), count: list.size, list: [...list.values()] };
}
