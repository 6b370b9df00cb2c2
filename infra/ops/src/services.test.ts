import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { askService, operate, SERVICES, type Doors } from './services';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function doorsTo(listener: RequestListener): Promise<Doors> {
  const freshServer = (server = createServer(listener));
  await new Promise<void>((resolve) => freshServer.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(freshServer.address() as AddressInfo).port}`;
  return Object.fromEntries(SERVICES.map((name) => [name, { url, token: `token-of-${name}` }])) as Doors;
}

test('a service is asked with its token, and its answer is read', async () => {
  const doors = await doorsTo((req, res) => {
    let body = '';
    req.on('data', (chunk: Buffer) => (body += chunk.toString()));
    req.on('end', () => res.end(JSON.stringify({ asked: `${req.method} ${req.url}`, token: req.headers.authorization, body })));
  });
  expect(await operate(doors, 'orders', 'say-again', { all: true })).toEqual({
    asked: 'POST /operations/say-again',
    token: 'Bearer token-of-orders',
    body: '{"all":true}',
  });
});

test('the reason for a refusal of a service is printed', async () => {
  const doors = await doorsTo((_req, res) => res.writeHead(409).end('{"error":"Two keys are there."}'));
  await expect(operate(doors, 'sellers', 'reseal', {})).rejects.toThrow('sellers refuses: Two keys are there.');
});

test('a service that is not there is told from one that went away before it had answered', async () => {
  const doors = await doorsTo((req) => req.socket.destroy());
  await expect(operate(doors, 'sellers', 'reseal', {})).rejects.toThrow(
    'The connection to sellers broke before it had answered, and what it was asked may go on',
  );
  const { url } = doors.sellers;
  await new Promise((resolve) => server!.close(resolve));
  doors.sellers.reachedWithinMs = 600;
  await expect(askService(doors, 'sellers', '/parked')).rejects.toThrow(
    `sellers does not answer operators at ${url}. Does it run?`,
  );
});

test('a service that is just starting is waited for', async () => {
  const doors = await doorsTo((_req, res) => res.end('{}'));
  const { port } = new URL(doors.sellers.url);
  await new Promise((resolve) => server!.close(resolve));
  const operation = operate(doors, 'sellers', 'reseal', {});
  setTimeout(() => server!.listen(Number(port), '127.0.0.1'), 100);
  expect(await operation).toEqual({});
});

test('a service that goes away in the middle of its answer ends the command with a sentence', async () => {
  const broke = 'The connection to sellers broke before it had answered, and what it was asked may go on';
  for (const goAway of ['resetAndDestroy', 'destroySoon'] as const) {
    const doors = await doorsTo((req, res) => {
      res.write('{"sealed":', () => req.socket[goAway]());
    });
    await expect(operate(doors, 'sellers', 'reseal', {})).rejects.toThrow(broke);
    server!.close();
  }
});
