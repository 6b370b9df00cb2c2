import { existsSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Log } from '@shop/runtime';
import type { Config } from '../../config';
import type { Done, Job, Said, Told } from './render-worker';

/**
 * How the rendering of a page ended: `late` took too long, `lost` had no thread, `unanswered` did not begin, for want of
 * catalog's answers.
 */
export const OUTCOMES = ['rendered', 'failed', 'late', 'lost', 'unanswered'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * `done` resolves to undefined when a page cannot be rendered. `late` resolves when nobody need wait any longer, though `done`
 * may still come.
 */
export type Running<One extends Job> = { done: Promise<Done<One> | undefined>; late: Promise<undefined> };

export type PageRenderer = {
  /** Plans or renders a page. */
  run: <One extends Job>(job: One) => Running<One>;
  /** How long a visitor waits for a page. */
  renderMs: number;
  count: (outcome: Outcome) => void;
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
  /** A thread that is not ready after this long is replaced. */
  loadMs?: number;
  /** The pause before a lost thread is replaced. It doubles for each thread that is lost before it can render, up to 64 times. */
  restartMs?: number;
};

const MOST_DOUBLED = 6;

/** The most pages that wait for the thread. Those who ask for more are not kept waiting. */
const MOST_WAITING = 10;

type Waiting = { settle: (outcome: Outcome, done?: Done) => void };

/**
 * Renders pages in a thread of its own, so that the gateway goes on answering meanwhile. `module` is the built module of the
 * pages. A thread that dies or hangs is replaced; until then nothing is rendered. `count` hears how each rendering ended.
 */
function createPageRenderer(
  module: string,
  log: Log,
  count: (outcome: Outcome) => void,
  { renderMs, silentMs = 5000, startMs = 10_000, loadMs = 30_000, restartMs = 1000 }: RenderLimits & { renderMs: number },
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
  let loading: NodeJS.Timeout | undefined;

  const heard = (said: Said) => {
    heardAt = performance.now();
    if ('ready' in said) {
      clearTimeout(loading);
      usable = true;
      lostUnused = 0;
      for (const go of starting.splice(0)) go();
      return;
    }
    const one = waiting.get(said.id);
    if ('done' in said) return one?.settle('rendered', said.done);
    if ('skipped' in said) return one?.settle('late');
    log.error({ err: said.failed }, 'a page could not be rendered; the browser renders it');
    one?.settle('failed');
  };

  const lost = (reason: unknown) => {
    const gone = worker;
    if (!gone) return;
    worker = null;
    usable = false;
    clearTimeout(loading);
    gone.removeAllListeners().on('error', () => undefined);
    void gone.terminate();
    for (const one of [...waiting.values()]) one.settle('lost');
    if (closed) return;
    log.error({ err: reason }, 'the thread that renders pages was lost; until a new one is ready, browsers render them');
    restarting = setTimeout(open, restartMs * 2 ** Math.min(lostUnused, MOST_DOUBLED));
    lostUnused += 1;
    restarting.unref();
  };

  const open = () => {
    worker = startWorker(module);
    worker.unref();
    loading = setTimeout(() => lost(new Error(`It was not ready after ${loadMs} ms`)), loadMs);
    loading.unref();
    worker
      .on('message', heard)
      .on('error', lost)
      .on('exit', (code) => lost(new Error(`It ended with code ${code}`)));
  };

  const replaceSilent = () => {
    if (waiting.size > 0 && performance.now() - heardAt > silentMs) lost(new Error(`It was silent for ${silentMs} ms`));
  };

  /** `ended` is called once, and `settle` may follow it when that was for being late. */
  const attempt = (job: Job, ended: (outcome: Outcome) => void, settle: (done?: Done) => void) => {
    const refuse = (outcome: Outcome) => {
      ended(outcome);
      settle();
    };
    if (waiting.size === 0) heardAt = performance.now();
    else replaceSilent();
    if (!worker || !usable) return refuse('lost');
    if (waiting.size >= MOST_WAITING) return refuse('late');
    const id = (ids += 1);
    let isLate = false;
    let timer = setTimeout(() => {
      isLate = true;
      ended('late');
      // nobody else may ask the thread for anything meanwhile
      timer = setTimeout(replaceSilent, silentMs);
      timer.unref();
    }, renderMs);
    waiting.set(id, {
      settle(outcome, done) {
        clearTimeout(timer);
        waiting.delete(id);
        if (!isLate) ended(outcome);
        settle(done);
      },
    });
    worker.postMessage({ id, job, deadline: Date.now() + renderMs } satisfies Told);
  };

  open();
  return {
    renderMs,
    count,
    run<One extends Job>(job: One): Running<One> {
      let giveUp: () => void = () => undefined;
      const late = new Promise<undefined>((resolve) => (giveUp = () => resolve(undefined)));
      const done = new Promise<Done<One> | undefined>((resolve) =>
        attempt(
          job,
          (outcome) => {
            if (job.do === 'render' || outcome !== 'rendered') count(outcome);
            if (outcome === 'late') giveUp();
          },
          (result) => resolve(result as Done<One> | undefined),
        ),
      );
      return { done, late };
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
      clearTimeout(loading);
      await worker?.terminate();
      for (const one of [...waiting.values()]) one.settle('lost');
    },
  };
}

/** The renderer for the built pages of the configuration, or null when they have no module to render with. */
export function openRenderer(
  { WEB_DIR: dir, RENDER_WITHIN_MS: renderMs }: Pick<Config, 'WEB_DIR' | 'RENDER_WITHIN_MS'>,
  log: Log,
  count: (outcome: Outcome) => void,
  limits?: RenderLimits,
): PageRenderer | null {
  const module = resolve(dir, '.server', 'render-pages.cjs');
  return existsSync(module) ? createPageRenderer(module, log, count, { renderMs, ...limits }) : null;
}

/** Starts the worker beside this file: JavaScript once compiled; otherwise the TypeScript source runs. */
function startWorker(module: string): Worker {
  const extension = extname(__filename);
  return new Worker(join(__dirname, `render-worker${extension}`), {
    workerData: { module },
    execArgv: extension === '.ts' ? ['--require', require.resolve('tsx/cjs'), '--conditions=source'] : [],
  });
}
