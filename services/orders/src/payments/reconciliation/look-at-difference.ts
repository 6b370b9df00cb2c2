import { adminActed } from '@shop/contracts/events';
import type { LookedAtForm } from '@shop/contracts/forms';
import { conflict, notFound } from '@shop/http';
import type { Tx } from '@shop/messaging';
import { announceDifference } from './differences';

type DifferenceRow = {
  looked_at: Date | null;
  note: string | null;
  gone_at: Date | null;
  order_id: number | null;
  reason: string;
};

/**
 * Notes that an admin has looked at a difference, which closes it, so that its seller can be paid again. Repeating it is no error.
 * @throws Refusal 404, 409 when the difference has changed since it was shown, and when another admin has noted something else
 */
export async function lookAtDifference(tx: Tx, adminId: number, id: number, { note, shownReason }: LookedAtForm): Promise<void> {
  const { db, emit } = tx;
  const [before] = await db.query<DifferenceRow[]>(
    'SELECT looked_at, note, gone_at, order_id, reason FROM payment_differences WHERE id = $1 FOR UPDATE',
    [id],
  );
  if (!before) throw notFound('difference');
  if (shownReason !== undefined && shownReason !== before.reason)
    throw conflict('difference-changed', `It is another difference by now: ${before.reason}. Please look at it again.`);
  if (before.looked_at) {
    if (before.note !== note) throw conflict('looked-at', `Somebody has looked at it already and noted: ${before.note}`);
    return;
  }
  const [[row]] = await db.query<[[Parameters<typeof announceDifference>[1]]]>(
    `UPDATE payment_differences SET looked_at = now(), looked_by = $2, note = $3, version = version + 1 WHERE id = $1 RETURNING *`,
    [id, adminId, note],
  );
  if (!before.gone_at) await announceDifference(tx, row, false);
  await emit(
    ...adminActed(
      adminId,
      'payment-difference.looked-at',
      { type: 'payment-difference', id, name: before.order_id ? `Order ${before.order_id}` : `Difference ${id}` },
      { before: null, after: { note } },
    ),
  );
}
