import { spawnSync } from 'node:child_process';
import promises from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand, type Reach } from '@shop/ops';
import { openLiveShop, type LiveShop } from '../authorisation/live-shop';
import { LocalConfig } from '../../infra/local/src/config';
import { readDoors } from '../../infra/local/src/kept/doors';
import { examineShop } from '../../infra/local/src/ops/examine-shop';

let shop: LiveShop;
beforeAll(async () => {
  shop = await openLiveShop();
}, 300_000);
afterAll(() => shop?.stop());

async function doctor(reach: Partial<Reach>) {
  const lines: string[] = [];
  const reachParts = {
    withDatabases: () => Promise.reject(new Error('not asked for')),
    doors: () => readDoors(shop.dataDir),
    ...reach,
  };
  return { code: await runCommand(['doctor'], { reach: reachParts, say: (line) => lines.push(line) }), said: lines };
}
const ofMachine = (env: Record<string, string> = {}) =>
  doctor({ examine: () => examineShop(LocalConfig.parse({ ...env, DATA_DIR: shop.dataDir }), env) });

test('a shop as npm start makes it has nothing wrong', async () => {
  // Replaces the machine's disk, which may be in any state.
  jest.spyOn(promises, 'statfs').mockResolvedValue({ bavail: 500, blocks: 1000, bsize: 4096 } as never);
  const { code, said } = await ofMachine();
  expect(said).toEqual(
    ['this machine', 'identity', 'catalog', 'orders', 'sellers', 'notifications', 'gateway'].map(
      (part) => `${part}: nothing wrong.`,
    ),
  );
  expect(code).toBe(0);
});

test('the part that reads a variable reports its faults', async () => {
  const { code, said } = await ofMachine({
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://shop.test',
    TRUST_PROXY: '0.0.0.0/1',
    PAYPAL_CLIENT_ID: 'id',
    PAYPAL_CLIENT_SECRET: 'secret',
    PAYPAL_WEBHOOK_ID: 'id',
    PAYPAL_API_URL: 'http://127.0.0.1:1',
    PAYPAL_DEMO: '1',
    ADMIN_SECOND_FACTOR: 'optional',
    AMQP_URL: 'amqp://guest:guest@127.0.0.1:1',
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_ACCESS_KEY: 'shop',
    S3_SECRET_KEY: 'minioadmin',
    RECAPTCHA_SECRET: 'secret',
  });
  expect(code).toBe(1);
  for (const sentence of [
    'identity: PUBLIC_URL is not https',
    'identity: ADMIN_SECOND_FACTOR=optional',
    'identity: RECAPTCHA_SITE_KEY is not set, and RECAPTCHA_SECRET is',
    'catalog: S3_SECRET_KEY holds a secret that can be guessed',
    'catalog: S3_ENDPOINT: the storage 127.0.0.1:1 does not answer',
    'orders: PAYPAL_DEMO=1 in production',
    'orders: PAYPAL_API_URL: 127.0.0.1:1 cannot be reached',
    'sellers: AMQP_URL: the broker 127.0.0.1:1 does not answer',
    'gateway: TRUST_PROXY trusts nearly every address',
  ])
    expect(said).toContainEqual(expect.stringContaining(sentence));
  expect(said.join()).not.toContain('guest:guest');
});

test('a variable of the wrong form is named', async () => {
  const { said } = await ofMachine({ SITE_TIME_ZONE: 'Mars/Olympus', RECONCILE_AT: '25' });
  expect(said).toContain('sellers: SITE_TIME_ZONE: Must be a time zone such as Europe/Moscow');
  expect(said).toContainEqual(expect.stringMatching(/^orders: RECONCILE_AT: /));
});

test('where each part has its own configuration, the operator ports are tried', async () => {
  const well = await doctor({});
  expect([well.code, well.said[0]]).toEqual([0, 'identity: nothing wrong.']);
  const doors = await readDoors(shop.dataDir);
  const { code, said } = await doctor({
    doors: () =>
      Promise.resolve({
        ...doors,
        orders: { ...doors.orders, token: 'wrong' },
        catalog: { url: 'http://127.0.0.1:1', token: '', reachedWithinMs: 0 },
      }),
  });
  expect(code).toBe(1);
  expect(said).toContainEqual(expect.stringContaining('orders: ORDERS_OPS_URL or ORDERS_OPS_TOKEN: orders refuses: '));
  expect(said).toContainEqual(expect.stringContaining('catalog does not answer operators at http://127.0.0.1:1'));
});

test.each(['services/orders', 'services/catalog', 'gateway'])('%s as a program says what is wrong, and ends with 1', (part) => {
  const root = join(__dirname, '../..');
  const source = ['-C', 'source', join(part, 'src/main.ts'), 'doctor'];
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), ...source], {
    cwd: root,
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([1, expect.stringMatching(/^(\w+: [A-Z_]+: .*\n)+$/)]);
});
