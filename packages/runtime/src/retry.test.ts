import { retry } from './retry';

const failing = (times: number) => {
  let tries = 0;
  return () => {
    tries += 1;
    if (tries <= times) throw new Error(`try ${tries}`);
    return Promise.resolve(tries);
  };
};

test('it does the work until it succeeds, with the pauses that are asked for', async () => {
  const pauses: [number, string][] = [];
  const pauseMs = (tries: number, error: unknown) => {
    pauses.push([tries, (error as Error).message]);
    return 1;
  };
  expect(await retry(failing(2), { withinMs: 60_000, pauseMs })).toBe(3);
  expect(pauses).toEqual([
    [1, 'try 1'],
    [2, 'try 2'],
  ]);
});

test('once its time is over it throws the last error', async () => {
  await expect(retry(failing(1), { withinMs: 0, pauseMs: 1 })).rejects.toThrow('try 1');
});

test('a clock that a test has stopped does not keep it going', async () => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
  await expect(retry(failing(9), { withinMs: 1, pauseMs: 2 })).rejects.toThrow('try');
  clock.mockRestore();
});

test('a failure that no further try would mend ends it', async () => {
  const onFailure = (error: unknown) => {
    if ((error as Error).message === 'try 2') throw error;
  };
  await expect(retry(failing(9), { withinMs: 60_000, pauseMs: 1, onFailure })).rejects.toThrow('try 2');
});

test('a signal ends it, while it waits and before another try', async () => {
  const closing = new AbortController();
  const onFailure = () => void setTimeout(() => closing.abort(new Error('closed')), 5);
  const waiting = retry(failing(9), { withinMs: Infinity, pauseMs: 60_000, signal: closing.signal, onFailure });
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError', cause: new Error('closed') });
  await expect(retry(failing(0), { withinMs: Infinity, pauseMs: 1, signal: closing.signal })).rejects.toThrow('closed');
});
