import assert from 'node:assert/strict';
import { parentPort } from 'node:worker_threads';
import type { AudioKind } from './first-bytes';
import { transcode, Unfit, type Transcoded, type TranscodeStage } from './transcode';

/** One recording for the thread that decodes and encodes them one after the other. */
export type Job = { path: string; kind: AudioKind };
export type Said =
  | { type: 'progress'; stage: TranscodeStage; percent: number }
  | { type: 'done'; result: Transcoded }
  | { type: 'unfit'; message: string };

assert(parentPort, 'this file runs as a worker');
const port = parentPort;
const say = (said: Said, transfer: ArrayBuffer[] = []) => port.postMessage(said, transfer);

port.on('message', ({ path, kind }: Job) => {
  let last = '';
  const report = (stage: TranscodeStage, percent: number) => {
    const now = `${stage} ${percent}`;
    if (now !== last) say({ type: 'progress', stage, percent });
    last = now;
  };
  transcode(path, kind, report).then(
    (result) => {
      const mp3 = new Uint8Array(result.mp3);
      say({ type: 'done', result: { ...result, mp3 } }, [mp3.buffer]);
    },
    (error: unknown) => {
      // Any error of a decoder counts as the file's fault, because hostile files make decoders throw.
      say({ type: 'unfit', message: error instanceof Unfit ? error.message : 'The audio file cannot be read.' });
    },
  );
});
