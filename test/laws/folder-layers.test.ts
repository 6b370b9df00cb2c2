import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { circlesIn, type Sources } from './folder-layers';

const root = join(__dirname, '../..');

function sourcesOf(folder: string): Sources {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(root, folder, name), 'utf8')]));
}
const below = (folder: string) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}/src`);

test.each([
  ...below('services'),
  'gateway/src',
  'infra/demo/src',
  'infra/local/src',
  'infra/paypal-simulator/src',
  'packages/contracts/src',
  'web/src',
  'web/src/features',
  'web/src/ui',
])('the folders of %s form layers', (folder) => {
  const sources = sourcesOf(folder);
  expect(Object.keys(sources).length).toBeGreaterThan(0);
  expect(circlesIn(sources)).toEqual([]);
});

test('two folders that import each other are found, also by way of others and by types alone', () => {
  expect(
    circlesIn({
      'checkout/pay.ts': `import { Order } from '../orders/order';`,
      'orders/order.ts': `import type { Price } from '../checkout/price';`,
    }),
  ).toEqual(['checkout/pay.ts: ../orders/order', 'orders/order.ts: ../checkout/price']);
  const round = {
    'a/one.ts': `export * from '../b/two';`,
    'b/two.ts': `const three = () => import('../c/three');`,
    'c/deep/three.ts': `import '../../a/one';`,
  };
  expect(circlesIn(round)).toHaveLength(3);
});

test('layers, tests, what they are supported by, and files beside the folders are no circle', () => {
  expect(
    circlesIn({
      'start.ts': `import './orders/list';`,
      'orders/list.ts': `import '../payments/pay'; import '../start'; import './order';`,
      'payments/pay.test.ts': `import '../orders/list';`,
      'payments/testing/shop.ts': `import '../../orders/list';`,
    }),
  ).toEqual([]);
});
