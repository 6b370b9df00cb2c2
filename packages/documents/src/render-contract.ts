import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ContractFacts } from './contract-text';
import type { Job, Said } from './contract-worker';

type Rendered = { pdf: Buffer; hash: string };
type Waiting = { resolve: (rendered: Rendered) => void; reject: (error: unknown) => void };

/** Whole contracts are kept while a mail and an order's hash may both need them; hashes are kept for longer. */
const KEPT_WHOLE = 32;
const KEPT_HASHES = 10_000;

const whole = new Map<string, Promise<Rendered>>();
const hashes = new Map<string, string>();
const waiting = new Map<number, Waiting>();
let thread: Worker | null = null;
let jobs = 0;

/**
 * Renders a contract (drawContract) in a thread of its own, so that no other request waits for fonts. The same facts asked for
 * again soon are not rendered a second time. @throws RangeError for an unreadable date, Error when the thread dies
 */
export const renderContract = async (facts: ContractFacts): Promise<Buffer> => (await rendered(facts)).pdf;

/** The SHA-256 of a contract in hex, which is rendered only if this process has not done so lately. @throws like renderContract */
export const hashOfContract = async (facts: ContractFacts): Promise<string> =>
  hashes.get(keyOf(facts)) ?? (await rendered(facts)).hash;

function rendered(facts: ContractFacts): Promise<Rendered> {
  const key = keyOf(facts);
  const known = whole.get(key);
  if (known) return known;
  const made = inThread(facts);
  keep(whole, key, made, KEPT_WHOLE);
  made.then(
    ({ hash }) => keep(hashes, key, hash, KEPT_HASHES),
    () => whole.delete(key),
  );
  return made;
}

/** Equal for equal facts in any order. */
const keyOf = (facts: ContractFacts) =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(facts).sort(([one], [other]) => (one < other ? -1 : 1))))
    .digest('base64url');

function keep<Value>(kept: Map<string, Value>, key: string, value: Value, most: number) {
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}

const inThread = (facts: ContractFacts) =>
  new Promise<Rendered>((resolve, reject) => {
    const nth = (jobs += 1);
    waiting.set(nth, { resolve, reject });
    thread ??= startThread();
    // Keeps the process alive until the contract has arrived.
    thread.ref();
    thread.postMessage({ nth, facts } satisfies Job);
  });

/** Starts the thread beside this file: JavaScript once compiled; in tests the TypeScript source runs. */
function startThread(): Worker {
  const extension = extname(__filename);
  const fresh = new Worker(join(__dirname, `contract-worker${extension}`), {
    execArgv: extension === '.ts' ? ['--require', require.resolve('tsx/cjs'), '--conditions=source'] : [],
  });
  fresh.on('message', (said: Said) => {
    const asked = waiting.get(said.nth);
    assert(asked, 'the thread answers what it was asked');
    waiting.delete(said.nth);
    if (waiting.size === 0) fresh.unref();
    if ('error' in said) asked.reject(said.error);
    else asked.resolve({ pdf: Buffer.from(said.pdf.buffer), hash: said.hash });
  });
  const lost = (cause?: unknown) => {
    if (thread !== fresh) return;
    thread = null;
    for (const { reject } of waiting.values()) reject(new Error('The thread that renders contracts has died', { cause }));
    waiting.clear();
  };
  fresh.on('error', lost).on('exit', () => lost());
  return fresh;
}
