import { fork } from 'node:child_process';
import { extname, join } from 'node:path';
import { unavailable } from '@shop/http';
import { AT_ONCE } from './draw-pdf-limits';
import type { Said } from './draw-pdf-process';

const WITHIN_MS = 40_000;
const HEAP_MB = 256;
const MOST_WAITING = 20;

export const SAYS_UNDRAWABLE = 'The PDF cannot be drawn. Please send a plain scan.';

/** The pages of a PDF as WebP images, or in words for its sender why there are none. */
export type Drawn = { pages: Buffer[] } | { problem: string };

let drawing = 0;
const waiting: (() => void)[] = [];

/**
 * Draws a PDF in a process of its own, because the file is a stranger's: the process knows no secrets, is ended when it takes too much
 * time or memory, and can crash without harm. At most `AT_ONCE` PDFs are drawn at a time; others wait.
 * @throws Refusal 503 when too many wait already
 */
export async function drawPdf(pdf: Buffer, withinMs = WITHIN_MS): Promise<Drawn> {
  if (drawing < AT_ONCE) drawing += 1;
  else if (waiting.length < MOST_WAITING) await new Promise<void>((resolve) => waiting.push(resolve));
  else throw unavailable('Too many documents are being read. Please try again in a minute.');
  try {
    return await drawnApart(pdf, withinMs);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else drawing -= 1;
  }
}

function drawnApart(pdf: Buffer, withinMs: number): Promise<Drawn> {
  const child = startProcess();
  const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
  return new Promise<Drawn>((resolve) => {
    const pages: Buffer[] = [];
    child.on('message', (said: Said) => {
      if ('page' in said) pages.push(Buffer.from(said.page));
      else resolve(said.problem === null ? { pages } : { problem: said.problem });
    });
    // whatever ends the process is the document's fault
    child.on('error', () => resolve({ problem: SAYS_UNDRAWABLE }));
    child.on('exit', () => resolve({ problem: SAYS_UNDRAWABLE }));
    child.send(pdf, () => undefined);
  }).finally(() => {
    clearTimeout(timer);
    child.kill('SIGKILL');
  });
}

/** Starts the file beside this one: JavaScript once compiled; in tests the TypeScript source runs. */
function startProcess() {
  const extension = extname(__filename);
  const asSource = extension === '.ts' ? ['--require', require.resolve('tsx/cjs'), '--conditions=source'] : [];
  return fork(join(__dirname, `draw-pdf-process${extension}`), [], {
    execArgv: [`--max-old-space-size=${HEAP_MB}`, ...asSource],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
