import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Log } from '@shop/runtime';
import type { Config } from '../../config';
import { openRenderThread, type ThreadLimits } from './render-thread';
import type { ResultOf, Job, JobOutcome } from './render-worker';

/** The result of a rendering: `late` took too long, `lost` had no thread, `unanswered` lacked catalog's answers. */
export const OUTCOMES = ['rendered', 'failed', 'late', 'lost', 'unanswered'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** `done` is undefined for a page that cannot be rendered. After `late`, no request need wait, although `done` may still come. */
export type Running<ThisJob extends Job> = { done: Promise<ResultOf<ThisJob> | undefined>; late: Promise<undefined> };

export type PageRenderer = {
  run: <ThisJob extends Job>(job: ThisJob) => Running<ThisJob>;
  /** How long a visitor waits for a page. */
  renderMs: number;
  count: (outcome: Outcome) => void;
  /** Resolves when the thread can render, or `startMs` have passed. */
  ready: () => Promise<void>;
  close: () => Promise<void>;
};

export type RenderLimits = ThreadLimits & {
  /** A page that takes longer is rendered by the browser. */
  renderMs?: number;
  /** A thread that is silent for this long is replaced. */
  silentMs?: number;
};

/** The most pages that wait for the thread. Requests for further pages do not wait. */
const MOST_WAITING = 10;

type Settle = (outcome: Outcome, result?: ResultOf) => void;

/**
 * Renders pages in a thread of its own, so that the gateway can answer other requests meanwhile. `module` is the built module of
 * the pages. A thread that dies or hangs is replaced; until then nothing is rendered. `count` gets the outcome of each rendering.
 */
function createPageRenderer(
  module: string,
  log: Log,
  count: (outcome: Outcome) => void,
  { renderMs, silentMs = 5000, ...limits }: RenderLimits & { renderMs: number },
): PageRenderer {
  const waiting = new Map<number, Settle>();
  let ids = 0;
  let heardAt = 0;

  const handleMessage = (message: JobOutcome) => {
    heardAt = performance.now();
    const settle = waiting.get(message.id);
    if ('done' in message) return settle?.('rendered', message.done);
    if ('skipped' in message) return settle?.('late');
    log.error({ err: message.failed }, 'a page could not be rendered; the browser renders it');
    settle?.('failed');
  };
  const settleAsLost = () => {
    for (const settle of [...waiting.values()]) settle('lost');
  };
  const thread = openRenderThread(module, log, { said: handleMessage, lost: settleAsLost }, limits);

  const replaceSilent = () => {
    if (waiting.size > 0 && performance.now() - heardAt > silentMs) thread.replace(new Error(`It was silent for ${silentMs} ms`));
  };

  /** `onEnd` is called once; after it was called for lateness, `settle` may follow. */
  const attempt = (job: Job, onEnd: (outcome: Outcome) => void, settle: (result?: ResultOf) => void) => {
    const refuse = (outcome: Outcome) => {
      onEnd(outcome);
      settle();
    };
    if (waiting.size === 0) heardAt = performance.now();
    else replaceSilent();
    if (!thread.isReady()) return refuse('lost');
    if (waiting.size >= MOST_WAITING) return refuse('late');
    const id = (ids += 1);
    let isLate = false;
    let timer = setTimeout(() => {
      isLate = true;
      onEnd('late');
      // No other job may be sent to the thread meanwhile.
      timer = setTimeout(replaceSilent, silentMs);
      timer.unref();
    }, renderMs);
    waiting.set(id, (outcome, result) => {
      clearTimeout(timer);
      waiting.delete(id);
      if (!isLate) onEnd(outcome);
      settle(result);
    });
    thread.tell({ id, job, deadline: Date.now() + renderMs });
  };

  return {
    renderMs,
    count,
    run<ThisJob extends Job>(job: ThisJob): Running<ThisJob> {
      let giveUp: () => void = () => undefined;
      const timeout = new Promise<undefined>((resolve) => (giveUp = () => resolve(undefined)));
      const completion = new Promise<ResultOf<ThisJob> | undefined>((resolve) =>
        attempt(
          job,
          (outcome) => {
            if (job.do === 'render' || outcome !== 'rendered') count(outcome);
            if (outcome === 'late') giveUp();
          },
          (result) => resolve(result as ResultOf<ThisJob> | undefined),
        ),
      );
      return { done: completion, late: timeout };
    },
    ready: thread.ready,
    close: thread.close,
  };
}

/** The renderer for the configured build, or null when the build has no module for rendering. */
export function openRenderer(
  { WEB_DIR: dir, RENDER_WITHIN_MS: renderMs }: Pick<Config, 'WEB_DIR' | 'RENDER_WITHIN_MS'>,
  log: Log,
  count: (outcome: Outcome) => void,
  limits?: RenderLimits,
): PageRenderer | null {
  const module = resolve(dir, '.server', 'render-pages.cjs');
  return existsSync(module) ? createPageRenderer(module, log, count, { renderMs, ...limits }) : null;
}
