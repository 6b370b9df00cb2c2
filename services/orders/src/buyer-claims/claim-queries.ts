import type { ClaimReason, ClaimSide, ClaimState } from '@shop/contracts/constants';
import type { ClaimListQuery } from '@shop/contracts/forms';
import { claimRoutes, pathOf } from '@shop/contracts/routes';
import type { ClaimFileView, ClaimMessageView, ClaimRowView, ClaimView, Page } from '@shop/contracts/views';
import { forbidden, notFound, type UserCaller } from '@shop/http';
import { containing, pageOf, windowOf } from '@shop/shared';
import type { EntityManager } from 'typeorm';
import { RefundRequest, refundView } from '../orders/refund-request.entity';
import { waitsFor } from './claim-process';

type Row = {
  id: number;
  orderId: number;
  productId: number;
  buyerId: number;
  sellerUserId: number | null;
  name: string;
  img: string;
  storeName: string;
  reason: ClaimReason;
  state: ClaimState;
  openedAt: Date;
  sellerDueAt: Date | null;
  houseDueAt: Date;
  endedAt: Date | null;
  decision: string | null;
  messageCount: number;
  refundKey: string | null;
};

const COLUMNS = `claim.id, claim.order_id AS "orderId", claim.product_id AS "productId", claim.buyer_id AS "buyerId",
  store.user_id AS "sellerUserId", item.name, item.img, item.store_name AS "storeName", claim.reason, claim.state,
  opened_at AS "openedAt", seller_due_at AS "sellerDueAt", house_due_at AS "houseDueAt", ended_at AS "endedAt",
  CASE WHEN ended_at IS NOT NULL THEN decision END AS decision, refund_key AS "refundKey",
  (SELECT count(*)::int FROM claim_messages WHERE claim_id = claim.id) AS "messageCount"`;
/** A closed store has no owner here any more. */
const FROM = `FROM buyer_claims claim JOIN order_items item USING (order_id, product_id)
  LEFT JOIN stores store ON store.seller_id = claim.seller_id AND store.status <> 'closed'`;

/** The part that a caller has in a claim; null for a stranger. Its buyer and its seller have theirs also when they are admins. */
function partOf({ buyerId, sellerUserId }: Pick<Row, 'buyerId' | 'sellerUserId'>, caller: UserCaller): ClaimSide | null {
  if (buyerId === caller.userId) return 'buyer';
  if (sellerUserId === caller.userId) return 'seller';
  return caller.admin ? 'house' : null;
}

/**
 * A claim in which the caller has a part. @throws Refusal 403 for strangers, foreign and unknown claims alike, 404 for admins
 */
export async function claimFor(db: EntityManager, caller: UserCaller, id: number): Promise<{ claim: Row; part: ClaimSide }> {
  const [claim] = await db.query<Row[]>(`SELECT ${COLUMNS} ${FROM} WHERE claim.id = $1`, [id]);
  const part = claim ? partOf(claim, caller) : null;
  if (!part && !caller.admin) throw forbidden();
  if (!claim || !part) throw notFound('claim');
  return { claim, part };
}

function rowView(claim: Row, part: ClaimSide, now: Date): ClaimRowView {
  const waiting = waitsFor(claim, now);
  return {
    id: claim.id,
    orderId: claim.orderId,
    productId: claim.productId,
    name: claim.name,
    img: claim.img,
    store_name: claim.storeName,
    reason: claim.reason,
    state: claim.state,
    part,
    opened_at: claim.openedAt.toISOString(),
    waits_for: waiting?.side ?? null,
    dueAt: waiting?.dueAt.toISOString() ?? null,
    ended_at: claim.endedAt?.toISOString() ?? null,
    messageCount: claim.messageCount,
  };
}

/** A claim with its thread, oldest first. @throws like `claimFor` */
export async function readClaim(db: EntityManager, caller: UserCaller, id: number, now: Date): Promise<ClaimView> {
  const { claim, part } = await claimFor(db, caller, id);
  const refund = part === 'house' ? await refundOf(db, claim.refundKey) : null;
  return {
    ...rowView(claim, part, now),
    decision: claim.decision,
    ...(refund && { refund }),
    messages: await messagesOf(db, id),
  };
}

/** The last refund that was asked of PayPal for a claim. */
async function refundOf(db: EntityManager, key: string | null): Promise<ClaimView['refund'] | null> {
  if (key === null) return null;
  const request = await db.findOneBy(RefundRequest, { key });
  if (!request) return null;
  const { state, amountCents, failure } = refundView(request);
  return { state, amountCents, ...(failure !== undefined && { failure }) };
}

async function messagesOf(db: EntityManager, claimId: number): Promise<ClaimMessageView[]> {
  type Message = { id: number; from: ClaimSide; at: Date; text: string };
  const messages = await db.query<Message[]>(
    `SELECT id, side AS "from", sent_at AS at, text FROM claim_messages WHERE claim_id = $1 ORDER BY id`,
    [claimId],
  );
  const files = await db.query<{ id: number; messageId: number; key: string; name: string; size: number }[]>(
    `SELECT id, message_id AS "messageId", key, name, size_bytes AS size FROM claim_files WHERE message_id = ANY($1) ORDER BY id`,
    [messages.map(({ id }) => id)],
  );
  const filesOf = (messageId: number): ClaimFileView[] =>
    files
      .filter((file) => file.messageId === messageId)
      .map(({ id, key, name, size }) => ({
        ...{ id, name, size },
        kind: /\.(jpg|png|webp|gif)$/.test(key) ? 'picture' : 'audio',
        url: pathOf(claimRoutes.claimFile, { id: claimId, fileId: id }),
      }));
  return messages.map(({ at, ...message }) => ({ ...message, at: at.toISOString(), files: filesOf(message.id) }));
}

/** A page of the claims in which the caller has a part, newest first; for admins all, or with `mine` those of theirs. */
export async function listClaims(
  db: EntityManager,
  caller: UserCaller,
  query: ClaimListQuery,
  now: Date,
): Promise<Page<ClaimRowView>> {
  const all = caller.admin && query.mine !== 'true';
  const values = [
    all ? null : caller.userId,
    query.state ?? null,
    query.open ?? null,
    query.q?.replace(/^#/, '') ?? null,
    query.q === undefined ? null : containing(query.q),
  ];
  const filter = `${FROM} WHERE ($1::int IS NULL OR claim.buyer_id = $1 OR store.user_id = $1)
    AND ($2::text IS NULL OR claim.state = $2) AND ($3::boolean IS NULL OR (claim.ended_at IS NULL) = $3)
    AND ($4::text IS NULL OR claim.order_id::text = $4 OR claim.id::text = $4 OR concat_ws(E'\\n', item.name, item.store_name) ~* $5)`;
  const { skip, take } = windowOf(query);
  const rows = await db.query<Row[]>(`SELECT ${COLUMNS} ${filter} ORDER BY claim.id DESC OFFSET $6 LIMIT $7`, [
    ...values,
    skip,
    take,
  ]);
  const [{ total }] = await db.query<[{ total: number }]>(`SELECT count(*)::int AS total ${filter}`, values);
  const views = rows.flatMap((row) => {
    const part = partOf(row, caller);
    return part ? [rowView(row, part, now)] : [];
  });
  return pageOf(query, total, views);
}

/** A file of a claim's thread. @throws like `claimFor`, 404 for a file that is not in it */
export async function claimFile(db: EntityManager, caller: UserCaller, id: number, fileId: number) {
  await claimFor(db, caller, id);
  const [file] = await db.query<{ key: string; name: string }[]>(
    `SELECT key, file.name FROM claim_files file JOIN claim_messages message ON message.id = message_id
     WHERE file.id = $2 AND claim_id = $1`,
    [id, fileId],
  );
  if (!file) throw notFound('file');
  return file;
}
