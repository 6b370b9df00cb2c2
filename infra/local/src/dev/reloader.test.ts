import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningService } from '@shop/runtime';
import type { Ports } from '../shop/launch';
import { createReloader } from './reloader';

type Fake = { start: (at: Ports) => Promise<RunningService> };

const running = new Set<() => Promise<void>>();
afterEach(async () => {
  for (const stop of running) await stop();
});

/** A service that answers `text`, at its own port and at its operators' port. */
const fake = (text: string): Fake => ({
  start: async ({ PORT, OPS_PORT }) => {
    const [own, ops] = [await answering(text, PORT), await answering(text, OPS_PORT)];
    const stop = async () => {
      running.delete(stop);
      await Promise.all([own.close(), ops.close()]);
    };
    running.add(stop);
    return { url: own.url, opsUrl: ops.url, stop };
  },
});

async function answering(text: string, port: string) {
  const server = createServer((_req, res) => void res.end(text));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(Number(port), '127.0.0.1', resolve);
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

const textOf = async (url: string) => (await fetch(url)).text();
const start = (module: Fake, at: Ports) => module.start(at);

function aReloader() {
  const sources = new Map<string, () => Fake>();
  const lines: string[] = [];
  const reloader = createReloader(
    (name) => sources.get(name)!(),
    (line) => lines.push(line),
  );
  return { sources, said: lines, ...reloader };
}

test('a reloaded part answers from its fresh source at the addresses that it had', async () => {
  const { sources, said, launch, reload } = aReloader();
  const orders = await launch('orders', fake('before'), start);
  expect(await textOf(orders.url)).toBe('before');

  sources.set('orders', () => fake('after'));
  await reload('orders');

  expect([await textOf(orders.url), await textOf(orders.opsUrl)]).toEqual(['after', 'after']);
  expect(said).toEqual([expect.stringMatching(/^orders reloaded in \d+ ms\.$/)]);
});

test('the other parts go on and are not loaded', async () => {
  const { sources, launch, reload } = aReloader();
  const [orders] = [await launch('orders', fake('orders'), start), await launch('catalog', fake('catalog'), start)];
  const before = [...running][0];

  sources.set('catalog', () => fake('catalog, changed'));
  await reload('catalog');

  expect(await textOf(orders.url)).toBe('orders');
  expect(running.has(before!)).toBe(true);
});

test('a part whose source cannot be loaded goes on as before, says so, and is loaded at the next change', async () => {
  const { sources, said, launch, reload } = aReloader();
  const orders = await launch('orders', fake('before'), start);
  sources.set('orders', () => {
    throw new Error('a bracket is missing');
  });
  await reload('orders');
  expect(await textOf(orders.url)).toBe('before');
  expect(said).toEqual(['orders cannot be loaded, so it goes on as before the change: a bracket is missing']);

  sources.set('orders', () => fake('after'));
  await reload('orders');
  expect(await textOf(orders.url)).toBe('after');
});

test('a part that does not start stands still, says so, and starts at the next change where it was', async () => {
  const { sources, said, launch, reload } = aReloader();
  const orders = await launch('orders', fake('before'), start);
  sources.set('orders', () => ({ start: () => Promise.reject(new Error('a variable is missing')) }));
  await reload('orders');
  await expect(fetch(orders.url)).rejects.toThrow();
  expect(said).toEqual(['orders does not start, and stands still until its next change: a variable is missing']);

  sources.set('orders', () => fake('after'));
  await reload('orders');
  expect(await textOf(orders.url)).toBe('after');
});

test('changes at once are reloaded in turn, and stopping ends what then runs for good', async () => {
  const { sources, launch, reload } = aReloader();
  const orders = await launch('orders', fake('before'), start);
  let loads = 0;
  sources.set('orders', () => fake(`load ${(loads += 1)}`));
  await Promise.all([reload('orders'), reload('orders')]);
  expect(await textOf(orders.url)).toBe('load 2');

  await Promise.all([reload('orders'), orders.stop()]);
  await reload('orders');
  expect(running.size).toBe(0);
});

test('a name that is no part of the shop is not reloaded', async () => {
  const { said, reload } = aReloader();
  await reload('orders');
  expect(said).toEqual([]);
});
