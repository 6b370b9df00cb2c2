import { drawContract } from './contract';
import { contractHash } from './contract-hash';
import type { ContractFacts } from './contract-text';
import { drawInvoice } from './papers/invoice';
import type { InvoiceFacts } from './papers/invoice-facts';
import { drawRecord, type RecordFacts } from './papers/record';
import { drawStatement, type StatementFacts } from './papers/statement';

/** What is to be drawn. */
export type Drawing =
  | { kind: 'contract'; facts: ContractFacts }
  | { kind: 'invoice'; facts: InvoiceFacts }
  | { kind: 'record'; facts: RecordFacts }
  | { kind: 'statement'; facts: StatementFacts };

/** `hash` is its SHA-256 in hex. */
export type Pdf = { pdf: Uint8Array; hash: string };

/** Draws a document in a thread of its own. @throws RangeError for an unreadable date */
export default async function draw(drawing: Drawing): Promise<Pdf> {
  const pdf = await pdfOf(drawing);
  return { pdf: new Uint8Array(pdf), hash: contractHash(pdf) };
}

function pdfOf(drawing: Drawing): Promise<Buffer> {
  switch (drawing.kind) {
    case 'contract':
      return drawContract(drawing.facts);
    case 'invoice':
      return drawInvoice(drawing.facts);
    case 'record':
      return drawRecord(drawing.facts);
    case 'statement':
      return drawStatement(drawing.facts);
  }
}
