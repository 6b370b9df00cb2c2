import { createLog } from '@shop/runtime';
import type { Replicas } from '../upstream/replicas';
import { askAsVisitor } from '../upstream/visitor-call';
import { createCatalogAnswers } from './catalog-answers';

jest.mock('../upstream/visitor-call');
const ask = jest.mocked(askAsVisitor);

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
