import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { demoTracks } from '@shop/demo';
import { suggestedTempo } from '../../web/src/features/catalog/admin/sound/suggested-tempo';

const demo = join(__dirname, '../../infra/demo/src');

/** The tempos found in the loop of each demo track. A thread is many times faster than a test's sandbox. */
async function heardInAll(): Promise<(number | null)[]> {
  const source = `
    require('tsx/cjs');
    const { demoTracks, factsOfTrack } = require(${JSON.stringify(join(demo, 'catalogue/demo-tracks.ts'))});
    const { renderLoop } = require(${JSON.stringify(join(demo, 'sound/render-loop.ts'))});
    const { tempoOf } = require(${JSON.stringify(join(__dirname, '../../web/src/features/catalog/admin/sound/tempo.ts'))});
    const mono = ({ left, right }) => left.map((sample, i) => (sample + right[i]) / 2);
    const heard = demoTracks.map((track) => tempoOf(mono(renderLoop(factsOfTrack(track)))));
    require('node:worker_threads').parentPort.postMessage(heard);`;
  const worker = new Worker(source, { eval: true, execArgv: ['--conditions=source'] });
  const [heard] = (await Promise.race([
    once(worker, 'message'),
    once(worker, 'error').then(([error]: unknown[]) => Promise.reject(error as Error)),
  ])) as [(number | null)[]];
  await worker.terminate();
  return heard;
}

test('the tempo that the product form suggests is right for every loop of the demo shop', async () => {
  const pulses = await heardInAll();
  const wrong = demoTracks
    .map(({ name, category, bpm }, i) => ({ name, bpm, suggested: suggestedTempo(pulses[i] ?? 0, category).bpm }))
    .filter(({ bpm, suggested }) => Math.abs(suggested - bpm) > 1);
  expect(pulses).toHaveLength(24);
  expect(wrong).toEqual([]);
}, 360_000);
