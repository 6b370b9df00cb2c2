import { forward } from '@shop/runtime/testing';
import { countCalls, countUses } from './flood';

afterEach(() => jest.restoreAllMocks());

test('each key has its own allowance, and says how long it is used up', () => {
  forward(0);
  const use = countUses({ points: 2, seconds: 10 });
  expect(['a', 'a', 'b', 'a', 'a', 'b', 'b'].map((key) => Math.round(use(key)))).toEqual([0, 0, 0, 10_000, 10_000, 0, 10_000]);
});

test('an allowance is whole again after its period, whoever else came meanwhile', () => {
  forward(0);
  const use = countUses({ points: 1, seconds: 10 });
  expect([use('a'), use('a')]).toEqual([0, 10_000]);
  forward(9000);
  expect([use('b'), Math.round(use('a'))]).toEqual([0, 1000]);
  forward(1000);
  expect([use('c'), use('a'), Math.round(use('b')), Math.round(use('a'))]).toEqual([0, 0, 9000, 10_000]);
});

test('addresses of one network share an allowance, and who is above it hears when to come again', () => {
  forward(0);
  const count = countCalls(0.5, { points: 4, seconds: 10 });
  count({ ip: '2001:db8:1:2::1' });
  count({ ip: '2001:db8:1:2::2' });
  count({ ip: '2001:db8:1:3::1' });
  expect(() => count({ ip: '2001:db8:1:2::3' })).toThrow(
    expect.objectContaining({ status: 429, code: 'too-many', extra: { retryAfterSeconds: 10 } }),
  );
});
