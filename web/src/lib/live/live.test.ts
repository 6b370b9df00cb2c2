import { setVisible, stubEvents, StubEvents, stubLocks, withoutLocks } from '#testing/stub-events.ts';
import { pauseAfter, type LiveMessage } from './stream';

const MISSED = { kind: 'missed', ids: [] };
let notes: LiveMessage[];
let follow: () => () => void;
let stop: () => void;

/** Opens a page without any memory of the previous one. */
async function open() {
  jest.resetModules();
  const { followLive } = await import('./follow-live');
  follow = () => followLive((message) => notes.push(message));
  stop = follow();
}

beforeEach(async () => {
  localStorage.clear();
  jest.useFakeTimers({ doNotFake: ['performance'] });
  jest.spyOn(Math, 'random').mockReturnValue(1);
  stubEvents();
  setVisible(true);
  notes = [];
  await open();
});
afterEach(() => {
  stop();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

test("the gateway's messages are heard, with their ids", () => {
  expect(StubEvents.latest.url).toBe('/api/products/events');
  StubEvents.latest.opens();
  StubEvents.latest.says('sold', 4, 9);
  expect(notes).toEqual([{ kind: 'sold', ids: [4, 9] }]);
});

test('a lost stream is opened again after longer and longer pauses, and missed news are reported once it is back', async () => {
  StubEvents.latest.opens();
  StubEvents.latest.breaks();
  await jest.advanceTimersByTimeAsync(1000);
  expect(StubEvents.all).toHaveLength(2);
  StubEvents.latest.breaks();
  await jest.advanceTimersByTimeAsync(1900);
  expect(StubEvents.all).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(200);
  expect(StubEvents.all).toHaveLength(3);
  expect(notes).toEqual([]);
  StubEvents.latest.opens();
  expect(notes).toEqual([MISSED]);
  expect(StubEvents.open).toHaveLength(1);
});

test('where there is nothing to hear, or too many listen, the browser keeps quiet for a minute and longer each time', async () => {
  StubEvents.latest.isRefused();
  await jest.advanceTimersByTimeAsync(59_000);
  expect(StubEvents.all).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(2_000);
  expect(StubEvents.all).toHaveLength(2);
  expect([pauseAfter('refused', 1), pauseAfter('refused', 20), pauseAfter('lost', 20)]).toEqual([120_000, 3_600_000, 60_000]);
});

test('a hidden tab has no stream; after a short look away nothing was missed, after a long one it was', () => {
  setVisible(false);
  expect(StubEvents.open).toHaveLength(0);
  jest.advanceTimersByTime(10_000);
  setVisible(true);
  StubEvents.latest.opens();
  expect([StubEvents.open.length, notes]).toEqual([1, []]);
  setVisible(false);
  jest.advanceTimersByTime(60_000);
  setVisible(true);
  expect([StubEvents.open.length, notes]).toEqual([1, [MISSED]]);
});

test('missed news are reported after an outage, even when the tab was hidden for a moment', async () => {
  StubEvents.latest.opens();
  StubEvents.latest.breaks();
  await jest.advanceTimersByTimeAsync(1000);
  setVisible(false);
  await jest.advanceTimersByTimeAsync(5000);
  setVisible(true);
  expect(notes).toEqual([]);
  StubEvents.latest.opens();
  expect(notes).toEqual([MISSED]);
});

describe('a page that has left the stream, for the administration,', () => {
  test('has missed nothing when it is back soon', () => {
    stop();
    jest.advanceTimersByTime(10_000);
    stop = follow();
    StubEvents.latest.opens();
    expect(notes).toEqual([]);
  });

  test('has missed something when it comes back late', () => {
    stop();
    jest.advanceTimersByTime(60_000);
    stop = follow();
    expect([StubEvents.open.length, notes]).toEqual([1, [MISSED]]);
  });

  test('in the middle of an outage, learns that it missed news', async () => {
    StubEvents.latest.breaks();
    await jest.advanceTimersByTimeAsync(1000);
    stop();
    stop = follow();
    expect(notes).toEqual([]);
    StubEvents.latest.opens();
    expect(notes).toEqual([MISSED]);
  });
});

describe('a tab that takes the stream over from another', () => {
  let letGo: () => void;
  beforeEach(() => {
    stop();
    stubLocks((work) => new Promise<void>((granted) => (letGo = granted)).then(work));
    stop = follow();
  });

  test.each([
    ['at once, has missed nothing', 100, []],
    ['that had it for a while, says what an outage there may have hidden', 5_000, [MISSED]],
  ])('%s', async (_what, waits, expected) => {
    await jest.advanceTimersByTimeAsync(waits);
    expect(StubEvents.open).toHaveLength(0);
    letGo();
    await jest.advanceTimersByTimeAsync(0);
    expect(notes).toEqual([]);
    StubEvents.latest.opens();
    expect(notes).toEqual(expected);
  });
});

describe('over plain http, where there are no locks,', () => {
  const LEASE = 'live-tracks';
  const another = (tab: string) => localStorage.setItem(LEASE, JSON.stringify({ tab, at: Date.now() }));
  const holder = () => (JSON.parse(localStorage.getItem(LEASE) ?? '{}') as { tab?: string }).tab;

  beforeEach(() => {
    stop();
    StubEvents.all = [];
    withoutLocks();
  });

  test('the first tab has the stream', async () => {
    stop = follow();
    await jest.advanceTimersByTimeAsync(500);
    expect(StubEvents.open).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(StubEvents.all).toHaveLength(1);
    stop();
    await jest.advanceTimersByTimeAsync(0);
    expect([holder(), StubEvents.open]).toEqual([undefined, []]);
  });

  test('a tab beside one that has the stream opens none, and takes over soon after that one has closed', async () => {
    another('first');
    stop = follow();
    for (let at = 0; at < 30; at += 1) {
      await jest.advanceTimersByTimeAsync(2_000);
      another('first');
    }
    expect(StubEvents.all).toEqual([]);
    localStorage.removeItem(LEASE);
    window.dispatchEvent(new StorageEvent('storage', { key: LEASE, newValue: null }));
    await jest.advanceTimersByTimeAsync(500);
    expect(StubEvents.open).toHaveLength(1);
    StubEvents.latest.opens();
    expect(notes).toEqual([MISSED]);
  });

  test('a tab that has crashed is followed within ten seconds', async () => {
    another('crashed');
    stop = follow();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(StubEvents.open).toHaveLength(1);
  });

  test('of tabs that begin together, one has the stream', async () => {
    stop = follow();
    another('second');
    await jest.advanceTimersByTimeAsync(500);
    expect(StubEvents.all).toEqual([]);
  });

  test('a tab that has lost its turn, while it slept, closes its stream', async () => {
    stop = follow();
    await jest.advanceTimersByTimeAsync(500);
    another('second');
    await jest.advanceTimersByTimeAsync(2_000);
    expect(StubEvents.open).toEqual([]);
    expect(holder()).toBe('second');
  });

  test("a lease from before the device's clock was set back has ended", async () => {
    localStorage.setItem(LEASE, JSON.stringify({ tab: 'first', at: Date.now() + 3_600_000 }));
    stop = follow();
    await jest.advanceTimersByTimeAsync(500);
    expect(StubEvents.open).toHaveLength(1);
  });

  test('a page that is closed gives its turn to the others', async () => {
    stop = follow();
    await jest.advanceTimersByTimeAsync(500);
    window.dispatchEvent(new Event('pagehide'));
    expect(holder()).toBeUndefined();
  });

  test('a tab without a channel to the others has a stream of its own', async () => {
    another('first');
    jest.spyOn(globalThis, 'BroadcastChannel').mockImplementation(() => {
      throw new Error('blocked');
    });
    stop = follow();
    await jest.advanceTimersByTimeAsync(0);
    expect(StubEvents.open).toHaveLength(1);
  });
});

describe('a page from the cache', () => {
  const comesFromCache = (transferSize: number) => {
    stop();
    jest.spyOn(performance, 'getEntriesByType').mockReturnValue([{ transferSize } as PerformanceNavigationTiming]);
    return open();
  };

  test('which the browser took without asking, has missed something', async () => {
    await comesFromCache(0);
    expect(notes).toEqual([MISSED]);
  });

  test('which it asked for has missed nothing', async () => {
    await comesFromCache(300);
    expect(notes).toEqual([]);
  });

  test('hears of it once the tab is visible', async () => {
    setVisible(false);
    await comesFromCache(0);
    expect(notes).toEqual([]);
    setVisible(true);
    expect(notes).toEqual([MISSED]);
  });
});

test('the other tabs learn from the one that has the stream', async () => {
  jest.useRealTimers();
  const otherChannel = new BroadcastChannel('live-tracks');
  const learned = new Promise((resolve) => otherChannel.addEventListener('message', ({ data }) => resolve(data)));
  StubEvents.latest.says('sold', 4);
  expect(await learned).toEqual({ kind: 'sold', ids: [4] });
  otherChannel.postMessage({ kind: 'held', ids: [5] });
  while (notes.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(notes.at(-1)).toEqual({ kind: 'held', ids: [5] });
  otherChannel.close();
});

test('once stopped nothing is opened or heard any more', async () => {
  StubEvents.latest.opens();
  stop();
  setVisible(false);
  setVisible(true);
  await jest.advanceTimersByTimeAsync(100_000);
  expect(StubEvents.all).toHaveLength(1);
  expect(StubEvents.open).toHaveLength(0);
});
