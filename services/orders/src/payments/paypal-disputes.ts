import { DISPUTE_ACTIONS, type DisputeAction } from '@shop/contracts/constants';
import { isCallRefused, type PaypalClient, type PaypalRequest } from '@shop/paypal';
import { z } from 'zod';
import type { ActOutcome, DisputeLookup, DisputeMovement, ProviderAct, ProviderDispute } from './payment-gateway';
import { Money, moneyCents } from './paypal-answers';
import { Time } from './paypal-report';

const word = z.string().max(100);
const Text = z.object({
  source: word.optional(),
  posted_by: word.optional(),
  notes: z.string().optional(),
  content: z.string().optional(),
});
const Details = z.object({
  dispute_id: z.string().max(64),
  create_time: Time,
  update_time: Time,
  reason: word.default('OTHER'),
  status: word.default('OTHER'),
  dispute_life_cycle_stage: word.default(''),
  dispute_amount: Money.optional(),
  seller_response_due_date: Time.optional(),
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: z.string().max(64).optional(), custom: z.string().max(127).optional() }))
    .default([]),
  dispute_outcome: z.object({ outcome_code: word.optional() }).optional(),
  money_movements: z
    .array(
      z.object({
        affected_party: word.default(''),
        type: word.default(''),
        reason: word.default(''),
        amount: Money.optional(),
        initiated_time: Time.optional(),
      }),
    )
    .default([]),
  evidences: z.array(Text).default([]),
  supporting_info: z.array(Text).default([]),
  messages: z.array(Text).default([]),
  links: z.array(z.object({ rel: word })).default([]),
});

const CALL = '/v1/customer/disputes';
const pathOf = (disputeId: string) => `${CALL}/${encodeURIComponent(disputeId)}`;

/** A dispute as PayPal shows it in full, which its events and its list do not. */
export async function lookUpDispute(client: PaypalClient, disputeId: string, deadline?: AbortSignal): Promise<DisputeLookup> {
  const answer = await client.send({ verb: 'GET', path: pathOf(disputeId), headers: { accept: 'application/json' } }, deadline);
  if (answer.kind === 'unknown') return answer;
  if (answer.kind === 'problem' && answer.status === 404) return { kind: 'gone' };
  if (answer.kind === 'problem')
    return {
      kind: 'unknown',
      reason: `HTTP ${answer.status} ${answer.issue}`,
      callRefused: isCallRefused(answer.status),
    };
  const details = Details.safeParse(answer.body);
  return details.success ? { kind: 'found', dispute: disputeOf(details.data) } : { kind: 'unknown', reason: 'unreadable answer' };
}

function disputeOf(details: z.output<typeof Details>): ProviderDispute {
  const [transaction] = details.disputed_transactions;
  return {
    id: details.dispute_id,
    captureId: transaction?.seller_transaction_id ?? null,
    customId: transaction?.custom ?? null,
    amountCents: details.dispute_amount ? moneyCents(details.dispute_amount) : 0,
    currency: details.dispute_amount?.currency_code ?? '',
    reason: details.reason,
    stage: details.dispute_life_cycle_stage,
    status: details.status,
    dueAt: details.seller_response_due_date ?? null,
    openedAt: details.create_time,
    updatedAt: details.update_time,
    actions: actionsOf(details.links),
    outcome: details.dispute_outcome?.outcome_code ?? null,
    movements: details.money_movements.map(movementOf),
    ourTexts: [...details.evidences, ...details.supporting_info, ...details.messages].flatMap(
      ({ notes, content }) => notes ?? content ?? [],
    ),
  };
}

/** PayPal's links have the names of its calls, with underscores. */
function actionsOf(links: readonly { rel: string }[]): DisputeAction[] {
  const names = links.map(({ rel }) => rel.toLowerCase().replaceAll('_', '-'));
  return DISPUTE_ACTIONS.filter((action) => names.includes(action));
}

function movementOf(movement: z.output<typeof Details>['money_movements'][number]): DisputeMovement {
  const { affected_party: party, type, reason, amount, initiated_time: at } = movement;
  const cents = amount ? moneyCents(amount) : 0;
  return {
    kind: reason || type,
    party,
    amountCents: type === 'DEBIT' ? -cents : cents,
    currency: amount?.currency_code ?? '',
    at: at?.toISOString() ?? null,
  };
}

/** Acts in a dispute. Evidence is a form with the part `input` and its files; it has no request id, so it is never repeated unseen. */
export async function actOnDispute(
  client: PaypalClient,
  disputeId: string,
  act: ProviderAct,
  deadline?: AbortSignal,
): Promise<ActOutcome> {
  const answer = await client.send(requestOf(disputeId, act), deadline);
  if (answer.kind === 'unknown') return answer;
  if (answer.kind === 'ok') return { kind: 'done' };
  const { status, issue } = answer;
  return status === 401 || status === 408 || status === 409 || status === 429
    ? { kind: 'unknown', reason: `HTTP ${status} ${issue}`, callRefused: isCallRefused(status) }
    : { kind: 'refused', issue };
}

function requestOf(disputeId: string, { action, note, files }: ProviderAct): PaypalRequest {
  const path = `${pathOf(disputeId)}/${action}`;
  const json = (body: object): PaypalRequest => ({ verb: 'POST', path, headers: { 'content-type': 'application/json' }, body });
  switch (action) {
    case 'accept-claim':
      return json({ note, accept_claim_type: 'REFUND' });
    case 'send-message':
      return json({ message: note });
    case 'escalate':
      return json({ note });
    case 'provide-evidence':
    case 'provide-supporting-info':
    case 'appeal': {
      const types = files.length > 0 ? files.map(({ type }) => type) : ['OTHER'];
      const evidences = types.map((type) => ({ evidence_type: type, notes: note }));
      const body = new FormData();
      const input = action === 'provide-supporting-info' ? { notes: note } : { evidences };
      body.append('input', new Blob([JSON.stringify(input)], { type: 'application/json' }));
      for (const { name, pdf } of files)
        body.append('evidence-file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), name);
      return { verb: 'POST', path, headers: { accept: 'application/json' }, body };
    }
  }
}
