import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Log } from '@shop/runtime';
import type { WorkerMessage, JobOutcome, JobMessage } from './render-worker';

export type ThreadLimits = {
  startMs?: number;
  /** A thread that is not ready after this long is replaced. */
  loadMs?: number;
  /** The pause before a lost thread is replaced. It doubles for each thread that is lost before it can render, up to 64 times. */
  restartMs?: number;
};

const MOST_DOUBLED = 6;

/** The receiver of the thread's messages about its jobs, and of the news that it has lost its jobs. */
type Hearer = { said: (message: JobOutcome) => void; lost: () => void };

/** Keeps a thread that renders. `module` is the built module of the pages. A thread that dies is replaced. */
export function openRenderThread(
  module: string,
  log: Log,
  { said, lost }: Hearer,
  { startMs = 10_000, loadMs = 30_000, restartMs = 1000 }: ThreadLimits,
) {
  let worker: Worker | null = null;
  let isReady = false;
  let lostUnused = 0;
  /** Runs until the thread must be ready; then the next one is started. */
  let timer: NodeJS.Timeout | undefined;
  const awaiting: (() => void)[] = [];

  function start() {
    worker = startWorker(module);
    worker.unref();
    timer = setTimeout(() => replace(new Error(`It was not ready after ${loadMs} ms`)), loadMs).unref();
    worker
      .on('message', handleMessage)
      .on('error', replace)
      .on('exit', (code) => replace(new Error(`It ended with code ${code}`)));
  }

  function handleMessage(message: WorkerMessage) {
    if (!('ready' in message)) return said(message);
    clearTimeout(timer);
    isReady = true;
    lostUnused = 0;
    for (const go of awaiting.splice(0)) go();
  }

  function replace(reason: unknown) {
    if (!worker) return;
    void end();
    log.error({ err: reason }, 'the thread that renders pages was lost; until a new one is ready, browsers render them');
    timer = setTimeout(start, restartMs * 2 ** Math.min(lostUnused, MOST_DOUBLED)).unref();
    lostUnused += 1;
  }

  function end() {
    clearTimeout(timer);
    const termination = worker
      ?.removeAllListeners()
      .on('error', () => undefined)
      .terminate();
    worker = null;
    isReady = false;
    lost();
    return termination;
  }

  start();
  return {
    isReady: () => isReady,
    tell: (message: JobMessage) => worker?.postMessage(message),
    /** Replaces the thread by another one, as when it dies. */
    replace,
    /** Resolves when the thread can render, or `startMs` have passed. */
    ready: () =>
      new Promise<void>((resolve) => {
        if (isReady) return resolve();
        const timeout = setTimeout(resolve, startMs);
        awaiting.push(() => {
          clearTimeout(timeout);
          resolve();
        });
      }),
    close: async () => void (await end()),
  };
}

/** Starts the worker beside this file: JavaScript once compiled; otherwise the TypeScript source runs. */
function startWorker(module: string): Worker {
  const extension = extname(__filename);
  return new Worker(join(__dirname, `render-worker${extension}`), {
    workerData: { module },
    execArgv: extension === '.ts' ? ['--require', require.resolve('tsx/cjs'), '--conditions=source'] : [],
  });
}
