import { onShutdown } from './shutdown';

/**
 * Ends a process with this stop.
 * @returns its exit code, and its output
 */
async function ended(stop: () => Promise<void>, act: () => void = () => undefined) {
  const handlers = new Map<string, () => void>();
  jest.spyOn(process, 'on').mockImplementation((signal, handler) => (handlers.set(signal as string, handler), process));
  const failed = jest.fn();
  const code = await new Promise((resolve) => {
    jest.spyOn(process, 'exit').mockImplementation(resolve as never);
    onShutdown(stop, failed);
    handlers.get('SIGTERM')?.();
    handlers.get('SIGINT')?.();
    act();
  });
  return { code, said: failed.mock.calls.map(([error]) => (error as Error).message) };
}

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] }));
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('a process that stops in order ends with 0, and stops once', async () => {
  const stop = jest.fn(() => Promise.resolve());
  expect(await ended(stop)).toEqual({ code: 0, said: [] });
  expect(stop).toHaveBeenCalledTimes(1);
});

test('a failing stop logs the reason', async () => {
  expect(await ended(() => Promise.reject(new Error('the pool is gone')))).toEqual({ code: 1, said: ['the pool is gone'] });
});

test('a stop that does not end is logged after 40 s', async () => {
  const never = () => new Promise<void>(() => undefined);
  expect(await ended(never, () => jest.advanceTimersByTime(40_000))).toEqual({
    code: 1,
    said: ['It has not ended within 40 s'],
  });
});
