import { fork } from 'node:child_process';
import { extname, join } from 'node:path';
import { unavailable } from '@shop/http';
import { AT_ONCE } from './draw-pdf-limits';
import type { ProcessMessage } from './draw-pdf-process';

const WITHIN_MS = 40_000;
const HEAP_MB = 256;
/** The last one is drawn before the gateway gives up its upload (PAUSE_MS of gateway/src/upstream/proxy.ts). */
const MOST_WAITING = 6;

const SAYS_UNDRAWABLE = 'The PDF cannot be drawn. Please send a plain scan.';

/** The pages of a PDF as WebP images, or a sentence that tells its sender why there are none. */
type PdfPages = { pages: Buffer[] } | { problem: string };

/** `left` aborts when the sender has left. */
type Patience = { withinMs?: number; left?: AbortSignal };

let drawing = 0;
/** The senders that wait for a turn, in the order of their arrival. */
const waiting = new Set<() => void>();

/**
 * Draws a PDF in a process of its own, because the file is a stranger's: the process has no secrets, is ended when it takes too
 * much time or memory, and can crash without harm. At most `AT_ONCE` PDFs are drawn at a time; others wait.
 * @throws Refusal 503 when too many wait already, and the reason of `left` when the sender has left
 */
export async function drawPdf(pdf: Buffer, { withinMs = WITHIN_MS, left }: Patience = {}): Promise<PdfPages> {
  left?.throwIfAborted();
  await takeTurn(left);
  try {
    const outcome = await drawnApart(pdf, withinMs, left);
    left?.throwIfAborted();
    return outcome;
  } finally {
    passTurn();
  }
}

async function takeTurn(signal?: AbortSignal) {
  if (drawing < AT_ONCE) {
    drawing += 1;
    return;
  }
  if (waiting.size >= MOST_WAITING) throw unavailable('Too many documents are being read. Please try again in a minute.');
  await new Promise<void>((resolve, reject) => {
    waiting.add(resolve);
    signal?.addEventListener('abort', () => {
      // If the turn has come already, `drawPdf` passes it on.
      if (waiting.delete(resolve)) reject(signal.reason as Error);
    });
  });
}

function passTurn() {
  const [next] = waiting;
  if (!next) {
    drawing -= 1;
    return;
  }
  waiting.delete(next);
  next();
}

function drawnApart(pdf: Buffer, withinMs: number, signal?: AbortSignal): Promise<PdfPages> {
  const child = startProcess(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
  return new Promise<PdfPages>((resolve) => {
    const pages: Buffer[] = [];
    child.on('message', (message: ProcessMessage) => {
      if ('page' in message) pages.push(Buffer.from(message.page));
      else resolve(message.problem === null ? { pages } : { problem: message.problem });
    });
    // The document is at fault when the process ends by itself.
    child.on('error', () => resolve({ problem: SAYS_UNDRAWABLE }));
    child.on('exit', () => resolve({ problem: SAYS_UNDRAWABLE }));
    child.send(pdf, () => undefined);
  }).finally(() => {
    clearTimeout(timer);
    child.kill('SIGKILL');
  });
}

/** Starts the file beside this one: compiled JavaScript, or in tests the TypeScript source. */
function startProcess(signal?: AbortSignal) {
  const extension = extname(__filename);
  const asSource = extension === '.ts' ? ['--require', require.resolve('tsx/cjs'), '--conditions=source'] : [];
  return fork(join(__dirname, `draw-pdf-process${extension}`), [], {
    execArgv: [`--max-old-space-size=${HEAP_MB}`, ...asSource],
    env: {},
    serialization: 'advanced',
    killSignal: 'SIGKILL',
    signal,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
