import type { InvoiceLinkView } from '@shop/contracts/views';
import type { EntityManager } from 'typeorm';

type Row = { order_id: number; kind: InvoiceLinkView['kind']; number: string; nth: number };

/** The invoices and credit notes of orders, by the order; orders without one are missing. */
export async function invoiceLinksOf(
  db: EntityManager,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, InvoiceLinkView[]>> {
  const rows = await db.query<Row[]>(
    `SELECT order_id, kind, facts->>'number' AS number, nth FROM invoices WHERE order_id = ANY($1) ORDER BY kind DESC, nth`,
    [orderIds],
  );
  const links = new Map<number, InvoiceLinkView[]>();
  for (const { order_id: orderId, kind, number, nth } of rows)
    links.set(orderId, [...(links.get(orderId) ?? []), { kind, number, url: invoiceAddress(orderId, kind, nth) }]);
  return links;
}

const invoiceAddress = (orderId: number, kind: InvoiceLinkView['kind'], nth: number) =>
  kind === 'invoice' ? `/api/orders/${orderId}/invoice.pdf` : `/api/orders/${orderId}/credit-notes/${nth}.pdf`;
