import { extname, join } from 'node:path';
import { openWorkerPool } from '@shop/runtime/worker-pool';
import type { LoopFacts } from './loop-facts';
import type renderInThread from './render-worker';

export type LoopRenderer = { render: (facts: LoopFacts) => Promise<Buffer>; close: () => Promise<void> };

/** Renders loops as WAV files in one worker thread, one after the other, so that the calling process stays responsive. */
export function openLoopRenderer(): LoopRenderer {
  const pool = openWorkerPool<typeof renderInThread>(join(__dirname, `render-worker${extname(__filename)}`));
  return {
    async render(facts) {
      const file = await pool.run(facts);
      return Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    },
    close: () => pool.destroy(),
  };
}
