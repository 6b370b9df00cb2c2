import { recordedId } from '@shop/contracts/constants';
import type {
  AwaitedTrackReleased,
  DataOf,
  InvoiceIssued,
  OrderCaptured,
  OrderEnded,
  OrderPlaced,
  OrderResendRequested,
  PaymentRefunded,
  TrackReleased,
} from '@shop/contracts/events';
import { keyText } from '@shop/contracts/finding';
import { accountTab, pageAddress } from '@shop/contracts/pages';
import { formatCents } from '@shop/contracts/pricing';
import { timeWithZone } from '@shop/contracts/times';
import { contractFactsOf, contractFileName } from '@shop/documents';
import type { Tx } from '@shop/messaging';
import { forgetHeldAbout } from '../contact-addresses/contact-addresses';
import type { MailToPerson, Person } from '../contact-addresses/mail-to-person';
import { button, note, text, type Block } from '../mails/blocks';
import { queueMail, type NewMail } from '../mails/queue-mail';
import type { Site } from '../mails/render';

/** How the operator was paid (docs/product/payments.md#recording-a-payment); any other way is an arrangement. */
const PAID_BY: Record<string, string> = { paypal: 'PayPal', crypto: 'cryptocurrency', bank: 'bank transfer' };

const RESERVED = 'order-placed';
const RECEIPT = 'order';

type CapturedOrder = DataOf<typeof OrderCaptured>;
type PlacedOrder = DataOf<typeof OrderPlaced>;

/** The mails about orders. `operator` hears of sales. */
export const orderReactions = (site: Site, operator: string, mailToPerson: MailToPerson) => ({
  /** One mail for each paid order, with links and contracts (docs/product/delivery.md#the-order-mail). */
  async sendLinksWhenOrderCaptured(tx: Tx, order: CapturedOrder) {
    // Finds held mails by track too, because this order may have replaced an older one of the buyer.
    await forgetHeldAbout(tx.db, [{ order: [order.orderId] }, ...tracksOf(order)], [RESERVED]);
    await mailToPerson(tx, buyerOf(order), receipt(site, order, order.ref));
    await queueMail(tx, saleNotice(site, operator, order));
  },

  async sendLinksWhenOrderResendRequested(tx: Tx, { requestId, order }: DataOf<typeof OrderResendRequested>) {
    await forgetHeldAbout(tx.db, [{ order: [order.orderId] }], [RESERVED, RECEIPT]);
    await mailToPerson(tx, buyerOf(order), receipt(site, order, requestId));
  },

  async confirmWhenOrderPlaced(tx: Tx, order: PlacedOrder) {
    const rows = sums(order, ({ name, storeName }) => `${name} (${storeName})`);
    const until = timeWithZone(order.heldUntil, site.timeZone);
    await forgetHeldAbout(tx.db, tracksOf(order), [RESERVED], order.orderId);
    await mailToPerson(tx, buyerOf(order), {
      kind: RESERVED,
      about: String(order.orderId),
      replyTo: operator,
      subject: `Your order #${order.orderId} is reserved`,
      blocks: [
        text(`Hello ${order.customer.firstName}, we hold these tracks for you until ${until}.`),
        text('Write to us with the order number and how you would like to pay: an answer to this mail is enough.'),
        rows,
        note('Nothing is charged yet. Download links and contracts follow as soon as the payment has arrived.'),
      ],
      expiresAt: order.heldUntil,
    });
    await queueMail(tx, {
      kind: 'order-placed-notice',
      about: String(order.orderId),
      recipient: operator,
      subject: `Order #${order.orderId} waits for a payment to be arranged`,
      blocks: [text(`${buyerAsNamed(order)} wants to arrange payment. Held until ${until}.`), rows, ...typedNote(order)],
      replyTo: addressOf(order) || undefined,
    });
  },

  /** Finds held mails by track too, because the order that ends may have replaced an older one of the buyer. */
  async forgetHeldMailWhenTrackReleased({ db }: Tx, { orderId, productId }: DataOf<typeof TrackReleased>) {
    await forgetHeldAbout(db, [{ order: [orderId] }, { track: [productId] }], [RESERVED], orderId);
  },

  /** One mail for each end: an order that was opened again may end again. */
  async tellBuyerWhenOrderEnded(tx: Tx, { orderId, version, accountEmail, why }: DataOf<typeof OrderEnded>) {
    if (!accountEmail) return;
    const { subject, said } = ENDED[why];
    await queueMail(tx, {
      kind: 'order-ended',
      about: `${orderId} ${version}`,
      recipient: accountEmail,
      replyTo: operator,
      subject: subject(orderId),
      blocks: [
        text(`${said(orderId)} Its tracks are no longer reserved for you.`),
        button('My orders', `${site.url}${accountTab('orders')}`),
        note('If you expected something else, write to us: an answer to this mail is enough.'),
      ],
    });
  },

  /** The paper itself stays behind the login: it names the buyer. */
  async sendLinkWhenInvoiceIssued(
    tx: Tx,
    { orderId, accountEmail, kind, number, nth, grossCents }: DataOf<typeof InvoiceIssued>,
  ) {
    if (!accountEmail) return;
    const [content, path, why] =
      kind === 'invoice'
        ? (['invoice', 'invoice.pdf', `for your order #${orderId}`] as const)
        : (['credit note', `credit-notes/${nth}.pdf`, `for the money of order #${orderId} that went back to you`] as const);
    await queueMail(tx, {
      kind: 'invoice-issued',
      about: number,
      recipient: accountEmail,
      replyTo: operator,
      subject: `Your ${content} ${number}`,
      blocks: [
        text(`Here is the ${content} ${number} over ${formatCents(grossCents)} ${why}.`),
        button(`Open the ${content}`, `${site.url}/api/orders/${orderId}/${path}`),
        note('It is a PDF with its machine-readable form inside. You find it in My Orders too, where you log in to open it.'),
      ],
    });
  },

  async tellBuyerWhenAwaitedTrackReleased(tx: Tx, track: DataOf<typeof AwaitedTrackReleased>) {
    await queueMail(tx, {
      kind: 'track-released',
      about: `${track.productId} ${track.claimVersion} ${track.buyerId}`,
      recipient: track.accountEmail,
      subject: `"${track.name}" is free again`,
      blocks: [
        text(`The hold on "${track.name}" by ${track.storeName} has ended without a sale. Whoever pays first has it.`),
        button('Open the track', `${site.url}${pageAddress('track', { id: track.productId })}`),
        note('You asked for this mail. There is no other about this track unless you ask again.'),
      ],
    });
  },

  async forgetHeldMailsWhenPaymentRefunded({ db }: Tx, { orderId }: DataOf<typeof PaymentRefunded>) {
    await forgetHeldAbout(db, [{ order: [orderId] }], [RESERVED, RECEIPT]);
  },
});

/** Tells the buyer why their order ended without a sale. */
const ENDED: Record<DataOf<typeof OrderEnded>['why'], Record<'subject' | 'said', (orderId: number) => string>> = {
  cancelled: {
    subject: (orderId) => `Your order #${orderId} was cancelled`,
    said: (orderId) => `Order #${orderId} was cancelled. Nothing was charged.`,
  },
  declined: {
    subject: (orderId) => `The payment of your order #${orderId} did not go through`,
    said: (orderId) => `The payment of order #${orderId} did not go through. Nothing was charged.`,
  },
  refunded: {
    subject: (orderId) => `The payment of your order #${orderId} was returned`,
    said: (orderId) => `We checked the payment of order #${orderId}, and it was returned to you.`,
  },
};

const tracksOf = ({ items }: CapturedOrder | PlacedOrder) => items.map(({ productId }) => ({ track: [productId] }));

const buyerOf = (order: CapturedOrder | PlacedOrder): Person => ({
  userId: order.buyerId,
  accountEmail: order.accountEmail,
  contactEmail: typedAddressOf(order),
});

/** The address for mails that was typed at the checkout; blank when it was the account's own, which was changed since. */
const typedAddressOf = (order: CapturedOrder | PlacedOrder) =>
  'addressGivenUp' in order && order.addressGivenUp ? '' : order.customer.email;

/** The account's confirmed address, or else the typed one, which is blank once the buyer is erased. */
const addressOf = (order: CapturedOrder | PlacedOrder) => order.accountEmail || typedAddressOf(order);

const buyerAsNamed = (order: CapturedOrder | PlacedOrder) =>
  `${order.customer.firstName} ${order.customer.lastName} (${addressOf(order)}, ${order.customer.country})`;

function typedNote(order: CapturedOrder | PlacedOrder): Block[] {
  const typedAddress = typedAddressOf(order);
  if (typedAddress === '' || typedAddress.toLowerCase() === addressOf(order).toLowerCase()) return [];
  return [note(`Typed at the checkout, and not the account's: ${typedAddress}`)];
}

function receipt(site: Site, order: CapturedOrder, about: string): Omit<NewMail, 'recipient'> {
  return {
    kind: RECEIPT,
    about,
    subject: `Your order #${order.orderId}: download links and contract`,
    blocks: [
      text(
        `Thank you, ${order.customer.firstName}. ${order.items.length === 1 ? 'This track is' : 'These tracks are'} now yours alone.`,
      ),
      { kind: 'links', title: 'Downloads', links: order.items.flatMap((item) => linksOf(site, item)) },
      sums(order, ({ name }) => name),
      text(
        `The contract ${order.items.length === 1 ? 'is' : 'for each track is'} attached as a PDF. Keep it: it is your proof of the rights.`,
      ),
      ...certificatesOf(site, order),
      button('My orders', `${site.url}${accountTab('orders')}`),
      note('The links are for you alone. Complaints are accepted within 10 business days; all sales are final.'),
    ],
    contracts: order.items.map((item) => ({
      orderId: order.orderId,
      productId: item.productId,
      filename: contractFileName(order.orderId, item),
      facts: contractFactsOf(order.site ?? site, order, item),
    })),
    secret: true,
  };
}

/** The certificates of the tracks, and the head of the sales log, which the buyer holds from then on. */
function certificatesOf(site: Site, { items, log }: CapturedOrder): Block[] {
  const links = items.flatMap(({ name, certificateCode }) =>
    certificateCode
      ? [
          {
            label: name,
            note: 'Everybody can check it',
            url: `${site.url}${pageAddress('certificate', { code: certificateCode })}`,
          },
        ]
      : [],
  );
  if (links.length === 0) return [];
  return [
    { kind: 'links', title: 'Certificates', links },
    ...(log ? [note(`Sales log at the sale: size ${log.size}, root ${log.root}`)] : []),
  ];
}

const linksOf = (site: Site, item: CapturedOrder['items'][number]) => [
  { label: item.name, note: knownBy(item), url: `${site.url}${item.downloadUrl}` },
  ...(item.projectUrl
    ? [{ label: `${item.name}: project`, note: item.projectName ?? 'Project files', url: `${site.url}${item.projectUrl}` }]
    : []),
];

/** Such as "Melodic Techno, G#m · 1A". */
const knownBy = ({ category, musicKey, keyMode }: CapturedOrder['items'][number]) =>
  musicKey ? `${category}, ${keyText({ music_key: musicKey, key_mode: keyMode })}` : category;

/** The sums of an order; sums that an older event lacks are left out. */
type Sums = Pick<PlacedOrder, 'subtotalCents' | 'discountCents' | 'feeCents' | 'couponCode' | 'totalCents' | 'items'>;

const sums = (order: Sums, labelOf: (item: PlacedOrder['items'][number]) => string): Block => ({
  kind: 'rows',
  rows: [
    ...order.items.map((item) => ({ label: labelOf(item), value: formatCents(item.priceCents + item.projectCents) })),
    ...(order.subtotalCents === null ? [] : [{ label: 'Subtotal', value: formatCents(order.subtotalCents) }]),
    ...(order.discountCents
      ? [{ label: `Discount${order.couponCode ? ` (${order.couponCode})` : ''}`, value: formatCents(-order.discountCents) }]
      : []),
    ...(order.feeCents === null ? [] : [fees(order.feeCents)]),
    { label: 'Total', value: formatCents(order.totalCents), strong: true },
  ],
});

const fees = (cents: number) => ({ label: 'Service fees (5%)', value: formatCents(cents) });

const captureNote = ({ ref, payment: { captureId } }: CapturedOrder): Block[] =>
  captureId === recordedId(ref) ? [] : [note(`Capture ${captureId}`)];

const saleNotice = (site: Site, operator: string, order: CapturedOrder): NewMail => ({
  kind: 'sale-notice',
  about: order.ref,
  recipient: operator,
  subject: `Sold: #${order.orderId}, ${order.items.map((item) => item.name).join(', ')}`,
  blocks: [
    text(`${buyerAsNamed(order)} paid order #${order.orderId} by ${PAID_BY[order.payment.method] ?? 'arrangement'}.`),
    {
      kind: 'rows',
      rows: [
        ...order.items.map((item) => ({ label: `${item.name} (${item.storeName})`, value: formatCents(item.paidCents) })),
        fees(order.feeCents),
        { label: 'Total', value: formatCents(order.totalCents), strong: true },
      ],
    },
    ...typedNote(order),
    ...captureNote(order),
  ],
  replyTo: addressOf(order) || undefined,
});
