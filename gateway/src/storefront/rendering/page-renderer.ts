import { existsSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Log } from '@shop/runtime';
import type { Config } from '../../config';
import type { Done, Job, Said, Told } from './render-worker';

/** How the rendering of a page ended: `late` took too long, `lost` had no thread. */
export const OUTCOMES = ['rendered', 'failed', 'late', 'lost'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export type PageRenderer = {
  /** Plans or renders a page. → undefined when that fails, or cannot be done in time */
  run: <One extends Job>(job: One) => Promise<Done<One> | undefined>;
  /** Resolves when the thread can render, or `startMs` have passed. */
  ready: () => Promise<void>;
  close: () => Promise<void>;
};

export type RenderLimits = {
  /** A page that takes longer is rendered by the browser. */
  renderMs?: number;
  /** A thread that says nothing for this long is replaced. */
  silentMs?: number;
  startMs?: number;
  /** The pause before a lost thread is replaced. It doubles for each thread that is lost before it can render, up to 64 times. */
  restartMs?: number;
};

const MOST_DOUBLED = 6;

/** The most pages that wait for the thread. Those who ask for more are not kept waiting. */
const MOST_WAITING = 40;

type Waiting = { settle: (outcome: Outcome, done?: Done) => void };

/**
 * Renders pages in a thread of its own, so that the gateway goes on answering meanwhile. `module` is the built module of the pages. A thread
 * that dies or hangs is replaced; until then nothing is rendered. `count` hears how each rendering ended.
 */
function createPageRenderer(
  module: string,
  log: Log,
  count: (outcome: Outcome) => void,
  { renderMs = 1000, silentMs = 5000, startMs = 10_000, restartMs = 1000 }: RenderLimits = {},
): PageRenderer {
  const waiting = new Map<number, Waiting>();
  const starting: (() => void)[] = [];
  let worker: Worker | null = null;
  let usable = false;
  let heardAt = 0;
  let ids = 0;
  let lostUnused = 0;
  let closed = false;
  let restarting: NodeJS.Timeout | undefined;

  const heard = (said: Said) => {
    heardAt = Date.now();
    if ('ready' in said) {
      usable = true;
      lostUnused = 0;
      for (const go of starting.splice(0)) go();
      return;
    }
    const one = waiting.get(said.id);
    if ('done' in said) return one?.settle('rendered', said.done);
    log.error({ err: said.failed }, 'a page could not be rendered');
    one?.settle('failed');
  };

  const lost = (reason: unknown) => {
    const gone = worker;
    if (!gone) return;
    worker = null;
    usable = false;
    gone.removeAllListeners().on('error', () => undefined);
    void gone.terminate();
    for (const one of [...waiting.values()]) one.settle('lost');
    if (closed) return;
    log.error({ err: reason }, 'the thread that renders pages was lost');
    restarting = setTimeout(open, restartMs * 2 ** Math.min(lostUnused, MOST_DOUBLED));
    lostUnused += 1;
    restarting.unref();
  };

  const open = () => {
    worker = startWorker(module);
    worker.unref();
    worker
      .on('message', heard)
      .on('error', lost)
      .on('exit', (code) => lost(new Error(`It ended with code ${code}`)));
  };

  const attempt = (job: Job) =>
    new Promise<{ outcome: Outcome; done?: Done }>((resolve) => {
      if (!worker || !usable) return resolve({ outcome: 'lost' });
      if (waiting.size === 0) heardAt = Date.now();
      else if (Date.now() - heardAt > silentMs) {
        lost(new Error(`It was silent for ${silentMs} ms`));
        return resolve({ outcome: 'lost' });
      }
      if (waiting.size >= MOST_WAITING) return resolve({ outcome: 'late' });
      const id = (ids += 1);
      const timer = setTimeout(() => resolve({ outcome: 'late' }), renderMs);
      waiting.set(id, {
        settle(outcome, done) {
          clearTimeout(timer);
          waiting.delete(id);
          resolve({ outcome, ...(done && { done }) });
        },
      });
      worker.postMessage({ id, job } satisfies Told);
    });

  open();
  return {
    async run<One extends Job>(job: One) {
      const { outcome, done } = await attempt(job);
      if (job.do === 'render' || outcome !== 'rendered') count(outcome);
      return done as Done<One> | undefined;
    },
    ready: () =>
      new Promise((resolve) => {
        if (usable) return resolve();
        const timer = setTimeout(resolve, startMs);
        starting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
    async close() {
      closed = true;
      clearTimeout(restarting);
      await worker?.terminate();
      for (const one of [...waiting.values()]) one.settle('lost');
    },
  };
}

/** The renderer for the built pages of the configuration, or null when they have no module to render with. */
export function openRenderer(
  { WEB_DIR: dir }: Pick<Config, 'WEB_DIR'>,
  log: Log,
  count: (outcome: Outcome) => void,
  limits?: RenderLimits,
): PageRenderer | null {
  const module = resolve(dir, '.server', 'render-pages.cjs');
  return existsSync(module) ? createPageRenderer(module, log, count, limits) : null;
}

/** Starts the worker beside this file: JavaScript once compiled; otherwise the TypeScript source runs. */
function startWorker(module: string): Worker {
  const extension = extname(__filename);
  return new Worker(join(__dirname, `render-worker${extension}`), {
    workerData: { module },
    execArgv: extension === '.ts' ? ['--require', require.resolve('tsx/cjs'), '--conditions=source'] : [],
  });
}
