import type { Place } from '../current-request';
import { createFairQueue, QueueFull, type FairQueue } from './fair-queue';

let queue: FairQueue;
let finished: string[];
let finish: (() => void)[];
beforeEach(() => {
  queue = createFairQueue({ atOnce: 1, mostWaiting: 6 });
  finished = [];
  finish = [];
});

/** Work that runs until the test ends it. */
const ask = (name: string, place: Partial<Place> = {}) =>
  queue({ line: name[0]!, known: false, ...place }, () => {
    finished.push(name);
    return new Promise<void>((resolve) => finish.push(resolve));
  });
const endAll = async () => {
  for (let nth = 0; nth < finish.length; nth += 1) {
    finish[nth]!();
    await new Promise(setImmediate);
  }
};

test('one line does not wait for the whole of another one', async () => {
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map((name) => ask(name));
  await endAll();
  await Promise.all(all);
  expect(finished).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('known callers and strangers take turns', async () => {
  const strangers = ['a1', 'b1', 'c1', 'd1'].map((name) => ask(name));
  const members = ['k1', 'l1'].map((name) => ask(name, { known: true }));
  await endAll();
  await Promise.all([...strangers, ...members]);
  expect(finished).toEqual(['a1', 'k1', 'b1', 'l1', 'c1', 'd1']);
});

test('who has left is forgotten, also before they wait', async () => {
  const controller = new AbortController();
  const first = ask('a1');
  const aborted = ['b1', 'b2', 'c1'].map((name) => ask(name, { left: controller.signal }).catch((error: unknown) => error));
  const last = ask('d1');
  controller.abort('left');
  expect(await Promise.all(aborted)).toEqual(['left', 'left', 'left']);
  expect(await ask('e1', { left: controller.signal }).catch((error: unknown) => error)).toBe('left');
  await endAll();
  await Promise.all([first, last]);
  expect(finished).toEqual(['a1', 'd1']);
});

test('work that is under way is not given up by who leaves', async () => {
  const controller = new AbortController();
  const running = ask('a1', { left: controller.signal });
  controller.abort('left');
  await endAll();
  expect(await running).toBeUndefined();
});

test('a full queue refuses the longest line, with the time to wait, and has room for shorter ones', async () => {
  const outcomes = ['a1', 'b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7', 'c1', 'd1', 'c2'].map((name) =>
    ask(name).then(
      () => name,
      (error: unknown) => {
        expect(error).toBeInstanceOf(QueueFull);
        expect(error).toMatchObject({ status: 503, extra: { retryAfterSeconds: 5 } });
        return `${name} refused`;
      },
    ),
  );
  await new Promise(setImmediate);
  await endAll();
  expect(await Promise.all(outcomes)).toEqual([
    'a1',
    'b1',
    'b2',
    'b3',
    'b4 refused',
    'b5 refused',
    'b6 refused',
    'b7 refused',
    'c1',
    'd1',
    'c2',
  ]);
});

test('strangers that fill their side leave room to known callers', async () => {
  const first = ask('a1');
  const strangers = Array.from({ length: 6 }, (_, nth) => ask(`${String.fromCharCode(98 + nth)}1`));
  await expect(ask('z1')).rejects.toBeInstanceOf(QueueFull);
  const member = ask('k1', { known: true });
  await endAll();
  await Promise.all([first, ...strangers, member]);
  expect(finished.indexOf('k1')).toBe(1);
});

test('work that fails lets the next one begin', async () => {
  const place = { line: 'a', known: false };
  const failed = queue(place, () => Promise.reject(new Error('no')));
  const next = queue(place, () => Promise.resolve('done'));
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('done');
});
