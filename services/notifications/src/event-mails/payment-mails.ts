import { adminPageAddress } from '@shop/contracts/admin-pages';
import { DISPUTE_RESOLVED } from '@shop/contracts/constants';
import { amountText, disputeText } from '@shop/contracts/disputes';
import type {
  DataOf,
  DisputeChanged,
  PaymentNeedsReview,
  PaymentRefunded,
  PaymentsReconciled,
  RefundDone,
} from '@shop/contracts/events';
import { formatCents } from '@shop/contracts/pricing';
import { timeWithZone } from '@shop/contracts/times';
import type { Tx } from '@shop/messaging';
import { button, note, text } from '../mails/blocks';
import { queueMail, type NewMail } from '../mails/queue-mail';
import type { Site } from '../mails/render';
import { salesLogBlocks } from '../seals/sales-log-head';
import { headsOf } from '../seals/seal-checks';

/** The mails about payments to the operator: problems that need a person, refunds, and the nightly report. */
export const paymentReactions = (site: Site, operator: string) => ({
  /** The nightly report: one mail a night, and one when the books could not be compared. */
  async reportWhenPaymentsReconciled(tx: Tx, run: DataOf<typeof PaymentsReconciled>) {
    if (!run.night) return;
    const mail = run.reached ? nightReport(site, operator, run, run.night) : nightNotCompared(operator, run.problem, run.night);
    await queueMail(tx, {
      ...mail,
      blocks: [...mail.blocks, ...(await salesLogBlocks(tx.db, run.log)), ...(await headsOf(tx.db, site))],
    });
  },

  async alarmWhenPaymentNeedsReview(
    tx: Tx,
    { orderId, version, reason, captureId, delivered }: DataOf<typeof PaymentNeedsReview>,
  ) {
    await queueMail(tx, {
      kind: 'payment-review',
      about: `${orderId} ${version}`,
      recipient: operator,
      subject: `Order #${orderId}: the payment needs a look`,
      blocks: [
        text(`${delivered ? 'The order was paid and delivered before.' : 'Nothing was delivered.'} ${reason}`),
        { kind: 'rows', rows: [{ label: 'Capture', value: captureId ?? 'none' }] },
      ],
    });
  },

  /** The operator hears of each news of a dispute, and until when PayPal waits for an answer. */
  async tellOperatorWhenDisputeChanged(tx: Tx, dispute: DataOf<typeof DisputeChanged>) {
    const { disputeId, version, orderId, change, amountCents, currency, reason, status, dueAt, outcome, feeCents } = dispute;
    const isResolved = status === DISPUTE_RESOLVED;
    // A fee that PayPal takes after its decision is shown with the dispute and in the ledger.
    if (isResolved && change === 'updated') return;
    const state = { opened: 'was opened', updated: 'has changed', resolved: 'is resolved' }[change];
    await queueMail(tx, {
      kind: 'dispute',
      about: `${disputeId} ${version}`,
      recipient: operator,
      subject: `${orderId === null ? 'No order' : `Order #${orderId}`}: a dispute at PayPal ${state}`,
      blocks: [
        text(
          orderId === null
            ? 'No order of the shop fits the disputed payment: look at it on PayPal’s pages.'
            : isResolved
              ? 'The tracks of the order are free again, or end with the refund that PayPal makes.'
              : 'The tracks of the order are frozen until it is resolved.',
        ),
        {
          kind: 'rows',
          rows: [
            { label: 'Dispute', value: disputeId },
            { label: 'Amount', value: amountText(amountCents, currency) },
            { label: 'Reason', value: disputeText(reason) },
            { label: 'Status', value: disputeText(status) },
            ...(outcome ? [{ label: 'Outcome', value: disputeText(outcome) }] : []),
            ...(feeCents ? [{ label: 'PayPal’s fee', value: formatCents(feeCents) }] : []),
            ...(dueAt ? [{ label: 'Answer by', value: timeWithZone(dueAt, site.timeZone) }] : []),
          ],
        },
        button('Open the dispute', `${site.url}${adminPageAddress('dispute', { id: disputeId })}`),
      ],
    });
  },

  /** The buyer hears of each refund, and which links end with it. */
  async tellBuyerWhenRefundDone(tx: Tx, refund: DataOf<typeof RefundDone>) {
    const { orderId, refundId, accountEmail, amountCents, items, full } = refund;
    if (!accountEmail) return;
    const endedLinks = items.filter(({ linkEnded }) => linkEnded);
    const names = [...new Set(endedLinks.map(({ name, project }) => (project ? `"${name}" (project)` : `"${name}"`)))];
    const ofTracks =
      endedLinks.length > 0
        ? `It is for ${names.join(', ')}: their download links no longer work.`
        : 'Your download links work on.';
    await queueMail(tx, {
      kind: 'refund',
      about: refundId,
      recipient: accountEmail,
      subject: `${formatCents(amountCents)} of your order #${orderId} was given back`,
      blocks: [
        text(`${formatCents(amountCents)} of order #${orderId} was given back to you, the way that you paid.`),
        text(full ? 'All of your payment is back with it, so the download links of the order no longer work.' : ofTracks),
        note('It can take a few days until your bank or PayPal shows it.'),
      ],
    });
  },

  async tellOperatorWhenPaymentRefunded(tx: Tx, { orderId, refundId, amountCents }: DataOf<typeof PaymentRefunded>) {
    await queueMail(tx, {
      kind: 'refund-notice',
      about: refundId,
      recipient: operator,
      subject: `Order #${orderId} was refunded`,
      blocks: [
        text(
          `${formatCents(amountCents)} went back to the buyer. The download links no longer work; what was sold stays off sale.`,
        ),
      ],
    });
  },
});

const SHOWN = 20;

function nightReport(site: Site, operator: string, run: DataOf<typeof PaymentsReconciled>, night: string): NewMail {
  const { open } = run;
  const openCount = run.openCount ?? open.length;
  return {
    kind: 'reconciliation',
    about: night,
    recipient: operator,
    subject: openCount === 0 ? `PayPal and the shop agree, ${night}` : `PayPal and the shop differ: ${openCount}, ${night}`,
    blocks: [
      text(
        `PayPal's books of the last 35 days were compared with ours: ${formatCount(run.captures, 'payment')}, ${formatCount(run.refunds, 'refund')}, ${formatCount(run.disputes, 'dispute')}${run.payouts ? `, ${formatCount(run.payouts.count, 'payout')}` : ''}.`,
      ),
      ...(openCount === 0
        ? [note('Nothing waits for a look.')]
        : [
            {
              kind: 'rows' as const,
              rows: open.slice(0, SHOWN).map(({ orderId, reason, kind }) => ({ label: labelOf(orderId, kind), value: reason })),
            },
            ...(openCount > SHOWN ? [note(`And ${openCount - SHOWN} more.`)] : []),
            note('Until somebody has looked at them, their sellers are not paid out.'),
            button('Look at them', `${site.url}${adminPageAddress('reconciliation')}`),
          ]),
    ],
  };
}

const labelOf = (orderId: number | null, kind: string | null) =>
  orderId ? `Order #${orderId}` : kind?.startsWith('payout-') ? 'Payout' : 'No order';

const formatCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const nightNotCompared = (operator: string, problem: string | null, night: string): NewMail => ({
  kind: 'reconciliation-failed',
  about: night,
  recipient: operator,
  subject: `PayPal's books could not be compared, ${night}`,
  blocks: [
    text(
      `PayPal's books could not be compared with ours: ${problem ?? 'PayPal could not be reached'}. It is tried again every quarter of an hour; until then a payout asks for a confirmation.`,
    ),
  ],
});
