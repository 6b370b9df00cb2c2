import { webAddress } from '@shop/runtime';
import { z } from 'zod';
import type { Invoicing } from '../context';
import { countryName, isCountryCode } from './country-codes';

const text = z.string().trim().max(300);

export const invoiceConfig = {
  LEGAL_NAME: text.optional().meta({
    group: 'invoices',
    unset: 'no invoices',
    description: 'Who sells, as the law knows it. With it, every order that is paid from then on gets an invoice.',
  }),
  LEGAL_ADDRESS: text.optional().meta({ group: 'invoices', description: 'Where that is: street, town, with commas between.' }),
  LEGAL_COUNTRY: z
    .string()
    .refine(isCountryCode, 'Must be a code of two letters, such as DE')
    .optional()
    .meta({ group: 'invoices', description: 'The code of its country, such as `DE`.' }),
  LEGAL_REGISTRATION: text.optional().meta({ group: 'invoices', description: 'Its number in a register.' }),
  LEGAL_VAT_ID: z
    .string()
    .regex(/^[A-Z]{2}[A-Z0-9]{2,13}$/, 'Must begin with two letters, without spaces')
    .optional()
    .meta({ group: 'invoices', description: 'Its VAT number; needed for `VAT_MODE=inclusive`.' }),
  INVOICE_FOR: z.enum(['order', 'fee']).default('order').meta({
    group: 'invoices',
    description: '`order`: the operator invoices the whole order in its own name; `fee`: its service fee alone.',
  }),
  INVOICE_COMPANY: z
    .enum(['0', '1'])
    .default('0')
    .transform((flag) => flag === '1')
    .meta({ group: 'invoices', description: '`1` lets buyers state a company and its VAT number at checkout.' }),
  VAT_MODE: z.enum(['none', 'inclusive']).default('none').meta({
    group: 'invoices',
    description:
      '`inclusive`: prices hold the VAT of the buyer’s country, and companies of other member states are invoiced by reverse charge.',
  }),
  VAT_NOTE: text.optional().meta({
    group: 'invoices',
    unset: '`Not subject to VAT`',
    description: 'Without VAT: the reason that invoices have to state.',
  }),
};

const InvoiceConfig = z.object({ ...invoiceConfig, PUBLIC_URL: webAddress });
type InvoiceConfig = z.output<typeof InvoiceConfig>;

/** Adds an issue for what invoices need and is missing. */
export function refuseHalfInvoicing(config: InvoiceConfig, context: z.RefinementCtx): void {
  const missing = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (config.LEGAL_NAME) {
    if (!config.LEGAL_ADDRESS) missing('LEGAL_ADDRESS', 'LEGAL_NAME needs it');
    if (!config.LEGAL_COUNTRY) missing('LEGAL_COUNTRY', 'LEGAL_NAME needs it');
  }
  if (!config.LEGAL_NAME && config.INVOICE_COMPANY) missing('LEGAL_NAME', 'INVOICE_COMPANY needs it');
  if (!config.LEGAL_NAME && config.VAT_MODE !== 'none') missing('LEGAL_NAME', 'VAT_MODE needs it');
  if (config.VAT_MODE !== 'none' && !config.LEGAL_VAT_ID) missing('LEGAL_VAT_ID', 'VAT_MODE needs it');
}

/** @returns null without LEGAL_NAME */
export const invoicingOf = (config: InvoiceConfig): Invoicing | null =>
  config.LEGAL_NAME
    ? {
        name: config.LEGAL_NAME,
        address: (config.LEGAL_ADDRESS ?? '').split(',').flatMap((part) => part.trim() || []),
        country: config.LEGAL_COUNTRY ?? '',
        registration: config.LEGAL_REGISTRATION ?? null,
        vatId: config.LEGAL_VAT_ID ?? null,
        siteHost: new URL(config.PUBLIC_URL).host,
        invoiceFor: config.INVOICE_FOR,
        asksCompany: config.INVOICE_COMPANY,
        vat: config.VAT_MODE,
        vatNote: config.VAT_NOTE ?? null,
      }
    : null;

export const sellerOf = ({ name, address, country, registration, vatId }: Invoicing) => ({
  name,
  address,
  country,
  countryName: countryName(country),
  registration,
  vatId,
  contact: null,
  email: null,
});
