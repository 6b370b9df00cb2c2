import type { DisputeListQuery } from '@shop/contracts/forms';
import type { disputeRoutes } from '@shop/contracts/routes';
import type { DisputeActView, DisputeRowView, DisputeView, Page } from '@shop/contracts/views';
import { notFound, reply, type Handlers } from '@shop/http';
import { rowsOf } from '@shop/messaging';
import { pageOf, windowOf } from '@shop/shared';
import type { EntityManager } from 'typeorm';
import type { ServiceContext } from '../context';
import { actFailureText, actOnDispute } from './act-on-dispute';
import { Dispute } from '../freezes/dispute.entity';
import { drawEvidence, offersOf } from './evidence';

export function disputeHandlers(context: ServiceContext): Handlers<typeof disputeRoutes> {
  const { source } = context;
  const view = async (id: string) => ({ success: true as const, data: await readDispute(context, id) });
  return {
    listDisputes: ({ query }) => listDisputes(source.manager, query),
    readDispute: ({ params }) => view(params.disputeId),
    async readEvidence({ params, query, caller }) {
      const { orderId } = await disputeBy(source.manager, params.disputeId);
      const offers = await offersOf(context, orderId);
      const offer = offers.find(
        ({ paper, productId }) => paper === params.paper && (query.productId === undefined || productId === query.productId),
      );
      if (!offer || orderId === null) throw notFound('paper');
      const { pdf, name } = await drawEvidence(context, caller, orderId, offer);
      return reply(200, pdf, {
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${name}"`,
        'cache-control': 'private, no-store',
      });
    },
    async actOnDispute({ params, body, caller }) {
      const state = await actOnDispute(context, caller, params.disputeId, params.action, body);
      const dispute = await view(params.disputeId);
      return state === 'asked' ? reply(202, dispute) : reply(200, dispute);
    },
  };
}

async function disputeBy(db: EntityManager, id: string): Promise<Dispute> {
  const dispute = await db.findOneBy(Dispute, { id });
  if (!dispute) throw notFound('dispute');
  return dispute;
}

const rowView = (dispute: Dispute): DisputeRowView => ({
  id: dispute.id,
  orderId: dispute.orderId,
  amountCents: dispute.amountCents,
  currency: dispute.currency,
  reason: dispute.reason,
  stage: dispute.stage,
  status: dispute.status,
  opened_at: dispute.openedAt.toISOString(),
  updated_at: dispute.updatedAt.toISOString(),
  dueAt: dispute.dueAt?.toISOString() ?? null,
  outcome: dispute.outcome,
});

/** A dispute with what PayPal allows now, what was sent, and the papers that can be. @throws Refusal 404 */
async function readDispute(context: ServiceContext, id: string): Promise<DisputeView> {
  const db = context.source.manager;
  const dispute = await disputeBy(db, id);
  const acts = await db.query<(Omit<DisputeActView, 'at'> & { at: Date })[]>(
    'SELECT id, action, note, papers, asked_at AS at, state, failure FROM dispute_acts WHERE dispute_id = $1 ORDER BY id',
    [id],
  );
  return {
    ...rowView(dispute),
    actions: dispute.actions,
    back_cents: dispute.backCents,
    fee_cents: dispute.feeCents,
    frozen: dispute.freeze === 'frozen' || dispute.freeze === 'awaits-refund',
    movements: dispute.movements,
    acts: acts.map(({ at, failure, ...act }) => ({
      ...act,
      at: at.toISOString(),
      failure: failure === null ? null : actFailureText(failure),
    })),
    evidence: await offersOf(context, dispute.orderId),
  };
}

/** A page of disputes, newest first. `q` is the id of a dispute or an order. */
async function listDisputes(db: EntityManager, query: DisputeListQuery): Promise<Page<DisputeRowView>> {
  const values = [query.open ?? null, query.q?.replace(/^#/, '') ?? null];
  const filter = `WHERE ($1::boolean IS NULL OR (status <> 'RESOLVED') = $1)
    AND ($2::text IS NULL OR lower(id) = lower($2) OR order_id::text = $2)`;
  const { skip, take } = windowOf(query);
  const rows = await rowsOf(db, Dispute, `${filter} ORDER BY opened_at DESC, id OFFSET $3 LIMIT $4`, [...values, skip, take]);
  const [{ total }] = await db.query<[{ total: number }]>(`SELECT count(*)::int AS total FROM disputes ${filter}`, values);
  return pageOf(query, total, rows.map(rowView));
}
