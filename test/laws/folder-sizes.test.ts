import { crowdedFolders } from './folder-sizes';
import { writtenFiles } from '../files/repository-files';

test('no folder holds more than a reader takes in at a glance; otherwise part it by subject', () => {
  const files = writtenFiles();
  expect(files).toContain('test/laws/folder-sizes.ts');
  expect(crowdedFolders(files)).toEqual([]);
});

const many = (count: number, path: (n: number) => string) => Array.from({ length: count }, (_, n) => path(n));

test('a crowded folder is found at any depth; files, tests and folders count, what is in those folders does not', () => {
  const full = many(40, (n) => `web/src/lib/part-${n}.ts`);
  expect(crowdedFolders(full)).toEqual([]);
  expect(crowdedFolders([...full, 'web/src/lib/part-1.test.ts'])).toEqual(['web/src/lib: 41']);
  expect(crowdedFolders([...full, 'web/src/lib/time/dates.ts', 'web/src/lib/time/moment.ts'])).toEqual(['web/src/lib: 41']);
  expect(crowdedFolders(many(41, (n) => `services/part-${n}/src/main.ts`))).toEqual(['services: 41']);
});

test('the root, records and migrations may hold more, and nothing that is called like them', () => {
  const allowed = ['', 'docs/decisions/', 'services/orders/src/migrations/'].flatMap((folder) =>
    many(45, (n) => `${folder}${n}.md`),
  );
  expect(crowdedFolders(allowed)).toEqual([]);
  const paths = ['docs/decisions/old', 'services/orders/src/migrations-of-copies'];
  expect(crowdedFolders(paths.flatMap((folder) => many(45, (n) => `${folder}/${n}.md`)))).toEqual(
    paths.map((folder) => `${folder}: 45`),
  );
});
