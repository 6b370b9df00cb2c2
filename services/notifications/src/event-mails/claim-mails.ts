import { adminPageAddress } from '@shop/contracts/admin-pages';
import type { ClaimReason, ClaimState } from '@shop/contracts/constants';
import type { ClaimAnswerDue, ClaimEnded, ClaimMessageSent, ClaimOpened, DataOf } from '@shop/contracts/events';
import { accountTab } from '@shop/contracts/pages';
import { timeWithZone } from '@shop/contracts/times';
import type { Tx } from '@shop/messaging';
import { button, note, text, type Block } from '../mails/blocks';
import { queueMail } from '../mails/queue-mail';
import type { Site } from '../mails/render';

type Claim = Pick<
  DataOf<typeof ClaimOpened>,
  'claimId' | 'orderId' | 'trackName' | 'accountEmail' | 'sellerEmail' | 'sellerId' | 'version'
>;
type Side = 'buyer' | 'seller' | 'house';
type News = { kind: string; about: string; subject: string; blocks: Block[] };

/** The mails about reported problems, to both sides and `operator`. What somebody wrote is read in the thread, never in a mail. */
export function claimReactions(site: Site, operator: string) {
  const toThread: Record<Side, (claim: Claim) => Block> = {
    buyer: () => button('Open My Orders', `${site.url}${accountTab('orders')}`),
    seller: () => button('Open the Seller Dashboard', `${site.url}${accountTab('seller')}`),
    house: ({ claimId }) => button('Open the claim', `${site.url}${adminPageAddress('claim', { id: claimId })}`),
  };

  /** A mail to one side, of a kind of its own, so that the mails of an erased buyer or seller are found. An account without a known address gets none; nor does the operator's own track have a seller. */
  async function mailSide(tx: Tx, side: Side, claim: Claim, { blocks, ...mail }: News): Promise<void> {
    const recipient = { buyer: claim.accountEmail, seller: claim.sellerEmail, house: operator }[side];
    if (!recipient) return;
    const replyTo = side === 'house' ? undefined : operator;
    const kind = side === 'buyer' ? mail.kind : `${mail.kind}-to-${side}`;
    await queueMail(tx, { ...mail, kind, recipient, replyTo, blocks: [...blocks, toThread[side](claim)] });
  }
  const when = (at: string) => timeWithZone(at, site.timeZone);

  return {
    async tellAllWhenClaimOpened(tx: Tx, claim: DataOf<typeof ClaimOpened>) {
      const { claimId, orderId, trackName, sellerDueAt, houseDueAt } = claim;
      const about = String(claimId);
      await mailSide(tx, 'buyer', claim, {
        kind: 'claim-opened',
        about,
        subject: `We have your report about "${trackName}"`,
        blocks: [
          text(
            `You reported a problem with "${trackName}" (order #${orderId}). ${sellerDueAt ? `The seller answers by ${when(sellerDueAt)}, and we decide by ${when(houseDueAt)}.` : `We decide by ${when(houseDueAt)}.`}`,
          ),
          note('Until then the track cannot be downloaded, and its certificate is suspended.'),
        ],
      });
      if (sellerDueAt)
        await mailSide(tx, 'seller', claim, {
          kind: 'claim-opened',
          about,
          subject: `A buyer reported a problem with "${trackName}"`,
          blocks: [
            text(
              `The buyer of "${trackName}" (order #${orderId}) reported a problem: ${REASONS[claim.reason]}. Please answer by ${when(sellerDueAt)}.`,
            ),
            note('Until it is decided, your share of this sale is on hold.'),
          ],
        });
      await mailSide(tx, 'house', claim, {
        kind: 'claim-opened',
        about,
        subject: `Order #${orderId}: a problem with "${trackName}"`,
        blocks: [text(`A buyer reported: ${REASONS[claim.reason]}. The decision is promised by ${when(houseDueAt)}.`)],
      });
    },

    async tellOthersWhenClaimMessageSent(tx: Tx, message: DataOf<typeof ClaimMessageSent>) {
      const { messageId, orderId, trackName, from } = message;
      const writer = { buyer: 'The buyer', seller: 'The seller', house: 'The shop' }[from];
      for (const side of ['buyer', 'seller', 'house'] as const)
        if (side !== from)
          await mailSide(tx, side, message, {
            kind: 'claim-message',
            about: String(messageId),
            subject: `A new message about "${trackName}"`,
            blocks: [text(`${writer} wrote about the problem with "${trackName}" (order #${orderId}).`)],
          });
    },

    async tellAllWhenClaimEnded(tx: Tx, claim: DataOf<typeof ClaimEnded>) {
      const outcome = OUTCOMES[claim.state];
      if (!outcome) return;
      for (const side of ['buyer', 'seller', 'house'] as const)
        await mailSide(tx, side, claim, {
          kind: 'claim-ended',
          about: String(claim.claimId),
          subject: `The problem with "${claim.trackName}": ${outcome.subject}`,
          blocks: [
            text(`${outcome.says} (order #${claim.orderId})`),
            ...(claim.byHouse ? [note('The reason stands in the messages.')] : []),
          ],
        });
    },

    async remindWhenClaimAnswerDue(tx: Tx, reminder: DataOf<typeof ClaimAnswerDue>) {
      const { claimId, trackName, orderId, waitsFor, late, dueAt } = reminder;
      const mail = {
        kind: late ? 'claim-late' : 'claim-due',
        about: `${claimId} ${waitsFor}`,
        subject: `${late ? 'Overdue' : 'Due soon'}: an answer about "${trackName}"`,
        blocks: [
          text(
            `${waitsFor === 'seller' ? "The seller's answer" : 'The decision'} about the problem with "${trackName}" (order #${orderId}) ${late ? 'was' : 'is'} promised by ${when(dueAt)}.`,
          ),
          note('This reminder comes once.'),
        ],
      };
      if (waitsFor === 'seller') await mailSide(tx, 'seller', reminder, mail);
      if (waitsFor === 'house' || late) await mailSide(tx, 'house', reminder, mail);
    },
  };
}

const REASONS: Record<ClaimReason, string> = {
  'not-as-described': 'it is not as described',
  'files-broken': 'files are broken or missing',
  'not-exclusive': 'it is not exclusive',
  rights: 'somebody else has rights in it',
  other: 'something else',
};

const OUTCOMES: Partial<Record<ClaimState, { subject: string; says: string }>> = {
  repaired: { subject: 'solved', says: 'The shop decided that the problem is solved. The files can be downloaded again.' },
  refunded: { subject: 'refunded', says: 'Money goes back to the buyer. Another mail says how much, and of what.' },
  refused: {
    subject: 'the sale stays',
    says: 'The shop decided that the sale stays as it is. The files can be downloaded again.',
  },
  withdrawn: { subject: 'taken back', says: 'The buyer took the report back. The sale stays as it is.' },
};
