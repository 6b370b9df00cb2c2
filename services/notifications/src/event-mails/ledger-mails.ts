import { GUARANTEED_PERCENT, SELLER_PERCENT, type PaidOutBy } from '@shop/contracts/constants';
import type { DataOf, PayoutRecorded, PayoutReversed, SaleBooked, SaleReversed } from '@shop/contracts/events';
import { formatCents } from '@shop/contracts/pricing';
import type { Tx } from '@shop/messaging';
import { button, note, text, type Block } from '../mails/blocks';
import { queueMail, type NewMail } from '../mails/queue-mail';
import type { Site } from '../mails/render';

type About = { storeName: string; owner: { name: string; email: string } | null; storeClosed: boolean };

const SENT: Record<PaidOutBy, string> = { paypal: 'by PayPal', card: 'to your card', other: 'outside PayPal and cards' };

/**
 * What a seller hears about the money: each sale, each refund, each payout. Where the seller's address is not known, `operator`
 * passes it on.
 */
export function ledgerReactions(site: Site, operator: string) {
  const tell = (tx: Tx, { storeName, owner, storeClosed }: About, mail: Omit<NewMail, 'recipient' | 'blocks'>, blocks: Block[]) =>
    queueMail(tx, {
      ...mail,
      recipient: owner?.email ?? operator,
      replyTo: operator,
      blocks: [
        ...(owner ? [] : [note(`The address of ${storeName} is not known here. Please pass this on.`)]),
        ...blocks,
        ...(storeClosed ? [] : [button('Your earnings', `${site.url}/account?tab=seller`)]),
      ],
    });
  const hello = ({ storeName, owner }: About) => `Hello ${owner?.name ?? storeName}`;

  return {
    async tellSellerWhenSaleBooked(tx: Tx, sale: DataOf<typeof SaleBooked>) {
      await tell(
        tx,
        sale,
        { kind: 'sale-booked', about: `${sale.orderId} ${sale.productId}`, subject: `Sold: "${sale.trackName}"` },
        [
          text(
            `${hello(sale)}, "${sale.trackName}" was sold. ${formatCents(sale.netCents)} is yours, paid out by ${sale.dueOn}: three business days after the payment.`,
          ),
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
      );
    },

    async tellSellerWhenSaleReversed(tx: Tx, sale: DataOf<typeof SaleReversed>) {
      await tell(
        tx,
        sale,
        { kind: 'sale-reversed', about: `${sale.orderId} ${sale.productId}`, subject: `Refunded: "${sale.trackName}"` },
        [
          text(
            `${hello(sale)}, the buyer of "${sale.trackName}" (order #${sale.orderId}) got the money back, so the ${formatCents(sale.netCents)} booked for it was taken back.`,
          ),
          note(
            `${sale.storeClosed ? '' : 'If it was paid out already, your next sales make up for it. '}You need not send anything.`,
          ),
        ],
      );
    },

    async tellSellerWhenPayoutRecorded(tx: Tx, payout: DataOf<typeof PayoutRecorded>) {
      await tell(
        tx,
        payout,
        {
          kind: 'payout-recorded',
          about: String(payout.payoutId),
          subject: `${formatCents(payout.amountCents)} is on its way to you`,
        },
        [
          text(
            `${hello(payout)}, we sent you ${formatCents(payout.amountCents)} ${SENT[payout.method]}. It takes 30 minutes to 48 hours to arrive.`,
          ),
          {
            kind: 'rows',
            rows: [
              { label: 'Reference', value: payout.reference },
              { label: 'Amount', value: formatCents(payout.amountCents), strong: true },
            ],
          },
        ],
      );
    },

    async tellSellerWhenPayoutReversed(tx: Tx, payout: DataOf<typeof PayoutReversed>) {
      await tell(
        tx,
        payout,
        {
          kind: 'payout-reversed',
          about: String(payout.payoutId),
          subject: `The payout of ${formatCents(payout.amountCents)} was recorded wrongly`,
        },
        [
          text(
            `${hello(payout)}, the payout of ${formatCents(payout.amountCents)} with reference ${payout.reference} was recorded wrongly and has been taken back in the books. What is due to you is due again.`,
          ),
          { kind: 'rows', rows: [{ label: 'Reason', value: payout.reason }] },
          ...(payout.storeClosed
            ? [
                text(
                  'Your store is closed, and we may no longer have your payout details: please answer this mail and say where we are to pay you.',
                ),
              ]
            : []),
        ],
      );
    },
  };
}

const arithmetic = ({ grossCents, sellerDiscountCents, commissionCents, netCents }: DataOf<typeof SaleBooked>) => [
  { label: 'Price', value: formatCents(grossCents) },
  ...(sellerDiscountCents > 0 ? [{ label: 'Your part of the coupon', value: formatCents(-sellerDiscountCents) }] : []),
  { label: `Commission (${100 - SELLER_PERCENT}%)`, value: formatCents(-commissionCents) },
  { label: 'Yours', value: formatCents(netCents), strong: true },
];
