import { timeText } from '@shop/contracts/times';
import type { ReconciliationView } from '@shop/contracts/views';

export function lastComparison(last: ReconciliationView | null): string {
  if (!last) return "PayPal's books have not been compared with ours yet.";
  if (!last.outcome) return `A comparison has been running since ${timeText(last.started_at)}.`;
  if (last.outcome === 'failed')
    return `PayPal's books could not be compared on ${timeText(last.finished_at)}: ${last.problem}. Payouts ask for a confirmation.`;
  const counts = [
    countText(last.captures, 'payment'),
    countText(last.refunds, 'refund'),
    countText(last.disputes, 'dispute'),
    ...(Number.isInteger(last.payouts) ? [countText(last.payouts, 'payout')] : []),
  ];
  return `Last compared on ${timeText(last.finished_at)}: ${counts.slice(0, -1).join(', ')} and ${counts.at(-1)} of 35 days.`;
}

const countText = (number: number | null, noun: string) =>
  `${(number ?? 0).toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
