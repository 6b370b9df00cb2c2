import { readConfig } from '@shop/runtime';
import { LocalConfig } from '../../infra/local/src/config';
import { makeDataDir, removeDataDir } from '../../infra/local/src/data-dir';
import { freePort } from '../../infra/local/src/run-command';
import { startShop, type Shop } from '../../infra/local/src/shop/shop';
import { portsOfOurs } from '../../infra/local/src/testing/listening-ports';

const onLinux = process.platform === 'linux' ? test : test.skip;

let shop: Shop | undefined;
let dataDir: string;
beforeEach(async () => (dataDir = await makeDataDir()));
afterEach(async () => {
  await shop?.stop();
  await removeDataDir(dataDir);
});

async function started(more: Record<string, string>) {
  const ports = { shop: await freePort(), inbox: await freePort(), paypal: await freePort() };
  const env = {
    DATA_DIR: dataDir,
    PORT: String(ports.shop),
    MAIL_INBOX_PORT: String(ports.inbox),
    PAYPAL_SIMULATOR_PORT: String(ports.paypal),
    LOG_LEVEL: 'warn',
    ...more,
  };
  shop = await startShop({ config: readConfig(LocalConfig, env), env, say: () => {}, isReady: () => true });
  return ports;
}

// LISTEN in the environment is meant for parts that run alone; here it must open nothing either.
onLinux('HOST opens the gateway and nothing else, as the kernel says', async () => {
  const ports = await started({ HOST: '0.0.0.0', LISTEN: '0.0.0.0' });
  const all = await portsOfOurs();
  expect(all.filter((port) => !port.loopback)).toEqual([{ address: '0.0.0.0', port: ports.shop, loopback: false }]);
  // The inbox (web and SMTP), the simulator, Postgres, five services, six ports of operators.
  const inside = all.filter((port) => port.loopback).map(({ port }) => port);
  expect(inside.length).toBeGreaterThanOrEqual(15);
  const operators = Object.values(shop!.opsUrls).map((url) => Number(new URL(url).port));
  expect(inside).toEqual(expect.arrayContaining([ports.inbox, ports.paypal, ...operators]));
  expect((await fetch(`${shop!.doorUrl}/api/config`)).status).toBe(200);
});

onLinux('without HOST nothing listens on anything but loopback', async () => {
  await started({});
  expect((await portsOfOurs()).filter((port) => !port.loopback)).toEqual([]);
});
