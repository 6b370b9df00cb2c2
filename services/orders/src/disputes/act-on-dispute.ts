import { ACTIONS_WITH_PAPERS, type DisputeAction } from '@shop/contracts/constants';
import { adminActed } from '@shop/contracts/events';
import type { DisputeActForm } from '@shop/contracts/forms';
import { conflict, invalid, notFound, type Refusal, type UserCaller } from '@shop/http';
import { inTx, locked } from '@shop/messaging';
import type { ServiceContext } from '../context';
import { Dispute } from '../freezes/dispute.entity';
import { drawPapers } from './evidence';
import { heedDispute } from './heed-dispute';
import { numberOf, settleAct } from './settle-acts';

/**
 * Acts in a dispute, once for each key (docs/product/disputes.md#what-the-shop-can-do). PayPal is asked first what it allows, and
 * whether it has an act whose answer was lost: nothing is sent again before that is known. No transaction is open during the call.
 * @returns `asked` while nobody knows whether PayPal has it
 * @throws Refusal 404, 409 with the reason, 503 when PayPal cannot be asked first
 */
export async function actOnDispute(
  context: ServiceContext,
  caller: UserCaller,
  disputeId: string,
  action: DisputeAction,
  form: DisputeActForm,
): Promise<'asked' | 'done'> {
  const { source, gateway, log } = context;
  if (!(await source.manager.existsBy(Dispute, { id: disputeId }))) throw notFound('dispute');
  const earlierAct = await knownAct(context, disputeId, action, form.key);
  if (earlierAct?.state === 'done') return 'done';
  if (earlierAct?.state === 'failed') throw actRefused(earlierAct.failure ?? '');
  const deadline = AbortSignal.timeout(context.providerWithinMs);
  const dispute = await heedDispute(context, disputeId, deadline);
  if (!dispute) throw notFound('dispute');
  if (earlierAct) return (await knownAct(context, disputeId, action, form.key))?.state === 'done' ? 'done' : 'asked';

  const papers = ACTIONS_WITH_PAPERS.includes(action) ? form.papers : [];
  if (form.papers.length > papers.length) throw invalid('papers', 'Papers go with evidence alone.');
  if (papers.length > 0 && dispute.orderId === null) throw notFound('paper');
  const files = dispute.orderId === null ? [] : await drawPapers(context, caller, dispute.orderId, papers);
  const actId = await beginAct(context, caller.userId, disputeId, action, { ...form, papers });
  const note = `${form.note} ${numberOf(actId)}`;
  const outcome = await gateway.actOnDispute(disputeId, { action, note, files }, deadline);
  if (outcome.kind === 'unknown') {
    const { reason, callRefused = false } = outcome;
    log[callRefused ? 'error' : 'warn']({ disputeId, actId, reason }, 'nobody knows yet whether PayPal has an act in a dispute');
    return 'asked';
  }
  const failure = outcome.kind === 'refused' ? outcome.issue : null;
  await settleAct(source.manager, actId, failure);
  if (failure !== null) throw actRefused(failure);
  await heedDispute(context, disputeId, deadline).catch((error: unknown) =>
    log.warn({ err: error, disputeId }, 'a dispute could not be looked up after an act; it comes again'),
  );
  return 'done';
}

type StoredAct = { state: 'asked' | 'done' | 'failed'; failure: string | null; disputeId: string; action: string };

async function knownAct({ source }: ServiceContext, disputeId: string, action: string, key: string): Promise<StoredAct | null> {
  const [act] = await source.query<StoredAct[]>(
    'SELECT state, failure, dispute_id AS "disputeId", action FROM dispute_acts WHERE key = $1',
    [key],
  );
  if (act && (act.disputeId !== disputeId || act.action !== action))
    throw conflict('key-used', 'This key belongs to another act.');
  return act ?? null;
}

/** Writes down that an act is sent. @throws Refusal 409 when PayPal does not allow it, or nobody knows about the last one */
const beginAct = (
  { source }: ServiceContext,
  adminId: number,
  disputeId: string,
  action: DisputeAction,
  { key, note, papers }: DisputeActForm,
): Promise<number> =>
  inTx(source, async ({ db, emit }) => {
    const dispute = await locked(db, Dispute, { id: disputeId });
    if (!dispute?.actions.includes(action)) throw conflict('not-offered', NOT_OFFERED[action]);
    const unsettledActs = await db.query<unknown[]>(`SELECT 1 FROM dispute_acts WHERE dispute_id = $1 AND state = 'asked'`, [
      disputeId,
    ]);
    if (unsettledActs.length > 0)
      throw conflict(
        'under-way',
        'Nobody knows yet whether PayPal has what was sent last. The shop looks for it at PayPal; please try again in two minutes.',
      );
    const [act] = await db.query<[{ id: number }]>(
      'INSERT INTO dispute_acts (key, dispute_id, action, note, papers, asked_by) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id',
      [key, disputeId, action, note, papers, adminId],
    );
    await db.query(`UPDATE disputes SET next_look_at = now() + interval '1 minute' WHERE id = $1`, [disputeId]);
    const subject = { type: 'dispute', id: dispute.orderId, name: `Dispute ${disputeId}` };
    await emit(...adminActed(adminId, 'dispute.act', subject, { before: null, after: { action, papers } }));
    return act.id;
  });

const NOT_OFFERED: Record<DisputeAction, string> = {
  'provide-evidence': 'PayPal takes evidence only while it waits for the shop.',
  'provide-supporting-info': 'PayPal takes further information only once the buyer has made a claim of it.',
  appeal: 'PayPal takes no appeal of this dispute now.',
  'accept-claim': "PayPal does not let the buyer's claim be accepted now: the dispute is decided, or it is being looked into.",
  'send-message': 'Messages to the buyer are possible only before PayPal looks into it.',
  escalate: 'PayPal does not let this dispute be escalated now.',
};

const FAILURES: Readonly<Record<string, string>> = {
  NOT_SHOWN: 'PayPal does not have it: the call was lost on its way. Please do it again.',
  ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE: 'PayPal does not allow this in the present state of the dispute.',
  INSUFFICIENT_FUNDS: "The shop's balance at PayPal does not cover it. Add money to the balance, and accept the claim again.",
  INVALID_DISPUTE_ID: 'PayPal does not know this dispute.',
  INVALID_FILE_FORMAT: 'PayPal does not take this kind of file.',
  FILE_SIZE_LIMIT_EXCEEDED: 'PayPal takes files below 10 MB, and 50 MB at once. Send fewer papers.',
};

/** Why an act failed, and what to do, in a sentence. `issue` is PayPal's. */
export const actFailureText = (issue: string): string =>
  FAILURES[issue] ?? `PayPal refuses it (${issue}). Look at the dispute in PayPal's Resolution Centre.`;

const actRefused = (issue: string): Refusal => conflict('refused', actFailureText(issue));
