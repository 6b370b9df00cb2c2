import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, writtenFiles } from '../files/repository-files';
import { unusedTypes } from './unused-types';

type Manifest = { name: string; exports?: Record<string, { source?: string }> };

const files = writtenFiles();
const read = (file: string) => readFileSync(join(root, file), 'utf8');

test('every exported type is imported somewhere', () => {
  const manifests = files.filter((file) => file.endsWith('/package.json'));
  const entries = Object.fromEntries(
    manifests.flatMap((file) => {
      const { name, exports = {} } = JSON.parse(read(file)) as Manifest;
      return Object.entries(exports).map(([entry, { source = '' }]) => [join(name, entry), join(dirname(file), source)]);
    }),
  );
  const sources = Object.fromEntries(files.filter((file) => /\.tsx?$/.test(file)).map((file) => [file, read(file)]));
  expect(unusedTypes(sources, entries)).toEqual([]);
});

test('a type that its own file alone uses is found, also beside one of the same name', () => {
  const sources = {
    'orders/pay.ts': `export type Parts = {}; export interface Held {} export type Paid = Held; type Inner = {};`,
    'orders/index.ts': `export * from './pay'; export type Other = {};`,
    'web/Cart.tsx': `import { type Paid as Done } from '@shop/orders'; export type Parts = Done; export type Lines = {};`,
    'web/Page.test.tsx': `import type { Parts } from './Cart'; import * as all from '../web/kit';`,
    'web/kit/index.ts': `export { type Lines as Rows } from '../Cart'; export type Whole = {};`,
  };
  const entries = { '@shop/orders': 'orders/index.ts' };
  expect(unusedTypes(sources, entries)).toEqual(['orders/pay.ts: Parts', 'orders/pay.ts: Held', 'orders/index.ts: Other']);
});
