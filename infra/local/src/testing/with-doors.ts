import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SERVICES } from '@shop/ops';
import { saveDoors } from '../kept/doors';

/** Does `work` while the operator ports of a shop in this data folder answer, and while its doors are written down. */
export async function withDoors(dataDir: string, work: () => Promise<void>): Promise<void> {
  const server = createServer((_req, res) => res.end('{"ok":true}')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const forget = await saveDoors(dataDir, Object.fromEntries(SERVICES.map((name) => [name, url])));
  await work().finally(async () => {
    server.closeAllConnections();
    server.close();
    await forget();
  });
}
