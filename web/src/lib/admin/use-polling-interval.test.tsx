import { act, fireEvent, screen } from '@testing-library/react';
import { aPage } from '#testing/answers.ts';
import { renderAt } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { api } from '../calls/api';
import { usePollingInterval } from './use-polling-interval';

const MINUTE = 60_000;
const { useWaitingQuery } = api.injectEndpoints({
  endpoints: (build) => ({ waiting: build.query({ query: () => ({ url: 'coupons' }) }) }),
});
function Interval() {
  const pollingInterval = usePollingInterval(20_000);
  useWaitingQuery(undefined, { pollingInterval, refetchOnFocus: true });
  return <output>{pollingInterval}</output>;
}
const show = () => {
  const calls = stubServer({ 'GET /api/coupons': { body: aPage() } });
  renderAt(<Interval />);
  return calls;
};
const interval = () => Number(screen.getByRole('status').textContent);
const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const turn = (visibilityState: DocumentVisibilityState) => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState);
  fireEvent(document, new Event('visibilitychange'));
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('a hidden page makes no calls until it is visible again', async () => {
  show();
  expect(interval()).toBe(20_000);
  turn('hidden');
  expect(interval()).toBe(0);
  turn('visible');
  expect(interval()).toBe(20_000);
});

test('a page in front without input is abandoned, until there is input again', async () => {
  show();
  await wait(4 * MINUTE);
  fireEvent.keyDown(document.body);
  await wait(4 * MINUTE);
  expect(interval()).toBe(20_000);
  await wait(MINUTE);
  expect(interval()).toBe(0);
  fireEvent.pointerMove(document.body);
  expect(interval()).toBe(20_000);
});

test('a page that was hidden stays so, however long ago its last input was', async () => {
  show();
  turn('hidden');
  await wait(10 * MINUTE);
  turn('visible');
  await wait(4 * MINUTE);
  expect(interval()).toBe(20_000);
});

test('who comes back sees at once what is new, and then once in each interval', async () => {
  const calls = show();
  await wait(0);
  expect(calls).toHaveLength(1);
  turn('hidden');
  await wait(10 * MINUTE);
  expect(calls).toHaveLength(1);
  turn('visible');
  await wait(0);
  expect(calls).toHaveLength(2);
  fireEvent.pointerMove(document.body);
  await wait(0);
  expect(calls).toHaveLength(2);
  await wait(20_000);
  expect(calls).toHaveLength(3);
});
