import { Worker } from 'node:worker_threads';
import { testLog } from '@shop/runtime/testing';
import { createTranscoder } from './transcoder';

const thread = (onMessage: string) =>
  new Worker(`const { parentPort } = require('node:worker_threads'); parentPort.on('message', (job) => { ${onMessage} });`, {
    eval: true,
  });
const done = `parentPort.postMessage({ type: 'done', result: { duration: 10, wave: job.path } });`;
const go = (transcoder: ReturnType<typeof createTranscoder>, path: string) =>
  transcoder.transcode('audio', path, 'mp3', () => undefined);

test('a recording that kills the thread is refused, and the next one finds a new thread', async () => {
  const threads = [thread('process.exit(1);'), thread('throw new Error("boom");'), thread(done)];
  const transcoder = createTranscoder(testLog, () => threads.shift()!);
  const [first, second, third] = await Promise.allSettled([go(transcoder, 'a'), go(transcoder, 'b'), go(transcoder, 'c')]);
  expect([first, second]).toMatchObject([
    { status: 'rejected', reason: { kind: 'invalid', extra: { field: 'audio' } } },
    { status: 'rejected', reason: { kind: 'invalid', extra: { field: 'audio' } } },
  ]);
  expect(third).toMatchObject({ status: 'fulfilled', value: { wave: 'c' } });
  await transcoder.close();
});

test('one recording at a time, in their order', async () => {
  const slow = `globalThis.busy = (globalThis.busy ?? 0) + 1; const busy = globalThis.busy;
    setTimeout(() => { globalThis.busy -= 1; parentPort.postMessage({ type: 'done', result: { duration: busy, wave: job.path } }); }, 20);`;
  const transcoder = createTranscoder(testLog, () => thread(slow));
  const finished: string[] = [];
  const results = await Promise.all(
    ['a', 'b', 'c'].map((path) => go(transcoder, path).then((result) => (finished.push(path), result))),
  );
  expect(finished).toEqual(['a', 'b', 'c']);
  expect(results.map(({ duration }) => duration)).toEqual([1, 1, 1]);
  await transcoder.close();
});

test('who waits when the shop shuts down is asked to come again', async () => {
  const transcoder = createTranscoder(testLog, () => thread(''));
  const waiting = [go(transcoder, 'a'), go(transcoder, 'b')].map((one) =>
    expect(one).rejects.toMatchObject({ kind: 'unavailable' }),
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  await transcoder.close();
  await Promise.all(waiting);
});
