import { Late, within } from './within';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('work that is in time is its own result or error, and leaves no timer', async () => {
  expect(await within(1000, Promise.resolve('done'))).toBe('done');
  await expect(within(1000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(jest.getTimerCount()).toBe(0);
});

test('nobody waits for work that is late, nor hears that it has failed', async () => {
  const unheard = jest.fn();
  process.on('unhandledRejection', unheard);
  let fail: (error: Error) => void = () => undefined;
  const waiting = within(1000, new Promise((_resolve, reject) => (fail = reject)));
  const rejection = expect(waiting).rejects.toThrow(new Late('No answer within 1000 ms'));
  await jest.advanceTimersByTimeAsync(1000);
  await rejection;
  fail(new Error('broken'));
  jest.useRealTimers();
  await new Promise((resolve) => setTimeout(resolve, 1));
  process.off('unhandledRejection', unheard);
  expect(unheard).not.toHaveBeenCalled();
});
