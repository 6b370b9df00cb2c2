import { invalid } from '@shop/http';
import type { Invoicing } from '../context';
import { countryOfVatNumber } from './vat';

type BusinessFields = { company?: string | null; vatNumber?: string | null };

/**
 * The company for which a buyer buys, and its VAT number; nothing where the shop does not ask for them.
 * @throws Refusal 400 for a number whose form is not that of a member state, or that belongs to no company
 */
export function buyerCompany(
  invoicing: Invoicing | null,
  { company, vatNumber }: BusinessFields,
): { company?: string; vatNumber?: string } {
  if (!invoicing?.asksCompany) return {};
  if (vatNumber && !company) throw invalid('customer_info.company', 'Please enter the company that has this VAT number.');
  if (vatNumber && !countryOfVatNumber(vatNumber))
    throw invalid('customer_info.vatNumber', 'This is not a VAT number of a member state of the European Union.');
  return { ...(company && { company }), ...(vatNumber && { vatNumber }) };
}
