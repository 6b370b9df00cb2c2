import { checkMoney, checkText } from '../requests/field-checks';
import { type Money, toMinor } from '../money';
import { invalid, missing, unprocessable } from '../requests/problems';
import type { Item, PurchaseUnit } from '../state';

type ExperienceContext = { return_url?: string; cancel_url?: string; brand_name?: string };

type OrderRequest = {
  intent: 'CAPTURE' | 'AUTHORIZE';
  purchase_units: (Omit<PurchaseUnit, 'reference_id' | 'payee'> & Partial<Pick<PurchaseUnit, 'reference_id' | 'payee'>>)[];
  application_context?: ExperienceContext;
  payment_source?: { paypal?: { experience_context?: ExperienceContext } };
};

type Unchecked<T> = T extends (infer E)[]
  ? Unchecked<E>[] | null
  : T extends object
    ? { [K in keyof T]?: Unchecked<T[K]> } | null
    : unknown;

/**
 * Reads the body of `POST /v2/checkout/orders` as PayPal's Orders v2 schema does.
 * @throws PaypalProblem 400 for a body of the wrong shape, 422 for amounts that do not add up.
 */
export function readOrderRequest(body: unknown): OrderRequest {
  const request = body as Unchecked<OrderRequest>;
  if (request?.intent !== 'CAPTURE' && request?.intent !== 'AUTHORIZE') throw missing('/intent');
  const units = request.purchase_units;
  if (!Array.isArray(units) || units.length === 0) throw missing('/purchase_units');
  if (units.length > 10)
    throw invalid('INVALID_ARRAY_MAX_ITEMS', 'The number of items in an array parameter is too large.', {
      field: '/purchase_units',
      value: units.length,
    });

  const references = new Set<unknown>();
  for (const unit of units) {
    const reference = unit?.reference_id ?? 'default';
    if (references.has(reference))
      throw unprocessable('DUPLICATE_REFERENCE_ID', '`reference_id` must be unique for each purchase unit.', {
        field: '/purchase_units',
        value: reference,
      });
    references.add(reference);
    checkUnit(unit as PurchaseUnit, `/purchase_units/@reference_id=='${typeof reference === 'string' ? reference : 'default'}'`);
  }
  return request as OrderRequest;
}

function checkUnit(unit: Partial<PurchaseUnit> | null, at: string) {
  checkText(unit?.reference_id, `${at}/reference_id`, 256);
  checkText(unit?.custom_id, `${at}/custom_id`, 127);
  checkText(unit?.invoice_id, `${at}/invoice_id`, 127);
  checkText(unit?.description, `${at}/description`, 127);

  const total = checkMoney(unit?.amount, `${at}/amount`);
  if (toMinor(total) === 0) {
    throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', 'Must be greater than zero.', {
      field: `${at}/amount/value`,
      value: total.value,
    });
  }
  const breakdown = unit?.amount?.breakdown;
  for (const [name, money] of Object.entries(breakdown ?? {}))
    checkMoney(money, `${at}/amount/breakdown/${name}`, total.currency_code);

  const items = unit?.items ?? [];
  if (!Array.isArray(items))
    throw invalid('INVALID_PARAMETER_SYNTAX', 'The value of a field does not conform to the expected format.', {
      field: `${at}/items`,
    });
  items.forEach((item, index) => checkItem(item, `${at}/items/${index}`, total.currency_code));
  checkSums(total, breakdown, items, at);
}

function checkItem(item: Partial<Item> | null, at: string, currency: string) {
  if (!item?.name) throw missing(`${at}/name`);
  checkText(item.name, `${at}/name`, 127);
  if (!item.quantity) throw missing(`${at}/quantity`);
  if (!/^[1-9][0-9]{0,9}$/.test(item.quantity))
    throw invalid('INVALID_PARAMETER_SYNTAX', 'The value of a field does not conform to the expected format.', {
      field: `${at}/quantity`,
      value: item.quantity,
    });
  checkMoney(item.unit_amount, `${at}/unit_amount`, currency);
  if (item.tax) checkMoney(item.tax, `${at}/tax`, currency);
}

function checkSums(total: Money, breakdown: Record<string, Money> | undefined, items: Item[], at: string) {
  const of = (name: string) => toMinor(breakdown?.[name]);
  const mismatch = (issue: string, name: string, rule: string) =>
    unprocessable(issue, rule, { field: `${at}/amount/breakdown/${name}/value`, value: breakdown?.[name]?.value });

  if (items.length > 0) {
    if (!breakdown?.item_total)
      throw unprocessable(
        'ITEM_TOTAL_REQUIRED',
        'If item details are specified (items.unit_amount and items.quantity) corresponding amount.breakdown.item_total is required.',
        { field: `${at}/amount/breakdown/item_total` },
      );
    const sum = (price: (item: Item) => Money | undefined) =>
      items.reduce((all, item) => all + toMinor(price(item)) * Number(item.quantity), 0);
    if (sum((item) => item.unit_amount) !== of('item_total'))
      throw mismatch(
        'ITEM_TOTAL_MISMATCH',
        'item_total',
        'Should equal sum of (unit_amount * quantity) across all items for a given purchase_unit',
      );
    if (items.some((item) => item.tax) && sum((item) => item.tax) !== of('tax_total'))
      throw mismatch(
        'TAX_TOTAL_MISMATCH',
        'tax_total',
        'Should equal sum of (tax * quantity) across all items for a given purchase_unit',
      );
  }
  if (!breakdown) return;
  const parts =
    of('item_total') +
    of('tax_total') +
    of('shipping') +
    of('handling') +
    of('insurance') -
    of('shipping_discount') -
    of('discount');
  if (parts !== toMinor(total)) {
    throw unprocessable(
      'AMOUNT_MISMATCH',
      'Should equal item_total + tax_total + shipping + handling + insurance - shipping_discount - discount.',
      { field: `${at}/amount/value`, value: total.value },
    );
  }
}
