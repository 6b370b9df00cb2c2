import { Worker } from 'node:worker_threads';
import { testLog } from '@shop/runtime/testing';
import { createTranscoder } from './transcoder';

const thread = (onMessage: string) =>
  new Worker(`const { parentPort } = require('node:worker_threads'); parentPort.on('message', (job) => { ${onMessage} });`, {
    eval: true,
  });
const done = `parentPort.postMessage({ type: 'done', result: { duration: 10, wave: job.path } });`;
const here = new AbortController().signal;
const go = (transcoder: ReturnType<typeof createTranscoder>, path: string, left = here) =>
  transcoder.transcode('audio', path, 'mp3', { progress: () => undefined, left });

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

test('recordings are taken one at a time, in their order', async () => {
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

test('a recording whose sender has left takes no turn, and its reading is ended', async () => {
  const counted = `globalThis.jobs = (globalThis.jobs ?? 0) + 1;
    parentPort.postMessage({ type: 'done', result: { duration: globalThis.jobs, wave: job.path } });`;
  const threads = [thread(''), thread(counted)];
  const transcoder = createTranscoder(testLog, () => threads.shift()!);
  const [read, waiting] = [new AbortController(), new AbortController()];
  const first = go(transcoder, 'a', read.signal);
  const second = go(transcoder, 'b', waiting.signal);
  const third = go(transcoder, 'c');
  waiting.abort(new Error('the second has left'));
  await expect(second).rejects.toThrow('the second has left');
  read.abort(new Error('the first has left'));
  await expect(first).rejects.toThrow('the first has left');
  expect(await third).toMatchObject({ wave: 'c', duration: 1 });
  await expect(go(transcoder, 'd', read.signal)).rejects.toThrow('the first has left');
  await transcoder.close();
});

test('a sender who would wait longer than the gateway does is asked to come again, and the others keep their turn', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  const threads = [thread(''), thread(done)];
  const transcoder = createTranscoder(testLog, () => threads.shift()!);
  const first = expect(go(transcoder, 'a')).rejects.toMatchObject({ kind: 'invalid' });
  const second = expect(go(transcoder, 'b')).rejects.toMatchObject({ kind: 'unavailable' });
  await jest.advanceTimersByTimeAsync(100_000);
  await second;
  const third = go(transcoder, 'c');
  await jest.advanceTimersByTimeAsync(80_000);
  await first;
  expect(await third).toMatchObject({ wave: 'c' });
  jest.useRealTimers();
  await transcoder.close();
});

test('a sender who waits when the shop shuts down is asked to come again', async () => {
  const transcoder = createTranscoder(testLog, () => thread(''));
  const waiting = [go(transcoder, 'a'), go(transcoder, 'b')].map((one) =>
    expect(one).rejects.toMatchObject({ kind: 'unavailable' }),
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  await transcoder.close();
  await Promise.all(waiting);
});
