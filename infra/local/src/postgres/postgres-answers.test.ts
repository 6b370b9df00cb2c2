import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { answers } from './postgres-answers';

const message = (type: string, body: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + body.length);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const STARTING_UP = message('E', Buffer.from('SFATAL\0C57P03\0Mthe database system is starting up\0\0'));
const WRONG_PASSWORD = message('E', Buffer.from('SFATAL\0C28P01\0Mpassword authentication failed\0\0'));
const READY = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);

let server: Server;
afterEach(() => server.close());

/** Answers as Postgres does, one connection after the other; the last answer is repeated. */
async function postgres(...replies: Buffer[]) {
  server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      const answer = replies.length > 1 ? replies.shift()! : replies[0]!;
      socket.write(answer);
      if (answer !== READY) socket.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `postgres://postgres:secret@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`;
}

test('a server that says that it is starting up is waited for beyond all patience, and the console hears of it', async () => {
  const url = await postgres(STARTING_UP, STARTING_UP, READY);
  const log = jest.fn();
  expect(await answers(url, { running: () => true, log, patienceMs: 0 })).toBe(true);
  expect(log).toHaveBeenCalledTimes(2);
});

test('a server that answers anything else, or nothing, is given up when patience ends', async () => {
  const url = await postgres(WRONG_PASSWORD);
  const waiting = { running: () => true, log: jest.fn(), patienceMs: 0 };
  expect(await answers(url, waiting)).toBe(false);
  server.close();
  await once(server, 'close');
  expect(await answers(url, waiting)).toBe(false);
  expect(waiting.log).not.toHaveBeenCalled();
});

test('a server that ends while it is starting up is not waited for', async () => {
  const url = await postgres(STARTING_UP);
  let attempts = 0;
  expect(await answers(url, { running: () => attempts++ < 2, log: () => {}, patienceMs: 0 })).toBe(false);
});
