import { createHash } from 'node:crypto';
import { extname, join } from 'node:path';
import { openWorkerPool, type WorkerPool } from '@shop/runtime/worker-pool';
import { LRUCache } from 'lru-cache';
import type { ContractFacts } from './contract-text';
import type drawInThread from './contract-worker';
import type { DrawnContract } from './contract-worker';

/** A mail and an order's hash may both need a contract soon one after the other; hashes are small. */
const contracts = new LRUCache<string, Promise<DrawnContract>>({ max: 32 });
const hashes = new LRUCache<string, string>({ max: 10_000 });
let pool: WorkerPool<typeof drawInThread> | undefined;

/**
 * Renders a contract (drawContract) in a thread of its own, so that no other request waits for fonts. The same facts asked for
 * again soon are not rendered a second time.
 *
 * @returns the PDF
 * @throws RangeError for an unreadable date, Error when the thread dies
 */
export async function renderContract(facts: ContractFacts): Promise<Buffer> {
  const { pdf } = await draw(facts);
  return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
}

/** The SHA-256 of a contract in hex, which is rendered only if this process has not done so lately. @throws like renderContract */
export const hashOfContract = async (facts: ContractFacts): Promise<string> =>
  hashes.get(keyOf(facts)) ?? (await draw(facts)).hash;

function draw(facts: ContractFacts): Promise<DrawnContract> {
  const key = keyOf(facts);
  const cachedContract = contracts.get(key);
  if (cachedContract) return cachedContract;
  pool ??= openWorkerPool(join(__dirname, `contract-worker${extname(__filename)}`));
  const drawing = pool.run(facts);
  contracts.set(key, drawing);
  drawing.then(
    ({ hash }) => hashes.set(key, hash),
    () => contracts.delete(key),
  );
  return drawing;
}

/** Equal for equal facts in any order. */
const keyOf = (facts: ContractFacts) =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url');
