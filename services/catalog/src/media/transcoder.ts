import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { invalid, unavailable } from '@shop/http';
import type { Log } from '@shop/runtime';
import type { Job, Said } from './audio-worker';
import type { AudioKind } from './first-bytes';
import type { Report, Transcoded } from './transcode';

const TIMEOUT_MS = 180_000;
/** A turn that comes sooner ends before the gateway gives the upload up (PAUSE_MS of gateway/src/upstream/proxy.ts). */
const TURN_WITHIN_MS = 100_000;
const HEAP_MB = 256;

/** `left` aborts when the sender has left. */
type Sender = { progress: Report; left: AbortSignal };

export type Transcoder = {
  /** @throws Refusal 400 with the field, when the recording is not taken; 503 when its turn comes too late; the reason of `left` */
  transcode: (field: string, path: string, kind: AudioKind, sender: Sender) => Promise<Transcoded>;
  close: () => Promise<void>;
};

/**
 * One warm worker thread takes one recording at a time, so that memory stays bounded. If a recording kills the thread, keeps it
 * busy for too long, or its sender has left, it is refused and a new thread replaces this one.
 */
export function createTranscoder(log: Log, start: () => Worker = startWorker): Transcoder {
  let worker: Worker | null = null;
  let closed = false;
  let queue: Promise<unknown> = Promise.resolve();

  const warm = () => {
    const fresh = start();
    fresh.unref();
    // Without a listener, an error of the thread ends the process.
    fresh.on('error', (error) => log.warn({ err: error }, 'the audio thread failed'));
    fresh.on('exit', () => {
      if (worker === fresh) worker = null;
    });
    return (worker = fresh);
  };
  warm();

  async function run(field: string, job: Job, sender: Sender): Promise<Transcoded> {
    if (closed) throw unavailable('The shop is shutting down. Please try again in a minute.');
    const thread = worker ?? warm();
    try {
      return await perform(thread, field, job, sender);
    } catch (error) {
      if (!(error instanceof WorkerLost)) throw error;
      await thread.terminate();
      sender.left.throwIfAborted();
      log.warn(
        { err: error.cause },
        'a recording ended the audio thread or kept it busy too long, and is refused; a new thread replaces it',
      );
      if (closed) throw unavailable('The shop is shutting down. Please try again in a minute.');
      throw invalid(field, 'The audio file cannot be processed. Please export it again, or choose another one.');
    }
  }

  return {
    transcode(field, path, kind, sender) {
      const before = queue;
      const result = turnAfter(before, sender.left).then(() => run(field, { path, kind }, sender));
      // A sender who leaves the queue must not let the next one in before the one ahead has ended.
      queue = Promise.allSettled([before, result]);
      return result;
    },
    async close() {
      closed = true;
      await worker?.terminate();
      await queue;
    },
  };
}

/** Waits until `before` has ended. @throws Refusal 503 when that takes too long, and the reason of `left` */
async function turnAfter(before: Promise<unknown>, left: AbortSignal): Promise<void> {
  left.throwIfAborted();
  await new Promise<unknown>((resolve, reject) => {
    const leave = () => reject(left.reason as Error);
    const timer = setTimeout(
      () => reject(unavailable('Too many recordings are being read. Please try again in a minute.')),
      TURN_WITHIN_MS,
    );
    left.addEventListener('abort', leave);
    void before.then(resolve).finally(() => {
      clearTimeout(timer);
      left.removeEventListener('abort', leave);
    });
  });
}

class WorkerLost extends Error {}

function perform(worker: Worker, field: string, job: Job, { progress, left }: Sender): Promise<Transcoded> {
  return new Promise((resolve, reject) => {
    const lost = (cause: unknown) => settle(() => reject(new WorkerLost('The audio thread is lost', { cause })));
    const exited = (code: number) => lost(new Error(`The audio thread ended with code ${code}`));
    const leave = () => lost(left.reason);
    const timer = setTimeout(() => lost(new Error(`A recording took more than ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
    const heard = (said: Said) => {
      if (said.type === 'progress') progress(said.stage, said.percent);
      else if (said.type === 'done') settle(() => resolve(said.result));
      else settle(() => reject(invalid(field, said.message)));
    };
    const settle = (act: () => void) => {
      clearTimeout(timer);
      left.removeEventListener('abort', leave);
      worker.off('message', heard).off('error', lost).off('exit', exited);
      act();
    };
    left.addEventListener('abort', leave);
    worker.on('message', heard).on('error', lost).on('exit', exited);
    worker.postMessage(job);
  });
}

/** Starts the worker beside this file: JavaScript once compiled; in tests the TypeScript source runs. */
function startWorker(): Worker {
  const extension = extname(__filename);
  return new Worker(join(__dirname, `audio-worker${extension}`), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    execArgv: extension === '.ts' ? ['--require', require.resolve('tsx/cjs'), '--conditions=source'] : [],
  });
}
