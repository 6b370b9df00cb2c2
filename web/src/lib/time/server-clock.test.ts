import { onServerClock, serverNow, setClockBy } from './server-clock';

const SERVER = Date.parse('2026-11-20T12:00:00Z');
const DAY = 86_400_000;

/** An answer that the device has received now, after `took` milliseconds, with these headers. */
const answered = (headers: Record<string, string>, took = 0) =>
  setClockBy({ headers: new Headers({ 'cache-control': 'no-store', ...headers }) }, Date.now() - took);
const deviceSays = (at: number) => jest.setSystemTime(at);

beforeEach(() => {
  jest.useFakeTimers({ now: SERVER });
  answered({ date: new Date(SERVER).toUTCString() });
});
afterEach(() => void jest.useRealTimers());

test.each([2 * DAY, -2 * DAY, 5 * 60_000])('a device that is %d ms ahead goes by the server once it has answered', (ahead) => {
  deviceSays(SERVER + ahead);
  answered({ date: new Date(SERVER).toUTCString() }, 200);
  expect(Math.abs(serverNow() - SERVER)).toBeLessThan(1_500);
  expect(Math.abs(onServerClock(SERVER + ahead - 60_000) - (SERVER - 60_000))).toBeLessThan(1_500);
  jest.advanceTimersByTime(30_000);
  expect(Math.abs(serverNow() - SERVER - 30_000)).toBeLessThan(1_500);
});

test('whole seconds and the way of an answer do not move a clock that is right', () => {
  const before = serverNow() - Date.now();
  deviceSays(SERVER + 900);
  answered({ date: new Date(SERVER).toUTCString() });
  deviceSays(SERVER + 4_000);
  answered({ date: new Date(SERVER).toUTCString() }, 4_000);
  expect(serverNow() - Date.now()).toBe(before);
});

test.each([
  ['from a cache', { 'cache-control': 'no-cache', date: new Date(SERVER - DAY).toUTCString() }],
  ['without a date', {}],
  ['with a broken date', { date: 'soon' }],
])('an answer %s says nothing about the time', (_what, headers: Record<string, string>) => {
  answered(headers);
  expect(Math.abs(serverNow() - SERVER)).toBeLessThan(1_500);
});
