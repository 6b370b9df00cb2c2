import { findCapture } from './captures';
import { newId, timestamp } from '../ids';
import { notFound } from '../requests/problems';
import type { Simulator } from '../simulator';
import type { Capture, Dispute, PayoutBatch, Refund } from '../state';

export type DisputeRequest = { reason?: string };

/** @throws PaypalProblem 404 */
export function openDispute(simulator: Simulator, captureId: string, { reason }: DisputeRequest): Dispute {
  const capture = findCapture(simulator, captureId);
  const dispute: Dispute = {
    id: `PP-D-${newId(5)}`,
    capture_id: capture.id,
    reason: reason ?? 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    status: 'OPEN',
    amount: capture.amount,
    create_time: timestamp(),
    update_time: timestamp(),
  };
  simulator.state.disputes[dispute.id] = dispute;
  simulator.keep(['disputes', dispute.id]);
  return dispute;
}

/** @throws PaypalProblem 404 */
export function resolveDispute(simulator: Simulator, id: string): Dispute {
  const dispute = simulator.state.disputes[id];
  if (!dispute) throw notFound();
  dispute.status = 'RESOLVED';
  dispute.update_time = timestamp();
  simulator.keep(['disputes', dispute.id]);
  return dispute;
}

/** Moves everything that has happened the given number of hours into the past, because reports leave out the last four hours. */
export function age({ state, keep }: Simulator, hours: number) {
  const earlier = (time: string) => new Date(Date.parse(time) - hours * 3_600_000).toISOString().replace(/\.\d+Z$/, 'Z');
  for (const kind of ['captures', 'refunds', 'disputes', 'payouts'] as const)
    for (const entry of Object.values<Capture | Refund | Dispute | PayoutBatch>(state[kind])) {
      entry.create_time = earlier(entry.create_time);
      if ('items' in entry) for (const item of entry.items) for (const move of item.moves) move.at = earlier(move.at);
      keep([kind, entry.id]);
    }
}
