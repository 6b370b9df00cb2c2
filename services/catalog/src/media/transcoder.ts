import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { invalid, unavailable } from '@shop/http';
import type { Log } from '@shop/runtime';
import type { Job, Said } from './audio-worker';
import type { AudioKind } from './first-bytes';
import type { Report, Transcoded } from './transcode';

const TIMEOUT_MS = 180_000;
const HEAP_MB = 256;

export type Transcoder = {
  /** @throws Refusal 400 with the field, when the recording is not taken; 503 while the service stops */
  transcode: (field: string, path: string, kind: AudioKind, report: Report) => Promise<Transcoded>;
  close: () => Promise<void>;
};

/**
 * One worker thread, kept warm, that takes one recording at a time: the others wait, so that memory stays bounded. A recording that
 * kills the thread or keeps it busy for too long is refused, and a new thread replaces it.
 */
export function createTranscoder(log: Log, start: () => Worker = startWorker): Transcoder {
  let worker: Worker | null = null;
  let closed = false;
  let queue: Promise<unknown> = Promise.resolve();

  const warm = () => {
    const fresh = start();
    fresh.unref();
    // without a listener an error of the thread ends the process
    fresh.on('error', (error) => log.warn({ err: error }, 'the audio thread failed'));
    fresh.on('exit', () => {
      if (worker === fresh) worker = null;
    });
    return (worker = fresh);
  };
  warm();

  async function run(field: string, job: Job, report: Report): Promise<Transcoded> {
    if (closed) throw unavailable('The shop is shutting down. Please try again in a minute.');
    const thread = worker ?? warm();
    try {
      return await perform(thread, field, job, report);
    } catch (error) {
      if (!(error instanceof WorkerLost)) throw error;
      log.warn(
        { err: error.cause },
        'a recording ended the audio thread or kept it busy too long, and is refused; a new thread replaces it',
      );
      await thread.terminate();
      if (closed) throw unavailable('The shop is shutting down. Please try again in a minute.');
      throw invalid(field, 'The audio file cannot be processed. Please export it again, or choose another one.');
    }
  }

  return {
    transcode(field, path, kind, report) {
      const result = queue.then(() => run(field, { path, kind }, report));
      queue = result.catch(() => undefined);
      return result;
    },
    async close() {
      closed = true;
      await worker?.terminate();
      await queue;
    },
  };
}

class WorkerLost extends Error {}

function perform(worker: Worker, field: string, job: Job, report: Report): Promise<Transcoded> {
  return new Promise((resolve, reject) => {
    const lost = (cause: unknown) => settle(() => reject(new WorkerLost('The audio thread is lost', { cause })));
    const exited = (code: number) => lost(new Error(`The audio thread ended with code ${code}`));
    const timer = setTimeout(() => lost(new Error(`A recording took more than ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
    const heard = (said: Said) => {
      if (said.type === 'progress') report(said.stage, said.percent);
      else if (said.type === 'done') settle(() => resolve(said.result));
      else settle(() => reject(invalid(field, said.message)));
    };
    const settle = (act: () => void) => {
      clearTimeout(timer);
      worker.off('message', heard).off('error', lost).off('exit', exited);
      act();
    };
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
