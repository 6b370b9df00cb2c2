import { extname, join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { createFairQueue, currentPlace, invalid, Refusal, unavailable } from '@shop/http';
import type { Log } from '@shop/runtime';
import { openWorkerPool } from '@shop/runtime/worker-pool';
import type readInThread from './audio-worker';
import type { AudioNews, AudioResult, AudioTask } from './audio-worker';
import type { AudioKind } from '@shop/storage';
import type { Report, Transcoding } from './transcode';

const TIMEOUT_MS = 180_000;
/** A turn that comes sooner ends before the gateway gives the upload up (PAUSE_MS of gateway/src/upstream/proxy.ts). */
const TURN_WITHIN_MS = 100_000;
const MOST_WAITING = 64;
const HEAP_MB = 256;
const WORKER = join(__dirname, `audio-worker${extname(__filename)}`);

const shuttingDown = () => unavailable('The shop is shutting down. Please try again in a minute.');

/** `left` aborts when the sender has left. */
type Sender = { progress: Report; left: AbortSignal };

export type Transcoder = {
  /** @throws Refusal 400 with the field, when the recording is not taken; 503 when its turn comes too late; the reason of `left` */
  transcode: (field: string, path: string, kind: AudioKind, sender: Sender) => Promise<Transcoding>;
  close: () => Promise<void>;
};

/**
 * One thread takes one recording at a time, so that memory stays bounded, in turns of its senders. If a recording kills the thread,
 * keeps it busy for too long, or its sender has left, it is refused and a new thread replaces this one.
 */
export function createTranscoder(log: Log, worker: string = WORKER): Transcoder {
  const pool = openWorkerPool<typeof readInThread>(worker, { heapMb: HEAP_MB });
  const inTurn = createFairQueue({ atOnce: 1, mostWaiting: MOST_WAITING });
  let isClosed = false;

  const run = async (task: Pick<AudioTask, 'path' | 'kind'>, progress: Report, signal: AbortSignal) => {
    const { port1: receiver, port2: news } = new MessageChannel();
    receiver.on('message', ({ stage, percent }: AudioNews) => progress(stage, percent));
    try {
      return await pool.run({ ...task, news }, { transferList: [news], signal });
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      receiver.close();
    }
  };

  /** Reads a recording when it is its turn. @throws Refusal 503, the reason of `left`, what ended the reading or its thread */
  async function read(path: string, kind: AudioKind, { progress, left }: Sender): Promise<AudioResult> {
    const timeout = new AbortController();
    const signal = AbortSignal.any([left, timeout.signal]);
    const lateAfter = (ms: number, reason: Error) => setTimeout(() => timeout.abort(reason), ms);
    let timer = lateAfter(TURN_WITHIN_MS, unavailable('Too many recordings are being read. Please try again in a minute.'));
    try {
      return await inTurn({ ...currentPlace(), left: signal }, () => {
        clearTimeout(timer);
        timer = lateAfter(TIMEOUT_MS, new Error(`A recording took more than ${TIMEOUT_MS} ms`));
        // A pool that has ended would begin anew.
        if (isClosed) throw shuttingDown();
        return run({ path, kind }, progress, signal);
      });
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async transcode(field, path, kind, sender) {
      const result = await read(path, kind, sender).catch((error: unknown) => {
        sender.left.throwIfAborted();
        if (isClosed) throw shuttingDown();
        if (error instanceof Refusal) throw error;
        log.warn({ err: error }, 'a recording ended the audio thread or kept it busy too long, and is refused');
        throw invalid(field, 'The audio file cannot be processed. Please export it again, or choose another one.');
      });
      if ('unfit' in result) throw invalid(field, result.unfit);
      return result;
    },
    async close() {
      isClosed = true;
      await pool.destroy();
    },
  };
}
