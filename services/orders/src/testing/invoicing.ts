import type { Invoicing } from '../context';

/** An operator in Germany that invoices whole orders without VAT. */
export const anInvoicing = (more: Partial<Invoicing> = {}): Invoicing => ({
  name: 'Ghostline Audio GmbH',
  address: ['Hafenstraße 7', '20457 Hamburg'],
  country: 'DE',
  registration: 'HRB 1234',
  vatId: 'DE136695976',
  siteHost: 'ghostline.example',
  invoiceFor: 'order',
  asksCompany: true,
  vat: 'none',
  vatNote: null,
  ...more,
});
