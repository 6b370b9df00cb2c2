import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { demoTracks } from '@shop/demo';
import { suggestedTempo } from '../../web/src/features/catalog/admin/sound/suggested-tempo';

const root = join(__dirname, '../..');

type Analysis = { pulse: number | null; key: string | null; differs: boolean };
let analyses: Analysis[];

/** What is found in the loop of each demo track. A thread is many times faster than a test's sandbox. */
beforeAll(async () => {
  const source = `
    require('tsx/cjs');
    const at = (path) => require(${JSON.stringify(root)} + '/' + path);
    const { demoTracks, factsOfTrack } = at('infra/demo/src/catalogue/demo-tracks.ts');
    const { renderLoop } = at('infra/demo/src/sound/render-loop.ts');
    const { tempoOf } = at('web/src/features/catalog/admin/sound/tempo.ts');
    const { createFingerprint } = at('services/catalog/src/fingerprints/fingerprint.ts');
    const { createKeyFinder, contradictsKey } = at('services/catalog/src/packages/check/key.ts');
    const analyses = demoTracks.map((track) => {
      const { left, right } = renderLoop(factsOfTrack(track));
      const finder = createKeyFinder();
      createFingerprint(44100, finder.add).add([left, right]);
      const estimate = finder.finish();
      return {
        pulse: tempoOf(left.map((sample, i) => (sample + right[i]) / 2)),
        key: estimate ? estimate.tonic + ' ' + estimate.mode : null,
        differs: estimate !== undefined && contradictsKey(estimate, track.music_key),
      };
    });
    require('node:worker_threads').parentPort.postMessage(analyses);`;
  const worker = new Worker(source, { eval: true, execArgv: ['--conditions=source'] });
  [analyses] = (await Promise.race([
    once(worker, 'message'),
    once(worker, 'error').then(([error]: unknown[]) => Promise.reject(error as Error)),
  ])) as [Analysis[]];
  await worker.terminate();
}, 360_000);

test('the tempo that the product form suggests is right for every loop of the demo shop', () => {
  const wrong = demoTracks
    .map(({ name, category, bpm }, i) => ({ name, bpm, suggested: suggestedTempo(analyses[i]?.pulse ?? 0, category).bpm }))
    .filter(({ bpm, suggested }) => Math.abs(suggested - bpm) > 1);
  expect(analyses).toHaveLength(24);
  expect(wrong).toEqual([]);
});

test('the check finds no other key in any loop of the demo shop, and the very one in most', () => {
  expect(analyses.filter(({ differs }) => differs)).toEqual([]);
  const right = demoTracks.filter(({ music_key, key_mode }, i) => analyses[i]?.key === `${music_key} ${key_mode}`);
  expect(right.length).toBeGreaterThanOrEqual(12);
});
