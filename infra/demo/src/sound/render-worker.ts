import { parentPort } from 'node:worker_threads';
import type { LoopFacts } from './loop-facts';
import { renderLoop } from './render-loop';
import { wavOf } from './wav';

/** Answers each request with the WAV file of its loop. */
parentPort?.on('message', ({ ticket, facts }: { ticket: number; facts: LoopFacts }) => {
  const file = wavOf(renderLoop(facts));
  parentPort?.postMessage({ ticket, file }, [file.buffer as ArrayBuffer]);
});
