import { z } from 'zod';
import { MAY } from '../../constants';
import { content, route } from '../../declare';
import { id } from '../../forms/fields';
import { MonthQuery } from '../../forms/months';
import { accountTab } from '../../pages';
import { noSuch } from '../refusals';

const pdf = content('application/pdf');
const MY_ORDERS = { address: accountTab('orders'), text: 'My Orders' };

/** The papers of the operator's books; without its legal name there are none (docs/product/invoices.md). */
export const invoiceRoutes = {
  readInvoice: route({
    method: 'get',
    path: '/api/orders/:id/invoice.pdf',
    who: { users: true, admin: MAY.readInvoices },
    confirmed: true,
    summary: 'The invoice of a paid order, with its machine-readable form inside',
    look: { action: 'order.invoice-viewed', subject: 'order', id: 'id' },
    params: z.object({ id }),
    answers: { 200: pdf },
    refuses: { ...noSuch('order'), '409 no-invoice': 'The order has no invoice' },
    linkedFrom: MY_ORDERS,
  }),
  readCreditNote: route({
    method: 'get',
    path: '/api/orders/:id/credit-notes/:nth.pdf',
    who: { users: true, admin: MAY.readInvoices },
    confirmed: true,
    summary: 'The first, second … credit note of an order',
    look: { action: 'order.credit-note-viewed', subject: 'order', id: 'id' },
    params: z.object({ id, nth: id }),
    answers: { 200: pdf },
    refuses: noSuch('order or credit note'),
    linkedFrom: MY_ORDERS,
  }),
  exportInvoices: route({
    method: 'get',
    path: '/api/invoices.csv',
    who: { roles: MAY.readInvoices },
    summary: 'All invoices and credit notes of a month as a spreadsheet',
    look: { action: 'invoice.exported', subject: 'invoice' },
    query: MonthQuery,
    answers: { 200: content('text/csv') },
  }),
};
