import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningShop } from './running-shop';
import { during, type Trial } from './trial';

test('work that fails ends its visitor, too', async () => {
  let requests = 0;
  const server = createServer((_, answer) => {
    requests += 1;
    answer.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const shop = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` } as RunningShop;
  const trial = { shop, buyers: [{ id: 1, token: '', email: '' }], shopping: { bought: [] as unknown[] } } as Trial;

  await expect(during(trial, () => Promise.reject(new Error('the part did not come back')))).rejects.toThrow('did not come back');
  const before = requests;
  await pause(200);
  expect([before > 0, requests]).toEqual([true, before]);
  server.close();
});
