import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { circlesIn, isCounted } from './folder-layers';
import { root, writtenFiles } from '../files/repository-files';

test('the files and folders in every folder form layers, and so do our packages', () => {
  const files = writtenFiles();
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const sources = Object.fromEntries(files.filter(isCounted).map((file) => [file, read(file)]));
  const packages = Object.fromEntries(
    files
      .filter((file) => file.endsWith('/package.json'))
      .map((file) => [(JSON.parse(read(file)) as { name: string }).name, dirname(file)]),
  );
  expect(packages).toMatchObject({ '@shop/http': 'packages/http', '@shop/orders': 'services/orders' });
  for (const part of ['gateway', 'services', 'packages', 'web', 'infra', 'e2e', 'test', 'bench'])
    expect(Object.keys(sources).filter((file) => file.startsWith(`${part}/`))).not.toEqual([]);
  expect(circlesIn(sources, packages)).toEqual([]);
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
      [filters]: `import { Track } from '#features/catalog/public/tracks/deep/track.ts';`,
      [tracks]: `import { toTop } from '../../filters/use-filters';`,
    }),
  ).toHaveLength(2);
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

test("a service's context is above its folders: none of those that it knows may know it", () => {
  const context = 'services/orders/src/context.ts';
  const pay = 'services/orders/src/payments/pay.ts';
  expect(
    circlesIn({
      [context]: `import type { Paypal } from './payments/paypal';`,
      [pay]: `import type { ServiceContext } from '../context';`,
      'services/orders/src/endpoints.ts': `import type { ServiceContext } from './context'; import './payments/pay';`,
    }),
  ).toEqual([`${context}: ./payments/paypal`, `${pay}: ../context`]);
});

test('two files of a folder that import each other are found, by a type alone too, and in folders of their own', () => {
  const circle = {
    'orders/links.ts': `import type { Order } from './order';`,
    'orders/order.ts': `import { linkOf } from './links';`,
  };
  expect(circlesIn(circle)).toEqual(['orders/links.ts: ./order', 'orders/order.ts: ./links']);
  expect(
    circlesIn({
      'orders/links.ts': `import './downloads/contracts';`,
      'orders/downloads/contracts.ts': `import '../links';`,
    }),
  ).toHaveLength(2);
});

test('test support obeys the layers; tests themselves need not', () => {
  const support = {
    'orders/testing/shop.ts': `import '../../subscriptions';`,
    'subscriptions.ts': `import './orders/list';`,
  };
  expect(circlesIn(support)).toHaveLength(2);
  expect(
    circlesIn({
      'subscriptions.ts': `import './orders/list';`,
      'orders/list.test.ts': `import '../subscriptions'; import '../testing/shop';`,
      'testing/shop.ts': `import '../subscriptions';`,
    }),
  ).toEqual([]);
});

test('packages that import each other by name are found', () => {
  const suite = 'packages/messaging/src/brokers/testing/broker-contract.ts';
  const process = 'packages/runtime/src/process.ts';
  const sources = { [suite]: `import { eventually } from '@shop/runtime/testing';`, [process]: `import '@shop/messaging';` };
  const packages = { '@shop/runtime': 'packages/runtime', '@shop/messaging': 'packages/messaging' };
  expect(circlesIn(sources, packages)).toEqual([`${suite}: @shop/runtime/testing`, `${process}: @shop/messaging`]);
});

test('layers are no circle, and what is outside of the repository does not count', () => {
  expect(
    circlesIn({
      'start.ts': `import './orders/list';`,
      'orders/list.ts': `import '../payments/pay'; import './order'; import 'express'; import '../../../outside/the/root';`,
      'payments/pay.ts': `import '../config';`,
    }),
  ).toEqual([]);
});
