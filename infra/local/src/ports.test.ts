import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { checkPorts } from './ports';
import { freePort } from './run-command';

let open: Server[] = [];
afterEach(() => {
  open.forEach((server) => server.close());
  open = [];
});

async function aTakenPort() {
  const server = createServer().listen(0, '127.0.0.1');
  open.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
const at = (port: number) => ({ host: '127.0.0.1', port });

test('every port that is taken is named at once, with another one that is free and that nobody else is to have', async () => {
  const [shop, inbox, simulator] = [await aTakenPort(), await aTakenPort(), await freePort()];
  const checking = checkPorts({ PORT: at(shop), MAIL_INBOX_PORT: at(inbox), PAYPAL_SIMULATOR_PORT: at(simulator) });
  const message = await checking.catch((error: Error) => error.message);
  expect(message).toMatch(
    new RegExp(
      `^Ports ${shop} and ${inbox} are taken. Choose others, in .env or the environment: PORT=\\d+ MAIL_INBOX_PORT=\\d+$`,
    ),
  );
  const ports = [...String(message).matchAll(/=(\d+)/g)].map(([, port]) => Number(port));
  expect(new Set([shop, inbox, simulator, ...ports]).size).toBe(5);
  for (const port of ports) await expect(checkPorts({ PORT: at(port) })).resolves.toBeUndefined();
});

test('two that are to have one port are told apart', async () => {
  const port = await aTakenPort();
  const message = await checkPorts({ PORT: at(port), MAIL_INBOX_PORT: at(port) }).catch((error: Error) => error.message);
  const ports = [...String(message).matchAll(/=(\d+)/g)].map(([, other]) => other);
  expect([ports.length, new Set(ports).size]).toEqual([2, 2]);
});

test('the error names a taken port and no free one', async () => {
  const [taken, free] = [await aTakenPort(), await freePort()];
  await expect(checkPorts({ PORT: at(free), MAIL_INBOX_PORT: at(taken) })).rejects.toThrow(
    new RegExp(`^Port ${taken} is taken. Choose another one, in .env or the environment: MAIL_INBOX_PORT=\\d+$`),
  );
  await expect(checkPorts({ PORT: at(free) })).resolves.toBeUndefined();
});
