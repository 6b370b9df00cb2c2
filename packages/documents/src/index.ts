// The drawing code (pdfkit, fontkit, fonts) is absent here, because only the thread loads it.
export { contractHash } from './contract-hash';
export type { ContractFacts } from './contract-text';
export { hashOfContract, renderContract, renderInvoice, renderRecord, renderStatement } from './render';
export { contractFactsOf, contractFileName } from './facts-of-sale';
export { invoiceFileName, type InvoiceFacts, type InvoiceLine, type InvoiceVat, type PartyFacts } from './papers/invoice-facts';
export type { RecordFacts } from './papers/record';
export type { StatementFacts, StatementLine } from './papers/statement';
