import { GUARANTEED_PERCENT, SELLER_PERCENT, type PaidOutBy } from '@shop/contracts/constants';
import type {
  DataOf,
  PayoutRecorded,
  PayoutReturned,
  PayoutReversed,
  PayoutUnclaimed,
  SaleBooked,
  SaleReduced,
  SaleReversed,
  StatementReady,
} from '@shop/contracts/events';
import { formatCents } from '@shop/contracts/pricing';
import { dateText } from '@shop/contracts/times';
import type { Tx } from '@shop/messaging';
import { button, note, text } from '../mails/blocks';
import { queueMail } from '../mails/queue-mail';
import type { Site } from '../mails/render';
import { hello, mailToOwner, toDashboard, type Greeting, type Owner } from './mail-to-owner';

type StoreRecipient = { storeName: string; owner: Owner; storeClosed: boolean };

const SENT: Record<PaidOutBy, string> = { paypal: 'by PayPal', card: 'to your card', other: 'outside PayPal and cards' };

/** A seller's mails about sales, refunds and payouts. Where the seller's address is not known, `operator` passes the mail on. */
export function ledgerReactions(site: Site, operator: string) {
  async function mailSeller(
    tx: Tx,
    { storeName, owner, storeClosed }: StoreRecipient,
    { news, blocks, ...mail }: Greeting,
  ): Promise<void> {
    const allBlocks = [...blocks, ...(storeClosed ? [] : [toDashboard(site, 'Your earnings')])];
    if (owner) return mailToOwner(tx, operator, owner, { ...mail, news, blocks: allBlocks });
    const unknown = note(`The address of ${storeName} is not known here. Please pass this on.`);
    await queueMail(tx, {
      ...mail,
      recipient: operator,
      replyTo: operator,
      blocks: [unknown, hello(storeName, news), ...allBlocks],
    });
  }

  return {
    async tellSellerWhenSaleBooked(tx: Tx, sale: DataOf<typeof SaleBooked>) {
      await mailSeller(tx, sale, {
        kind: 'sale-booked',
        about: `${sale.orderId} ${sale.productId}`,
        subject: `Sold: "${sale.trackName}"`,
        news: `"${sale.trackName}" was sold. ${formatCents(sale.netCents)} is yours, paid out by ${dateText(sale.dueOn)}: three business days after the payment.`,
        blocks: [
          { kind: 'rows', rows: arithmetic(sale) },
          ...(sale.shopDiscountCents > 0
            ? [
                note(
                  `The buyer used a coupon. At most ${100 - GUARANTEED_PERCENT}% of your price comes out of your share; the shop bears the other ${formatCents(sale.shopDiscountCents)}.`,
                ),
              ]
            : []),
          note('A sold track leaves the shop for good.'),
        ],
      });
    },

    async sendStatementWhenReady(tx: Tx, statement: DataOf<typeof StatementReady>) {
      const { sellerId, month, openingCents, closingCents } = statement;
      const path = `/api/sellers/${sellerId}/statements/${month}`;
      await mailSeller(tx, statement, {
        kind: 'statement-ready',
        about: `${sellerId} ${month}`,
        subject: `Your statement of ${month}`,
        news: `your statement of ${month} is ready: ${formatCents(openingCents)} at its beginning, ${formatCents(closingCents)} at its end.`,
        blocks: [
          button('Open the statement', `${site.url}${path}.pdf`),
          note('Your dashboard has it as a spreadsheet too. You are asked to log in.'),
        ],
      });
    },

    async tellSellerWhenSaleReversed(tx: Tx, sale: DataOf<typeof SaleReversed>) {
      await mailSeller(tx, sale, {
        kind: 'sale-reversed',
        about: `${sale.orderId} ${sale.productId}`,
        subject: `Refunded: "${sale.trackName}"`,
        news: `the buyer of "${sale.trackName}" (order #${sale.orderId}) got the money back, so the ${formatCents(sale.netCents)} booked for it was taken back.`,
        blocks: [
          note(
            `${sale.storeClosed ? '' : 'If it was paid out already, your next sales make up for it. '}You need not send anything.`,
          ),
        ],
      });
    },

    async tellSellerWhenSaleReduced(tx: Tx, sale: DataOf<typeof SaleReduced>) {
      await mailSeller(tx, sale, {
        kind: 'sale-reduced',
        about: `${sale.refundId} ${sale.productId}`,
        subject: `Refunded in part: "${sale.trackName}"`,
        news: `the buyer of "${sale.trackName}" (order #${sale.orderId}) got a part of the money back, so ${formatCents(sale.netCents)} of your share was taken back. ${formatCents(sale.leftCents)} of it is left.`,
        blocks: [
          note(
            `${sale.storeClosed ? '' : 'If it was paid out already, your next sales make up for it. '}You need not send anything.`,
          ),
        ],
      });
    },

    async tellSellerWhenPayoutRecorded(tx: Tx, payout: DataOf<typeof PayoutRecorded>) {
      const amount = formatCents(payout.amountCents);
      await mailSeller(tx, payout, {
        kind: 'payout-recorded',
        about: String(payout.payoutId),
        subject: `${amount} is on its way to you`,
        news: `we sent you ${amount} ${SENT[payout.method]}. It takes 30 minutes to 48 hours to arrive.`,
        blocks: [
          {
            kind: 'rows',
            rows: [
              { label: 'Reference', value: payout.reference },
              { label: 'Amount', value: amount, strong: true },
            ],
          },
        ],
      });
    },

    async tellSellerWhenPayoutUnclaimed(tx: Tx, payout: DataOf<typeof PayoutUnclaimed>) {
      const amount = formatCents(payout.amountCents);
      await mailSeller(tx, payout, {
        kind: 'payout-unclaimed',
        about: String(payout.payoutItemId),
        subject: `${amount} waits for you at PayPal`,
        news: `we sent you ${amount} to ${payout.paidTo}, but PayPal knows no account with this address, or the address is not confirmed there.`,
        blocks: [
          text('Please confirm the address at PayPal, or open an account with it. PayPal then pays you by itself.'),
          note(
            'After 30 days PayPal gives the money back to us. It is then due to you again, and you can choose another address.',
          ),
        ],
      });
    },

    async tellSellerWhenPayoutReturned(tx: Tx, payout: DataOf<typeof PayoutReturned>) {
      const amount = formatCents(payout.amountCents);
      await mailSeller(tx, payout, {
        kind: 'payout-returned',
        about: String(payout.payoutItemId),
        subject: `The payout of ${amount} did not reach you`,
        news: `the payout of ${amount} to ${payout.paidTo} came back to us. The ${amount} are due to you again.`,
        blocks: [
          { kind: 'rows', rows: [{ label: 'Reason', value: payout.reason }] },
          text(
            payout.storeClosed
              ? 'Your store is closed: please answer this mail and say where we are to pay you.'
              : 'Please look at your payout details: we pay you again where they say.',
          ),
        ],
      });
    },

    async tellSellerWhenPayoutReversed(tx: Tx, payout: DataOf<typeof PayoutReversed>) {
      const amount = formatCents(payout.amountCents);
      await mailSeller(tx, payout, {
        kind: 'payout-reversed',
        about: String(payout.payoutId),
        subject: `The payout of ${amount} was recorded wrongly`,
        news: `the payout of ${amount} with reference ${payout.reference} was recorded wrongly and has been taken back in the books. What is due to you is due again.`,
        blocks: [
          { kind: 'rows', rows: [{ label: 'Reason', value: payout.reason }] },
          ...(payout.storeClosed
            ? [
                text(
                  'Your store is closed, and we may no longer have your payout details: please answer this mail and say where we are to pay you.',
                ),
              ]
            : []),
        ],
      });
    },
  };
}

const arithmetic = ({ grossCents, sellerDiscountCents, commissionCents, netCents }: DataOf<typeof SaleBooked>) => [
  { label: 'Price', value: formatCents(grossCents) },
  ...(sellerDiscountCents > 0 ? [{ label: 'Your part of the coupon', value: formatCents(-sellerDiscountCents) }] : []),
  { label: `Commission (${100 - SELLER_PERCENT}%)`, value: formatCents(-commissionCents) },
  { label: 'Yours', value: formatCents(netCents), strong: true },
];
