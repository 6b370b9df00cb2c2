import type { invoiceRoutes } from '@shop/contracts/routes';
import { reply, type Handlers } from '@shop/http';
import { spreadsheetFile } from '@shop/shared';
import type { ServiceContext } from '../context';
import { invoicesCsv, paperOf } from './invoice-queries';

export const invoiceHandlers = ({ source }: Pick<ServiceContext, 'source'>): Handlers<typeof invoiceRoutes> => ({
  readInvoice: async ({ params, caller }) =>
    pdfFile(await paperOf(source, caller, { orderId: params.id, kind: 'invoice', nth: 1 })),
  readCreditNote: async ({ params, caller }) =>
    pdfFile(await paperOf(source, caller, { orderId: params.id, kind: 'credit-note', nth: params.nth })),
  async exportInvoices({ query }) {
    const { body, headers } = spreadsheetFile(`invoices-${query.month}`, await invoicesCsv(source.manager, query.month));
    return reply(200, body, headers);
  },
});

const pdfFile = ({ pdf, fileName }: { pdf: Buffer; fileName: string }) =>
  reply(200, pdf, {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': 'private, no-store',
  });
