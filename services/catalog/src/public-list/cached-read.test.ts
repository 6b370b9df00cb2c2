import { cachedRead } from './cached-read';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const later = (ms: number) => jest.advanceTimersByTimeAsync(ms);

/** Reads that the test answers one by one. */
function someReads() {
  const reads: ((answer: string) => void)[] = [];
  const failures: unknown[] = [];
  const fresh = cachedRead<string>(
    () => new Promise((resolve) => reads.push(resolve)),
    (error) => failures.push(error),
  );
  return { ...fresh, asked: reads, failures };
}

async function cachedReadOf(text: string) {
  const reads = someReads();
  const first = reads.current();
  reads.asked[0]!(text);
  expect(await first).toBe(text);
  return reads;
}

test('an answer is kept for a second, then it is read once for all callers', async () => {
  const { current, asked } = await cachedReadOf('one');
  expect(await current()).toBe('one');
  expect(asked).toHaveLength(1);

  await later(1001);
  const answers = Promise.all([current(), current()]);
  expect(asked).toHaveLength(2);
  asked[1]!('two');
  expect(await answers).toEqual(['two', 'two']);
});

test('an answer is kept for a second even when the clock is set back', async () => {
  const { current, asked } = await cachedReadOf('one');
  await later(1001);
  jest.setSystemTime(Date.now() - 3 * 3_600_000);
  void current();
  expect(asked).toHaveLength(2);
  asked[1]!('two');
});

test('a change during a read is read as well', async () => {
  const { current, recheck, asked } = await cachedReadOf('one');
  await later(1001);
  const early = current();
  recheck();
  const late = current();
  asked[1]!('two');
  await later(0);
  asked[2]!('three');
  expect(await Promise.all([early, late])).toEqual(['two', 'three']);
});

test('while a read hangs, one caller waits a moment and all others have what is kept', async () => {
  const { current } = await cachedReadOf('one');
  await later(1001);
  const patient = current();
  await later(300);
  expect(await patient).toBe('one');
  expect(await current()).toBe('one');
});

test('a read that is never answered is given up, and the next one is made', async () => {
  const { current, asked, failures } = await cachedReadOf('one');
  await later(1001);
  const patient = current();
  await later(30_000);
  expect(await patient).toBe('one');
  expect(failures).toEqual([new Error('No answer within 30000 ms')]);

  await later(1001);
  const next = current();
  asked[2]!('three');
  expect(await next).toBe('three');
});

test('nothing is kept yet: who asks hears that there is no answer', async () => {
  const { current } = someReads();
  const rejection = expect(current()).rejects.toThrow('No answer within 30000 ms');
  await later(30_000);
  await rejection;
});

test('a read that was given up is told so, and what it still brings is not kept', async () => {
  const reads: { wanted: () => boolean; answer: (text: string) => void }[] = [];
  const { current } = cachedRead<string>(
    (_, wanted) => new Promise((resolve) => reads.push({ wanted, answer: resolve })),
    () => undefined,
  );
  const first = current();
  reads[0]!.answer('one');
  await first;
  await later(1001);
  void current();
  expect(reads[1]!.wanted()).toBe(true);
  await later(30_000);
  expect(reads[1]!.wanted()).toBe(false);
  await later(1001);
  const next = current();
  reads[2]!.answer('three');
  reads[1]!.answer('two');
  expect(await next).toBe('three');
  expect(await current()).toBe('three');
});
