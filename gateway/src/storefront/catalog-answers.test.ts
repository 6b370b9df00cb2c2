import { setImmediate } from 'node:timers/promises';
import { createLog } from '@shop/runtime';
import type { Replicas } from '../upstream/replicas';
import { askAsVisitor } from '../upstream/internal-call';
import { createCatalogAnswers } from './catalog-answers';

jest.mock('../upstream/internal-call');
const ask = jest.mocked(askAsVisitor);

afterEach(() => {
  jest.restoreAllMocks();
  ask.mockReset();
});

test('in an outage one caller waits for catalog and the next ones do not; the first one after it gets the new answer', async () => {
  const path = '/api/products/search?genre=House';
  const answers = createCatalogAnswers({} as Replicas, 'key', createLog('test', 'silent'));
  let now = performance.now();
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const after = async (ms: number) => {
    now += ms;
    return String((await answers.to(path))?.body);
  };
  ask.mockResolvedValueOnce(new Response('before'));
  expect(await after(0)).toBe('before');
  let giveUp = (_error: Error) => {};
  ask.mockRejectedValueOnce(new Error('away')).mockReturnValueOnce(new Promise((_, reject) => (giveUp = reject)));
  expect(await after(2000)).toBe('before');
  expect([await after(2000), await after(2000)]).toEqual(['before', 'before']);
  giveUp(new Error('away'));
  await setImmediate();
  ask.mockResolvedValueOnce(new Response('after'));
  expect(await after(600_000)).toBe('after');
});

test('a clock that is set back keeps no answer for longer', async () => {
  const answers = createCatalogAnswers({} as Replicas, 'key', createLog('test', 'silent'));
  const path = '/api/products/7';
  ask.mockResolvedValueOnce(new Response('for sale')).mockResolvedValueOnce(new Response('sold'));
  expect(String((await answers.to(path))?.body)).toBe('for sale');
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
  jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 1001);
  expect(String((await answers.to(path))?.body)).toBe('sold');
});

test('a question that loses its place while it is under way is answered all the same, and asked once', async () => {
  const release: (() => void)[] = [];
  ask.mockImplementation((_replicas, path) => new Promise((resolve) => release.push(() => resolve(new Response(path)))));
  const answers = createCatalogAnswers({} as Replicas, 'key', createLog('test', 'silent'));
  const paths = Array.from({ length: 510 }, (_, nth) => `/api/products/search?price=${nth}-1000`);
  const all = paths.map((path) => answers.to(path));
  expect(release).toHaveLength(510);
  for (const go of release) go();
  expect((await Promise.all(all)).map((answer) => String(answer?.body))).toEqual(paths);
  expect(ask).toHaveBeenCalledTimes(510);
});
