import { arrived } from './arrived';

const addressOf = (file: string) => `/${file}`;
let answers: Record<string, (() => Response)[]>;
let requestedPaths: string[];
beforeEach(() => {
  requestedPaths = [];
  answers = {};
  global.fetch = ((address: string) => {
    requestedPaths.push(address);
    const next = answers[address]?.shift();
    return next ? Promise.resolve(next()) : Promise.reject(new TypeError('Failed to fetch'));
  }) as typeof fetch;
});
const answer = (status: number) => () =>
  ({ ok: status === 200, status, arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)) }) as Response;

test('each script is fetched once, styles are left to the loader', async () => {
  answers = { '/assets/a.js': [answer(200)], '/assets/b.js': [answer(200)] };
  await arrived(['assets/a.js', 'assets/a.css'], addressOf);
  await arrived(['assets/a.js', 'assets/b.js'], addressOf);
  expect(requestedPaths).toEqual(['/assets/a.js', '/assets/b.js']);
});

test('a missing or incomplete file is asked for again', async () => {
  answers = { '/assets/c.js': [answer(404)] };
  await expect(arrived(['assets/c.js'], addressOf)).rejects.toThrow('/assets/c.js was answered with 404');
  await expect(arrived(['assets/c.js'], addressOf)).rejects.toThrow('Failed to fetch');
  answers = { '/assets/c.js': [answer(200)] };
  await arrived(['assets/c.js'], addressOf);
  expect(requestedPaths).toHaveLength(3);
});

test('a chunk that names no files waits for none', async () => {
  await arrived(undefined, addressOf);
  expect(requestedPaths).toEqual([]);
});
