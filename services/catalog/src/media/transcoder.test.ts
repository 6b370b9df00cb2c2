import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testLog } from '@shop/runtime/testing';
import { createTranscoder } from './transcoder';

const folder = mkdtempSync(join(tmpdir(), 'transcoder-'));
afterAll(() => rmSync(folder, { recursive: true }));

let workers = 0;
/** A transcoder whose worker does with a task, `{ path, news }`, what this code says. */
function transcoderThat(code: string) {
  workers += 1;
  const worker = join(folder, `worker-${workers}.js`);
  writeFileSync(worker, `module.exports = async ({ path, news }) => { ${code} };`);
  return createTranscoder(testLog, worker);
}

const HANGS = 'await new Promise(() => {});';
const DONE = 'return { duration: 10, wave: path };';

const stays = new AbortController().signal;
const go = (transcoder: ReturnType<typeof createTranscoder>, path: string, signal = stays, progress: () => void = () => {}) =>
  transcoder.transcode('audio', path, 'mp3', { progress, left: signal });

test('a recording that kills the thread is refused, and the next one finds a new thread', async () => {
  const transcoder = transcoderThat(`if (path === 'a') process.exit(1);
    if (path === 'b') setImmediate(() => { throw new Error('boom'); });
    if (path === 'b') ${HANGS} ${DONE}`);
  const [first, second, third] = await Promise.allSettled([go(transcoder, 'a'), go(transcoder, 'b'), go(transcoder, 'c')]);
  expect([first, second]).toMatchObject([
    { status: 'rejected', reason: { kind: 'invalid', extra: { field: 'audio' } } },
    { status: 'rejected', reason: { kind: 'invalid', extra: { field: 'audio' } } },
  ]);
  expect(third).toMatchObject({ status: 'fulfilled', value: { wave: 'c' } });
  await transcoder.close();
});

test('recordings are taken one at a time, in their order', async () => {
  const transcoder = transcoderThat(`const busy = globalThis.busy = (globalThis.busy ?? 0) + 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
    globalThis.busy -= 1;
    return { duration: busy, wave: path };`);
  const finished: string[] = [];
  const results = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map((path) => go(transcoder, path).then((result) => (finished.push(path), result))),
  );
  expect(finished).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(results.map(({ duration }) => duration)).toEqual([1, 1, 1, 1, 1]);
  await transcoder.close();
});

test('a recording whose sender has left takes no turn, and its reading is ended', async () => {
  const transcoder = transcoderThat(`if (path === 'a') ${HANGS}
    return { duration: globalThis.taken = (globalThis.taken ?? 0) + 1, wave: path };`);
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
  const transcoder = transcoderThat(`if (path === 'a') ${HANGS} ${DONE}`);
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

test('a sender who waits when the shop shuts down is asked to come again, and so is who comes after it', async () => {
  const transcoder = transcoderThat(HANGS);
  const waiting = [go(transcoder, 'a'), go(transcoder, 'b')].map((result) =>
    expect(result).rejects.toMatchObject({ kind: 'unavailable' }),
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  await transcoder.close();
  await Promise.all(waiting);
  await expect(go(transcoder, 'c')).rejects.toMatchObject({ kind: 'unavailable' });
});

test('news of a recording is told to its sender, who is told in what words it is not taken', async () => {
  const transcoder = transcoderThat(`news.postMessage({ stage: 'decoding', percent: 0 }); return { unfit: 'It is too short.' };`);
  const progress = jest.fn();
  await expect(go(transcoder, 'a', stays, progress)).rejects.toMatchObject({
    message: 'It is too short.',
    extra: { field: 'audio' },
  });
  expect(progress.mock.calls).toEqual([['decoding', 0]]);
  await transcoder.close();
});
