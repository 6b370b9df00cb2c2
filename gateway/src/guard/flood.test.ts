import { countCalls, countUses } from './flood';

/** Sets the clock that the counts read. */
const at = (ms: number) => jest.spyOn(performance, 'now').mockReturnValue(ms);
beforeEach(() => at(0));
afterEach(() => jest.restoreAllMocks());

test('each key has its own allowance, and says how long it is used up', () => {
  const use = countUses({ points: 2, seconds: 10 });
  expect(['a', 'a', 'b', 'a', 'a', 'b', 'b'].map(use)).toEqual([0, 0, 0, 10_000, 10_000, 0, 10_000]);
});

test('an allowance is whole again after its period, whoever else came meanwhile', () => {
  const use = countUses({ points: 1, seconds: 10 });
  expect([use('a'), use('a')]).toEqual([0, 10_000]);
  at(9000);
  expect([use('b'), use('a')]).toEqual([0, 1000]);
  at(10_000);
  expect([use('c'), use('a'), use('b'), use('a')]).toEqual([0, 0, 9000, 10_000]);
});

test('addresses of one network share an allowance, and who is above it hears when to come again', () => {
  const count = countCalls(0.5, { points: 4, seconds: 10 });
  count({ ip: '2001:db8:1:2::1' });
  count({ ip: '2001:db8:1:2::2' });
  count({ ip: '2001:db8:1:3::1' });
  expect(() => count({ ip: '2001:db8:1:2::3' })).toThrow(
    expect.objectContaining({ status: 429, code: 'too-many', extra: { retryAfterSeconds: 10 } }),
  );
});
