import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { circlesIn, isCounted } from './folder-layers';
import { root, writtenFiles } from '../files/repository-files';

test('the folders in every folder form layers', () => {
  const sources = Object.fromEntries(
    writtenFiles()
      .filter(isCounted)
      .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  );
  for (const part of ['gateway', 'services', 'packages', 'web', 'infra', 'e2e', 'test', 'bench'])
    expect(Object.keys(sources).filter((file) => file.startsWith(`${part}/`))).not.toEqual([]);
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

test('they are found at any depth, and as tests in the folder of tests', () => {
  const filters = 'web/src/features/catalog/public/filters/use-filters.ts';
  const tracks = 'web/src/features/catalog/public/tracks/deep/track.ts';
  expect(
    circlesIn({
      [filters]: `import type { MoreTracks } from '../tracks/deep/track';`,
      [tracks]: `import { toTop } from '../../filters/use-filters'; import './parts/cover';`,
    }),
  ).toEqual([`${filters}: ../tracks/deep/track`, `${tracks}: ../../filters/use-filters`]);
  expect(
    circlesIn({
      'test/docs/docs.test.ts': `import '../brokers/hears';`,
      'test/brokers/hears.ts': `import '../docs/events-doc';`,
    }),
  ).toHaveLength(2);
});

test('two folders that reach each other by way of a file beside them are found', () => {
  const services = 'gateway/src/upstream/services.ts';
  expect(
    circlesIn({
      'gateway/src/config.ts': `import { readTrust } from './guard/trust';`,
      'gateway/src/guard/reports.ts': `import { readBody } from '../upstream/read-body';`,
      [services]: `import type { Config } from '../config'; import './replicas';`,
      'gateway/src/start.ts': `import './config'; import './guard/reports';`,
    }),
  ).toEqual([
    'gateway/src/config.ts: ./guard/trust',
    'gateway/src/guard/reports.ts: ../upstream/read-body',
    `${services}: ../config`,
  ]);
});

test("a service's context, which every folder knows, is no such file", () => {
  expect(
    circlesIn({
      'services/orders/src/context.ts': `import type { Keys } from './orders/keys'; import type { Paypal } from './payments/paypal';`,
      'services/orders/src/orders/list.ts': `import type { ServiceContext } from '../context';`,
      'services/orders/src/payments/pay.ts': `import type { ServiceContext } from '../context';`,
    }),
  ).toEqual([]);
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
  const beside = {
    'services/orders/src/orders/links.ts': `import './downloads/contracts';`,
    'services/orders/src/orders/downloads/contracts.ts': `import '../links'; import '../../../../../outside/the/root';`,
  };
  expect(circlesIn(beside)).toEqual([]);
});
