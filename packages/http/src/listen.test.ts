import { once } from 'node:events';
import { Agent, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { eventually } from '@shop/runtime/testing';
import { listen, type Listening } from './listen';

let server: Listening;
let waiting: ServerResponse[];
beforeEach(async () => {
  waiting = [];
  server = await listen((req, res) => (req.url === '/now' ? void res.end('now') : void waiting.push(res)), '127.0.0.1', 0);
});
afterEach(() => jest.useRealTimers());

const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());
/**
 * Sends a request, and keeps the connection.
 * @returns the whole answer
 * @throws Error when the connection closes before
 */
const get = async (path: string) => {
  const clientRequest = request(server.url + path, { agent }).end();
  const [answer] = (await once(clientRequest, 'response')) as [NodeJS.ReadableStream];
  return text(answer);
};
/** Lets time pass for the server only; the sockets use real time. */
const startOfWait = () =>
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });

test('an idle connection is closed at once', async () => {
  expect(await get('/now')).toBe('now');
  await server.close();
});

test('a connection on which nobody has asked anything is closed after a second', async () => {
  const arrived = once(server.server, 'connection');
  const socket = connect(server.port, '127.0.0.1').resume();
  await arrived;
  startOfWait();
  const closed = server.close();
  jest.advanceTimersByTime(1000);
  await closed;
  jest.useRealTimers();
  await eventually(() => expect(socket.closed).toBe(true));
});

test('a request that takes long is answered although its server closes', async () => {
  const pending = get('/later');
  await eventually(() => expect(waiting).toHaveLength(1));
  startOfWait();
  const closed = server.close();
  jest.advanceTimersByTime(29_000);
  waiting[0]!.end('done');
  expect(await pending).toBe('done');
  jest.advanceTimersByTime(100);
  await closed;
});

test('an answer that is on its way arrives whole although its server closes', async () => {
  const bytes = 50_000_000;
  const clientRequest = request(`${server.url}/later`, { agent }).end();
  await eventually(() => expect(waiting).toHaveLength(1));
  waiting[0]!.end(Buffer.alloc(bytes));
  const [answer] = (await once(clientRequest, 'response')) as [NodeJS.ReadableStream];
  const closed = server.close();
  expect((await buffer(answer)).length).toBe(bytes);
  await closed;
});

test('a slow reader, or a client that leaves after several requests, keeps no idle connection open', async () => {
  const slow = connect(server.port, '127.0.0.1', () => slow.write('GET /later HTTP/1.1\r\nHost: x\r\n\r\n')).pause();
  await eventually(() => expect(waiting).toHaveLength(1));
  waiting[0]!.end(Buffer.alloc(50_000_000));
  const hasty = connect(server.port, '127.0.0.1', () =>
    hasty.write('GET /later HTTP/1.1\r\nHost: x\r\n\r\nGET /now HTTP/1.1\r\nHost: x\r\n\r\n'),
  );
  await eventually(() => expect(waiting).toHaveLength(2));
  hasty.destroy();
  const idle = connect(server.port, '127.0.0.1', () => idle.write('GET /now HTTP/1.1\r\nHost: x\r\n\r\n'));
  await once(idle, 'data');
  startOfWait();
  const closed = server.close();
  await once(idle, 'close');
  slow.destroy();
  jest.advanceTimersByTime(100);
  await closed;
});

test('a request that never ends is cut off after half a minute', async () => {
  const pending = get('/later');
  pending.catch(() => undefined);
  await eventually(() => expect(waiting).toHaveLength(1));
  startOfWait();
  const closed = server.close();
  jest.advanceTimersByTime(30_000);
  await expect(pending).rejects.toThrow();
  await closed;
});

test('an upload of 100 MB may take as long as it does at half a megabit a second', async () => {
  expect((server.server.requestTimeout / 1000) * 62_500).toBeGreaterThan(100_000_000);
  await server.close();
});
