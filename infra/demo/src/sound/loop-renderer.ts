import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { LoopFacts } from './loop-facts';

export type LoopRenderer = { render: (facts: LoopFacts) => Promise<Buffer>; close: () => Promise<void> };

/** Renders loops as WAV files in one worker thread, one after the other, so that the calling process stays responsive. */
export function openLoopRenderer(): LoopRenderer {
  const worker = __filename.endsWith('.ts')
    ? new Worker(`require('tsx/cjs'); require(${JSON.stringify(join(__dirname, 'render-worker.ts'))})`, {
        eval: true,
        execArgv: ['--conditions=source'],
      })
    : new Worker(join(__dirname, 'render-worker.js'));
  const waiting = new Map<number, { resolve: (file: Buffer) => void; reject: (error: Error) => void }>();
  let tickets = 0;
  let stopped = false;
  worker.on('message', ({ ticket, file }: { ticket: number; file: Uint8Array }) => {
    waiting.get(ticket)?.resolve(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
    waiting.delete(ticket);
  });
  const fail = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('error', fail);
  worker.on('exit', () => {
    stopped = true;
    fail(new Error('The loop renderer has stopped.'));
  });
  return {
    render: (facts) =>
      new Promise((resolve, reject) => {
        if (stopped) return reject(new Error('The loop renderer has stopped.'));
        tickets += 1;
        waiting.set(tickets, { resolve, reject });
        worker.postMessage({ ticket: tickets, facts });
      }),
    close: async () => {
      await worker.terminate();
    },
  };
}
