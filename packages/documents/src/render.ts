import { createHash } from 'node:crypto';
import { extname, join } from 'node:path';
import { openWorkerPool, type WorkerPool } from '@shop/runtime/worker-pool';
import { LRUCache } from 'lru-cache';
import type { ContractFacts } from './contract-text';
import type drawInThread from './drawing-worker';
import type { Drawing, Pdf } from './drawing-worker';
import type { InvoiceFacts } from './papers/invoice-facts';
import type { RecordFacts } from './papers/record';
import type { StatementFacts } from './papers/statement';

/** A mail and an order's hash may both need a contract soon one after the other; hashes are small. */
const contracts = new LRUCache<string, Promise<Pdf>>({ max: 32 });
const hashes = new LRUCache<string, string>({ max: 10_000 });
let pool: WorkerPool<typeof drawInThread> | undefined;

/**
 * Renders a contract (drawContract) in a thread of its own, so that no other request waits for fonts. The same facts asked for
 * again soon are not rendered a second time.
 *
 * @returns the PDF
 * @throws RangeError for an unreadable date, Error when the thread dies
 */
export const renderContract = async (facts: ContractFacts): Promise<Buffer> => bufferOf(await contract(facts));

/** The SHA-256 of a contract in hex, which is rendered only if this process has not done so lately. @throws like renderContract */
export const hashOfContract = async (facts: ContractFacts): Promise<string> =>
  hashes.get(keyOf(facts)) ?? (await contract(facts)).hash;

/** Renders an invoice or a credit note in the same thread. @returns the PDF. @throws like renderContract */
export const renderInvoice = async (facts: InvoiceFacts): Promise<Buffer> => bufferOf(await draw({ kind: 'invoice', facts }));

/** Renders a record of the shop's books in the same thread. @returns the PDF. @throws like renderContract */
export const renderRecord = async (facts: RecordFacts): Promise<Buffer> => bufferOf(await draw({ kind: 'record', facts }));

/** Renders a seller's statement in the same thread. @returns the PDF. @throws like renderContract */
export const renderStatement = async (facts: StatementFacts): Promise<Buffer> =>
  bufferOf(await draw({ kind: 'statement', facts }));

function contract(facts: ContractFacts): Promise<Pdf> {
  const key = keyOf(facts);
  const cachedContract = contracts.get(key);
  if (cachedContract) return cachedContract;
  const drawing = draw({ kind: 'contract', facts });
  contracts.set(key, drawing);
  drawing.then(
    ({ hash }) => hashes.set(key, hash),
    () => contracts.delete(key),
  );
  return drawing;
}

function draw(drawing: Drawing): Promise<Pdf> {
  pool ??= openWorkerPool(join(__dirname, `drawing-worker${extname(__filename)}`));
  return pool.run(drawing);
}

const bufferOf = ({ pdf }: Pdf) => Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);

/** Equal for equal facts in any order. */
const keyOf = (facts: ContractFacts) =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url');
