import { findCapture } from './captures';
import { readEvidence } from './dispute-evidence';
import { newId, timestamp } from '../ids';
import type { Money } from '../money';
import { invalid, missing, notFound, unprocessable } from '../requests/problems';
import { refundCapture } from './refunds';
import type { Simulator } from '../simulator';
import type { Capture, Dispute, PayoutBatch, Refund } from '../state';

export type DisputeRequest = { reason?: string; stage?: Dispute['stage']; amount?: Money; quiet?: boolean };
export type DisputeEnd = { outcome?: string; quiet?: boolean };

const DUE_DAYS = 10;
const FEE = '20.00';

/** The payer opens a dispute; without `quiet` the shop is told. @throws PaypalProblem 404 */
export function openDispute(simulator: Simulator, captureId: string, request: DisputeRequest): Dispute {
  const capture = findCapture(simulator, captureId);
  const dispute: Dispute = {
    id: `PP-D-${newId(5)}`,
    capture_id: capture.id,
    reason: request.reason ?? 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    stage: request.stage ?? 'CHARGEBACK',
    status: 'WAITING_FOR_SELLER_RESPONSE',
    amount: request.amount ?? capture.amount,
    due: timestamp(-DUE_DAYS),
    evidences: [],
    messages: [],
    movements: [],
    create_time: timestamp(),
    update_time: timestamp(),
  };
  saveDispute(simulator, dispute);
  if (!request.quiet) announce(simulator, dispute, 'CREATED');
  return dispute;
}

/** PayPal decides; for the buyer it gives the money back by itself, and takes its fee. @throws PaypalProblem 404 */
export function resolveDispute(simulator: Simulator, id: string, { outcome, quiet }: DisputeEnd = {}): Dispute {
  const dispute = findDispute(simulator, id);
  if (dispute.status === 'RESOLVED') return dispute;
  dispute.status = 'RESOLVED';
  dispute.outcome = outcome ?? 'RESOLVED_SELLER_FAVOUR';
  const isLost = dispute.outcome === 'RESOLVED_BUYER_FAVOUR' || dispute.outcome === 'ACCEPTED';
  if (isLost) {
    const { currency_code } = dispute.amount;
    dispute.movements.push(
      {
        affected_party: 'SELLER',
        type: 'DEBIT',
        reason: 'DISPUTE_SETTLEMENT',
        amount: dispute.amount,
        initiated_time: timestamp(),
      },
      {
        affected_party: 'SELLER',
        type: 'DEBIT',
        reason: dispute.stage === 'INQUIRY' ? 'DISPUTE_FEE' : 'CHARGEBACK_FEE',
        amount: { currency_code, value: FEE },
        initiated_time: timestamp(),
      },
    );
  }
  touch(simulator, dispute);
  if (!quiet) announce(simulator, dispute, 'RESOLVED');
  // Of PayPal's own: no dispute stands in its way any more.
  if (isLost)
    refundCapture(simulator, findCapture(simulator, dispute.capture_id), { amount: dispute.amount, quiet: quiet ?? false });
  return dispute;
}

/** PayPal moves an open dispute: another stage or status. @throws PaypalProblem 404 */
export function moveDispute(simulator: Simulator, id: string, changes: Partial<Pick<Dispute, 'stage' | 'status'>>): Dispute {
  const dispute = findDispute(simulator, id);
  Object.assign(dispute, changes);
  touch(simulator, dispute);
  announce(simulator, dispute, 'UPDATED');
  return dispute;
}

/** An act of the seller, if PayPal links it. @throws PaypalProblem 404, 400 for a wrong body, 422 when it is not allowed now */
export function actInDispute(simulator: Simulator, id: string, action: string, body: unknown, contentType?: string) {
  const dispute = findDispute(simulator, id);
  if (!actionsOf(dispute).includes(action))
    throw unprocessable('ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE', 'The action is not allowed in the current state.');
  if (action === 'provide-evidence' || action === 'provide-supporting-info' || action === 'appeal')
    addEvidence(simulator, dispute, body, contentType);
  else actByText(simulator, dispute, action, jsonOf(body));
  return { links: [{ href: `${simulator.publicUrl}/v1/customer/disputes/${id}`, rel: 'self', method: 'GET' }] };
}

function addEvidence(simulator: Simulator, dispute: Dispute, body: unknown, contentType?: string) {
  const { input, files } = readEvidence(body, contentType);
  const { evidences, notes } = (input ?? {}) as { evidences?: { evidence_type?: string; notes?: string }[]; notes?: string };
  const items = evidences ?? [{ evidence_type: 'OTHER', notes: notes ?? '' }];
  if (items.length === 0) throw missing('/evidences');
  for (const { evidence_type = 'OTHER', notes: text = '' } of items) {
    if (text.length > 2000) throw invalid('INVALID_STRING_LENGTH', 'The value of a field is too long.', { field: 'notes' });
    dispute.evidences.push({ evidence_type, notes: text, source: 'SUBMITTED_BY_SELLER', documents: files });
  }
  dispute.status = 'UNDER_REVIEW';
  touch(simulator, dispute);
  announce(simulator, dispute, 'UPDATED');
}

function actByText(simulator: Simulator, dispute: Dispute, action: string, text: { note?: string; message?: string }) {
  if (action === 'accept-claim') {
    if (!text.note) throw missing('/note');
    resolveDispute(simulator, dispute.id, { outcome: 'ACCEPTED' });
    return;
  }
  if (action === 'send-message') {
    if (!text.message) throw missing('/message');
    dispute.messages.push({ posted_by: 'SELLER', content: text.message, time_posted: timestamp() });
    dispute.status = 'WAITING_FOR_BUYER_RESPONSE';
  } else {
    if (!text.note) throw missing('/note');
    dispute.stage = 'CHARGEBACK';
    dispute.status = 'UNDER_REVIEW';
  }
  touch(simulator, dispute);
  announce(simulator, dispute, 'UPDATED');
}

function jsonOf(body: unknown): { note?: string; message?: string } {
  try {
    return (Buffer.isBuffer(body) ? JSON.parse(body.toString('utf8')) : {}) as { note?: string; message?: string };
  } catch {
    throw invalid('MALFORMED_REQUEST_JSON', 'The request JSON is not well formed.');
  }
}

/** What the seller may do now, as PayPal's links say it. */
export function actionsOf({ status, stage, outcome }: Dispute): string[] {
  if (status === 'RESOLVED') return outcome === 'RESOLVED_BUYER_FAVOUR' ? ['appeal'] : [];
  return [
    'accept-claim',
    ...(status === 'WAITING_FOR_SELLER_RESPONSE' && stage !== 'INQUIRY' ? ['provide-evidence'] : []),
    ...(stage === 'INQUIRY' ? ['send-message', 'escalate'] : ['provide-supporting-info']),
  ];
}

/** @throws PaypalProblem 404 */
export function findDispute({ state }: Simulator, id: string): Dispute {
  const dispute = state.disputes[id];
  if (!dispute) throw notFound();
  return dispute;
}

function saveDispute(simulator: Simulator, dispute: Dispute) {
  simulator.state.disputes[dispute.id] = dispute;
  simulator.saveEntries(['disputes', dispute.id]);
}

function touch(simulator: Simulator, dispute: Dispute) {
  // Times have no fractions here, and a change is later than the one before it.
  const next = new Date(Date.parse(dispute.update_time) + 1000).toISOString().replace(/\.\d+Z$/, 'Z');
  dispute.update_time = next > timestamp() ? next : timestamp();
  saveDispute(simulator, dispute);
}

/** PayPal's event is thin: whoever hears it asks for the details. */
const announce = (simulator: Simulator, { id, status, update_time }: Dispute, news: 'CREATED' | 'UPDATED' | 'RESOLVED') =>
  simulator.emit(
    `CUSTOMER.DISPUTE.${news}`,
    'dispute',
    { dispute_id: id, status, update_time },
    `A dispute is ${news.toLowerCase()}`,
  );

/** Moves everything that has happened the given number of hours into the past, because reports leave out the last four hours. */
export function age({ state, saveEntries: recordChange }: Simulator, hours: number) {
  const earlier = (time: string) => new Date(Date.parse(time) - hours * 3_600_000).toISOString().replace(/\.\d+Z$/, 'Z');
  for (const kind of ['captures', 'refunds', 'disputes', 'payouts'] as const)
    for (const entry of Object.values<Capture | Refund | Dispute | PayoutBatch>(state[kind])) {
      entry.create_time = earlier(entry.create_time);
      if ('items' in entry) for (const item of entry.items) for (const move of item.moves) move.at = earlier(move.at);
      recordChange([kind, entry.id]);
    }
}
