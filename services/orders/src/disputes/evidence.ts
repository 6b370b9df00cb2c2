import { EVIDENCE_MAX_BYTES, EVIDENCE_PAPERS, type EvidencePaper } from '@shop/contracts/constants';
import { formatCents } from '@shop/contracts/pricing';
import { timeWithZone } from '@shop/contracts/times';
import { renderRecord, type RecordFacts } from '@shop/documents';
import { conflict, notFound, type UserCaller } from '@shop/http';
import { certificateOf } from '../certificates/read-certificate';
import type { ServiceContext } from '../context';
import { deliveriesOf } from '../orders/deliveries';
import { contractOf } from '../orders/downloads/contracts';
import { itemsOf } from '../orders/order-queries';
import { isGivenBack, type OrderItem } from '../orders/order-item.entity';
import { Order } from '../orders/order.entity';
import type { EvidenceFile } from '../payments/payment-gateway';

/** A file of evidence that can be drawn: contracts and certificates are of one track, the others of the order. */
type EvidenceOffer = { paper: EvidencePaper; productId: number | null; name: string };

/** PayPal's kinds of evidence (https://developer.paypal.com/docs/api/customer-disputes/v1/). */
const TYPES: Record<EvidencePaper, string> = {
  contract: 'COPY_OF_CONTRACT',
  certificate: 'OTHER',
  sale: 'PROOF_FOR_SOFTWARE_OR_SERVICE_DELIVERED',
  claim: 'OTHER',
};

/** The papers that can be drawn of an order now. */
export async function offersOf({ source }: Pick<ServiceContext, 'source'>, orderId: number | null): Promise<EvidenceOffer[]> {
  if (orderId === null) return [];
  const order = await source.manager.findOneBy(Order, { id: orderId });
  if (!order?.isSold) return [];
  const items = (await itemsOf(source.manager, orderId)).filter((item) => !isGivenBack(item));
  const claims = await source.query<unknown[]>('SELECT 1 FROM buyer_claims WHERE order_id = $1 LIMIT 1', [orderId]);
  const perTrack = (paper: EvidencePaper): EvidenceOffer[] =>
    items.map(({ productId }) => ({ paper, productId, name: `${paper}-${orderId}-${productId}.pdf` }));
  const ofOrder = (paper: EvidencePaper): EvidenceOffer => ({ paper, productId: null, name: `${paper}-${orderId}.pdf` });
  return EVIDENCE_PAPERS.flatMap((paper) =>
    paper === 'contract' || paper === 'certificate'
      ? perTrack(paper)
      : paper === 'claim' && claims.length === 0
        ? []
        : [ofOrder(paper)],
  );
}

/**
 * Draws a file of evidence as it is now. @throws Refusal 404 for a paper that the order does not have, 409 `too-large` above PayPal's
 * limit, 503 while the sale is not in the log yet or too many papers wait to be drawn
 */
export async function drawEvidence(
  context: ServiceContext,
  caller: UserCaller,
  orderId: number,
  offer: EvidenceOffer,
): Promise<EvidenceFile> {
  const pdf = await pdfOf(context, caller, orderId, offer);
  if (pdf.length > EVIDENCE_MAX_BYTES.file) throw tooLarge(`${offer.name} is larger than the 10 MB that PayPal takes.`);
  return { type: TYPES[offer.paper], name: offer.name, pdf };
}

/** All files of some papers. @throws Refusal like `drawEvidence`, also when they are too large together */
export async function drawPapers(
  context: ServiceContext,
  caller: UserCaller,
  orderId: number,
  papers: readonly EvidencePaper[],
): Promise<EvidenceFile[]> {
  const offers = (await offersOf(context, orderId)).filter(({ paper }) => papers.includes(paper));
  if (papers.some((paper) => !offers.some((offer) => offer.paper === paper))) throw notFound('paper');
  const files: EvidenceFile[] = [];
  for (const offer of offers) files.push(await drawEvidence(context, caller, orderId, offer));
  if (files.reduce((sum, { pdf }) => sum + pdf.length, 0) > EVIDENCE_MAX_BYTES.call)
    throw tooLarge('The papers are larger than the 50 MB that PayPal takes at once. Send fewer of them.');
  return files;
}

const tooLarge = (sentence: string) => conflict('too-large', sentence);

async function pdfOf(context: ServiceContext, caller: UserCaller, orderId: number, { paper, productId }: EvidenceOffer) {
  if (paper === 'contract' && productId !== null) return (await contractOf(context, caller, orderId, productId)).pdf;
  const order = await context.source.manager.findOneByOrFail(Order, { id: orderId });
  const items = await itemsOf(context.source.manager, orderId);
  const facts = {
    siteName: order.siteName ?? context.siteName,
    number: `Order ${orderId}`,
    drawnAt: new Date().toISOString(),
  };
  if (paper === 'certificate' && productId !== null)
    return renderRecord({ ...facts, title: 'Certificate and proof', sections: await ofCertificate(context, orderId, productId) });
  if (paper === 'claim')
    return renderRecord({ ...facts, title: 'Messages about the sale', sections: await ofClaims(context, orderId) });
  return renderRecord({ ...facts, title: 'Record of the sale', sections: await ofSale(context, order, items) });
}

type Sections = RecordFacts['sections'];

async function ofSale({ source, timeZone }: ServiceContext, order: Order, items: readonly OrderItem[]): Promise<Sections> {
  const when = (at: Date) => timeWithZone(at.toISOString(), timeZone);
  const [payment] = await source.query<{ capture_id: string; amount_cents: number }[]>(
    'SELECT capture_id, amount_cents FROM payments WHERE order_id = $1',
    [order.id],
  );
  const events = await source.query<{ at: Date; event: string; detail: string | null }[]>(
    'SELECT at, event, detail FROM order_events WHERE order_id = $1 ORDER BY id',
    [order.id],
  );
  const linesOf = (list: readonly { at: Date; text: string }[]) => list.map(({ at, text }) => ({ label: when(at), text }));
  const { downloads, mails } = await deliveriesOf(source.manager, order.id);
  const { customer } = order;
  return [
    {
      heading: 'Buyer and payment',
      rows: [
        { label: 'Buyer', text: [customer.firstName, customer.lastName, customer.country].filter(Boolean).join(' ') },
        { label: 'E-mail', text: customer.email },
        { label: 'Payment', text: payment ? `${payment.capture_id}, ${formatCents(payment.amount_cents)}` : '–' },
        { label: 'Paid', text: order.paidAt ? when(order.paidAt) : '–' },
      ],
    },
    {
      heading: 'Accepted terms',
      rows: [
        { label: 'Version', text: order.termsVersion },
        { label: 'Accepted', text: `${when(order.createdAt)}${order.termsAddress ? `, from ${order.termsAddress}` : ''}` },
      ],
    },
    {
      heading: 'Delivery',
      rows: items.map(({ name, downloadCount, projectDownloadCount }) => ({
        label: name,
        text: `Downloaded ${downloadCount} times${projectDownloadCount > 0 ? `, the project ${projectDownloadCount} times` : ''}`,
      })),
    },
    ...(downloads.length > 0 ? [{ heading: 'Downloads', rows: linesOf(downloads) }] : []),
    ...(mails.length > 0 ? [{ heading: 'Mails to the buyer, as the mail server took them', rows: linesOf(mails) }] : []),
    {
      heading: 'What happened to the order',
      rows: events.map(({ at, event, detail }) => ({ label: when(at), text: detail ? `${event}: ${detail}` : event })),
    },
  ];
}

async function ofCertificate(context: ServiceContext, orderId: number, productId: number): Promise<Sections> {
  const [row] = await context.source.query<{ certificate_code: string }[]>(
    'SELECT certificate_code FROM order_items WHERE order_id = $1 AND product_id = $2',
    [orderId, productId],
  );
  if (!row) throw notFound('paper');
  const { jws, state, log } = await certificateOf(context, row.certificate_code);
  return [
    {
      heading: 'Certificate',
      rows: [
        { label: 'Address', text: `${context.publicUrl}/proof/${row.certificate_code}` },
        { label: 'State', text: `${state.state} since ${state.day}` },
        { label: 'Signed certificate', text: jws },
      ],
    },
    {
      heading: 'Place in the sales log',
      rows: [
        { label: 'Number', text: String(log.index) },
        { label: 'Proof', text: log.path.join(' ') || 'none needed' },
        { label: 'Head', text: log.checkpoint },
      ],
    },
  ];
}

async function ofClaims({ source, timeZone }: ServiceContext, orderId: number): Promise<Sections> {
  type Message = { claimId: number; side: string; at: Date; text: string };
  const claims = await source.query<{ id: number; reason: string; state: string; decision: string | null }[]>(
    `SELECT id, reason, state, CASE WHEN ended_at IS NOT NULL THEN decision END AS decision FROM buyer_claims WHERE order_id = $1 ORDER BY id`,
    [orderId],
  );
  const messages = await source.query<Message[]>(
    `SELECT claim_id AS "claimId", side, sent_at AS at, text FROM claim_messages WHERE claim_id = ANY($1) ORDER BY id`,
    [claims.map(({ id }) => id)],
  );
  const sides: Record<string, string> = { buyer: 'Buyer', seller: 'Seller', house: 'The shop' };
  return claims.map(({ id, reason, state, decision }) => ({
    heading: `Claim ${id}`,
    rows: [
      { label: 'Reported', text: reason },
      ...messages
        .filter(({ claimId }) => claimId === id)
        .map(({ side, at, text }) => ({ label: `${sides[side]}, ${timeWithZone(at.toISOString(), timeZone)}`, text })),
      { label: 'State', text: decision ? `${state}: ${decision}` : state },
    ],
  }));
}
