import { percentText, type InvoiceFacts, type InvoiceLine, type InvoiceVat, type PartyFacts } from './invoice-facts';

export const FACTUR_X = { name: 'factur-x.xml', profile: 'urn:cen.eu:en16931:2017' } as const;

/** Codes of EN 16931: of documents (UNTDID 1001), of VAT (UNTDID 5305) and of means of payment (UNTDID 4461). */
const DOCUMENT = { invoice: '380', 'credit-note': '381' } as const;
const VAT = { standard: 'S', 'reverse-charge': 'AE', none: 'O' } as const;
const PAID_BY: Readonly<Record<string, string>> = { paypal: '68', bank: '30' };
const OTHER_MEANS = '1';
/** One piece (UN/ECE Recommendation 20). */
const ONE = '<ram:BilledQuantity unitCode="C62">1</ram:BilledQuantity>';

/**
 * The invoice or credit note as Cross Industry Invoice of EN 16931, which programs read. What was paid is prepaid, so nothing is
 * due. Where VAT does not apply, no VAT number may be stated (rule BR-O-02).
 */
export function facturX(facts: InvoiceFacts): string {
  const { kind, number, issuedOn, suppliedOn, orderNumber, credits, lines, vat, seller, buyer, siteHost, method } = facts;
  const isTaxed = vat.kind !== 'none';
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"',
    ' xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"',
    ' xmlns:qdt="urn:un:unece:uncefact:data:standard:QualifiedDataType:100"',
    ' xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">',
    tag('rsm:ExchangedDocumentContext', tag('ram:GuidelineSpecifiedDocumentContextParameter', text('ram:ID', FACTUR_X.profile))),
    tag(
      'rsm:ExchangedDocument',
      text('ram:ID', number) +
        text('ram:TypeCode', DOCUMENT[kind]) +
        day('ram:IssueDateTime', 'udt', issuedOn) +
        (vat.words ? tag('ram:IncludedNote', text('ram:Content', vat.words)) : ''),
    ),
    '<rsm:SupplyChainTradeTransaction>',
    ...lines.map((line, index) => lineItem(line, index + 1, vat)),
    tag(
      'ram:ApplicableHeaderTradeAgreement',
      tag('ram:SellerTradeParty', text('ram:ID', siteHost) + party(seller, isTaxed)) +
        tag('ram:BuyerTradeParty', party(buyer, isTaxed)) +
        tag('ram:BuyerOrderReferencedDocument', text('ram:IssuerAssignedID', String(orderNumber))),
    ),
    tag(
      'ram:ApplicableHeaderTradeDelivery',
      tag('ram:ActualDeliverySupplyChainEvent', day('ram:OccurrenceDateTime', 'udt', suppliedOn)),
    ),
    tag(
      'ram:ApplicableHeaderTradeSettlement',
      text('ram:InvoiceCurrencyCode', 'USD') +
        tag('ram:SpecifiedTradeSettlementPaymentMeans', text('ram:TypeCode', PAID_BY[method] ?? OTHER_MEANS)) +
        breakdown(facts) +
        tag(
          'ram:SpecifiedTradePaymentTerms',
          text('ram:Description', kind === 'invoice' ? 'Paid in full' : 'Money returned to the buyer'),
        ) +
        summation(facts) +
        (credits
          ? tag(
              'ram:InvoiceReferencedDocument',
              text('ram:IssuerAssignedID', credits.number) + day('ram:FormattedIssueDateTime', 'qdt', credits.issuedOn),
            )
          : ''),
    ),
    '</rsm:SupplyChainTradeTransaction>',
    '</rsm:CrossIndustryInvoice>',
    '',
  ].join('\n');
}

function lineItem({ name, note, netCents }: InvoiceLine, number: number, vat: InvoiceVat): string {
  return tag(
    'ram:IncludedSupplyChainTradeLineItem',
    tag('ram:AssociatedDocumentLineDocument', text('ram:LineID', String(number))) +
      tag('ram:SpecifiedTradeProduct', text('ram:Name', name) + (note ? text('ram:Description', note) : '')) +
      tag('ram:SpecifiedLineTradeAgreement', tag('ram:NetPriceProductTradePrice', amount('ram:ChargeAmount', netCents))) +
      tag('ram:SpecifiedLineTradeDelivery', ONE) +
      tag(
        'ram:SpecifiedLineTradeSettlement',
        tag('ram:ApplicableTradeTax', text('ram:TypeCode', 'VAT') + text('ram:CategoryCode', VAT[vat.kind]) + rate(vat)) +
          tag('ram:SpecifiedTradeSettlementLineMonetarySummation', amount('ram:LineTotalAmount', netCents)),
      ),
  );
}

const party = ({ name, contact, address, country, email, registration, vatId }: PartyFacts, isTaxed: boolean): string =>
  text('ram:Name', name) +
  (registration ? tag('ram:SpecifiedLegalOrganization', text('ram:ID', registration)) : '') +
  (contact ? tag('ram:DefinedTradeContact', text('ram:PersonName', contact)) : '') +
  tag('ram:PostalTradeAddress', addressLines(address) + (country ? text('ram:CountryID', country) : '')) +
  (email ? tag('ram:URIUniversalCommunication', text('ram:URIID', email, ' schemeID="EM"')) : '') +
  (vatId && isTaxed ? tag('ram:SpecifiedTaxRegistration', text('ram:ID', vatId, ' schemeID="VA"')) : '');

const ADDRESS_LINES = ['ram:LineOne', 'ram:LineTwo', 'ram:LineThree'] as const;

/** An address has three lines here: the third takes what is left. */
const addressLines = (address: readonly string[]) =>
  ADDRESS_LINES.map((name, index) => {
    const line = index < 2 ? address[index] : address.slice(2).join(', ');
    return line ? text(name, line) : '';
  }).join('');

const breakdown = ({ vat, netCents, vatCents }: InvoiceFacts): string =>
  tag(
    'ram:ApplicableTradeTax',
    amount('ram:CalculatedAmount', vatCents) +
      text('ram:TypeCode', 'VAT') +
      (vat.kind === 'standard' ? '' : text('ram:ExemptionReason', vat.words ?? 'Not subject to VAT')) +
      amount('ram:BasisAmount', netCents) +
      text('ram:CategoryCode', VAT[vat.kind]) +
      rate(vat),
  );

const summation = ({ netCents, vatCents, grossCents }: InvoiceFacts): string =>
  tag(
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
    amount('ram:LineTotalAmount', netCents) +
      amount('ram:TaxBasisTotalAmount', netCents) +
      amount('ram:TaxTotalAmount', vatCents, ' currencyID="USD"') +
      amount('ram:GrandTotalAmount', grossCents) +
      amount('ram:TotalPrepaidAmount', grossCents) +
      amount('ram:DuePayableAmount', 0),
  );

const rate = (vat: InvoiceVat) => (vat.kind === 'none' ? '' : text('ram:RateApplicablePercent', percentText(vat.rate)));

const tag = (name: string, content: string, attributes = '') => `<${name}${attributes}>${content}</${name}>`;
const text = (name: string, content: string, attributes = '') => tag(name, escapeXml(content), attributes);
const amount = (name: string, cents: number, attributes = '') => tag(name, decimal(cents), attributes);
const day = (name: string, space: 'udt' | 'qdt', on: string) =>
  tag(name, tag(`${space}:DateTimeString`, on.replaceAll('-', ''), ' format="102"'));

const decimal = (cents: number) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Control characters and halves of characters are no XML. */
const escapeXml = (content: string) =>
  // A conversion to UTF-8 repairs halves.
  Buffer.from(content)
    .toString()
    .replace(/[\p{Cc}\ufffe\uffff]+/gu, ' ')
    .replace(/[&<>"]/g, (sign) => ESCAPED[sign] ?? sign);
