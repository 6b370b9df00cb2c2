import { stubServer } from '#testing/stub-server.ts';
import { loadPeaks } from './peaks';

const load = (peaks: string | number[] | null, wave = '00ff') => loadPeaks({ peaks, wave }, new AbortController().signal);

test('peaks may be an inline list', async () => {
  expect(await load([0.1, 0.9])).toEqual([0.1, 0.9]);
  expect(await load('[0.2, 0.8]')).toEqual([0.2, 0.8]);
});

test('peaks may be a JSON file with a list or with a data list', async () => {
  stubServer({ 'GET /media/list.json': { body: [1, 2] }, 'GET /media/data.json': { body: { data: [3, 4] } } });
  expect(await load('/media/list.json')).toEqual([1, 2]);
  expect(await load('media/data.json')).toEqual([3, 4]);
});

test.each([
  ['a file that is missing', '/media/missing.json'],
  ['a file without a list', '/media/strange.json'],
  ['no network', '/media/offline.json'],
  ['no peaks at all', null],
  ['a list of something else', '["loud"]'],
])('with %s the coarse shape is drawn instead', async (_case, peaks) => {
  stubServer({ 'GET /media/strange.json': { body: { data: 'x' } }, 'GET /media/offline.json': () => 'network-error' });
  expect(await load(peaks)).toEqual([0, 1]);
});

test('without any shape the list is empty', async () => {
  stubServer({});
  expect(await load('/media/missing.json', '')).toEqual([]);
});
