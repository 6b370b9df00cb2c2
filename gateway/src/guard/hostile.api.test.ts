import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { eventually } from '@shop/runtime/testing';
import { openGateway, type UnderTest } from '../testing/gateway-under-test';

let shop: UnderTest;
let sockets: Socket[];
beforeEach(() => (sockets = []));
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await shop.stop();
});

const HOSTILE = 260;
/** For a gateway that gives up no slow call, however long a busy machine takes to send the others. */
const PATIENT = { answerWithinMs: 3_600_000 };
const A_BUSY_MACHINE_MS = 200_000;
const FORM = 'content-type: multipart/form-data; boundary=x\r\ntransfer-encoding: chunked\r\n\r\n5\r\n--x\r\n\r\n';

/** Sends this text like a broken client: it reads the answer only when told to. */
function say(text: string, { reads = false, from = '127.0.0.1' } = {}) {
  const { port } = new URL(shop.gateway.url);
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: from }, () => socket.write(text));
  const client = { socket, heard: '', gone: false };
  socket.on('error', () => undefined).on('close', () => (client.gone = true));
  if (reads) socket.on('data', (chunk: Buffer) => (client.heard += chunk.toString()));
  sockets.push(socket);
  return client;
}
const many = (text: string, how?: Parameters<typeof say>[1]) => Array.from({ length: HOSTILE }, () => say(text, how));

/** @returns the answers of the requests that the gateway gets from now on until `end` */
function requestsBegun() {
  const port = Number(new URL(shop.gateway.url).port);
  const answers: ServerResponse[] = [];
  const note = (begun: unknown) => {
    const { request: req, response } = begun as { request: IncomingMessage; response: ServerResponse };
    if (req.socket.localPort === port) answers.push(response);
  };
  subscribe('http.server.request.start', note);
  return { answers, end: () => unsubscribe('http.server.request.start', note) };
}

const served = async (path: string) => expect([path, (await shop.call(path)).status]).toEqual([path, 200]);

describe('260 connections of one address', () => {
  test('that send a body slowly take no connection to a service, whatever type they say it has', async () => {
    shop = await openGateway();
    const begun = requestsBegun();
    many(`POST /api/orders HTTP/1.1\r\nhost: x\r\n${FORM}`);
    many('POST /api/orders HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{');
    await eventually(() => expect(begun.answers.length).toBe(2 * HOSTILE), A_BUSY_MACHINE_MS);
    begun.end();
    await served('/api/orders/1');
    expect(shop.fakes.orders.seen.map(({ method }) => method)).toEqual(['GET']);
  });

  test('that upload slowly leave the service to everybody else', async () => {
    shop = await openGateway();
    shop.fakes.catalog.answer = (req, res) => void (req.method === 'GET' && res.end('{}'));
    many(`POST /api/products HTTP/1.1\r\nhost: x\r\n${FORM}`);
    await eventually(() => expect(shop.fakes.catalog.seen.length).toBeGreaterThan(50));
    await served('/api/products/7');
    await served('/media/catalog/x.mp3');
  });

  test('that hold an answer of media open leave the service to everybody else', async () => {
    shop = await openGateway({}, PATIENT);
    shop.fakes.catalog.answer = (req, res) => {
      if (req.url === '/media/catalog/long.mp3') res.writeHead(200, { 'content-length': '9000000' }).write('ID3');
      else res.end('{}');
    };
    many('GET /media/catalog/long.mp3 HTTP/1.1\r\nhost: x\r\n\r\n');
    await eventually(() => expect(shop.fakes.catalog.seen.length).toBe(256), A_BUSY_MACHINE_MS);
    await served('/api/products/7');
  });
});

describe('the pace', () => {
  const pace = { bytesPerSecond: 20_000, everyMs: 250, slowTimes: 5 };

  test('an upload that hardly moves is dropped, one that moves is not', async () => {
    shop = await openGateway({}, { pace });
    const slow = say(`POST /api/products HTTP/1.1\r\nhost: x\r\n${FORM}`);
    const drip = setInterval(() => slow.socket.write('1\r\nx\r\n'), 50);
    let chunks = 12;
    const steady = new Readable({
      read() {
        setTimeout(() => this.push(chunks-- > 0 ? Buffer.alloc(10_000) : null), 100);
      },
    });
    const answer = await shop.call('/api/products', { method: 'POST', body: steady });
    await eventually(() => expect(slow.gone).toBe(true));
    clearInterval(drip);
    expect(answer.json).toMatchObject({ bytes: 120_000 });
  });

  test('a client that does not read an answer is dropped, and the service’s connection is freed', async () => {
    shop = await openGateway({}, { pace });
    let closed = 0;
    shop.fakes.catalog.answer = (_req, res) => {
      res.once('close', () => (closed += 1));
      res.end(Buffer.alloc(30_000_000));
    };
    const deaf = Array.from({ length: 3 }, () => say('GET /media/catalog/x.mp3 HTTP/1.1\r\nhost: x\r\n\r\n'));
    for (const { socket } of deaf) socket.pause();
    await eventually(() => expect(closed).toBe(3));
    // A paused socket shows its end only when it reads on.
    for (const { socket } of deaf) socket.resume();
    await eventually(() => expect(deaf.every(({ gone }) => gone)).toBe(true));
  });

  test('a client that reads slowly but steadily gets the whole answer', async () => {
    shop = await openGateway({}, { pace });
    shop.fakes.catalog.answer = (_req, res) => void res.end(Buffer.alloc(12_000_000));
    const byteCount = await new Promise<number>((resolve, reject) => {
      const { hostname, port } = new URL(shop.gateway.url);
      request({ hostname, port, path: '/media/catalog/x.mp3', agent: false }, (res) => {
        let size = 0;
        res.on('data', (chunk: Buffer) => {
          size += chunk.length;
          res.pause();
          setTimeout(() => res.resume(), 10);
        });
        res.on('end', () => resolve(size)).on('error', reject);
      })
        .on('error', reject)
        .end();
    });
    expect(byteCount).toBe(12_000_000);
  });

  test('a service that takes its time is nobody’s fault', async () => {
    shop = await openGateway({}, { pace });
    shop.fakes.orders.answer = (req, res) => {
      req.resume();
      setTimeout(() => res.end('late'), 2000);
    };
    expect((await shop.call('/api/orders', { method: 'POST', body: '{"a":1}' })).text).toBe('late');
    expect((await shop.call('/api/products/1', { method: 'GET' })).status).toBe(200);
  });
});

describe('a body that is no upload', () => {
  test('is handed on as it came, with its length', async () => {
    shop = await openGateway();
    const bytes: Buffer[] = [];
    shop.fakes.orders.answer = (req, res) => {
      req.on('data', (chunk: Buffer) => bytes.push(chunk)).on('end', () => res.end('ok'));
    };
    const body = Buffer.from(Array.from({ length: 200_000 }, (_, i) => i % 251));
    for (const upload of [body, Readable.from([body.subarray(0, 70_000), body.subarray(70_000)])]) {
      bytes.length = 0;
      expect((await shop.call('/api/orders', { method: 'PUT', body: upload })).text).toBe('ok');
      expect(Buffer.concat(bytes).equals(body)).toBe(true);
      expect(shop.fakes.orders.seen.at(-1)!.headers).toMatchObject({ 'content-length': '200000' });
      expect(shop.fakes.orders.seen.at(-1)!.headers).not.toHaveProperty('transfer-encoding');
    }
  });

  test('is refused when it is too large, before a service hears of it', async () => {
    shop = await openGateway();
    const large = Buffer.alloc(600_000);
    for (const body of [large, Readable.from([large])]) {
      const answer = await shop.call('/api/orders', { method: 'POST', body });
      expect([answer.status, answer.json.code, answer.headers.connection]).toEqual([413, 'too-large', 'close']);
    }
    expect(shop.fakes.orders.seen).toEqual([]);
  });

  test('is refused when it is too slow, before a service hears of it', async () => {
    shop = await openGateway({}, { bodyWithinMs: 300 });
    const late = say('POST /api/orders HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n{', { reads: true });
    await eventually(() => expect(late.gone).toBe(true));
    expect(late.heard).toMatch(/^HTTP\/1\.1 408 [\s\S]*connection: close[\s\S]*"code":"too-slow"/i);
    expect(shop.fakes.orders.seen).toEqual([]);
  });
});

test('64 requests of one address are under way at once; the next is a 429, others and live streams go on', async () => {
  shop = await openGateway({ RATE_LIMIT_SCALE: '1' }, PATIENT);
  shop.fakes.orders.answer = (req, res) => void (req.url === '/api/orders/quick' && res.end('ok'));
  const status = async (from: string) => {
    const client = say('GET /api/orders/quick HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', { reads: true, from });
    await eventually(() => expect(client.gone).toBe(true));
    return Number(client.heard.split(' ')[1]);
  };
  const clients = Array.from({ length: 64 }, () => say('GET /api/orders/1 HTTP/1.1\r\nhost: x\r\n\r\n'));
  await eventually(() => expect(shop.fakes.orders.seen).toHaveLength(64));
  expect(await status('127.0.0.1')).toBe(429);
  expect(await status('127.0.0.2')).toBe(200);
  expect((await shop.call('/api/products/events')).status).toBe(204);
  clients[0]!.socket.destroy();
  await eventually(async () => expect(await status('127.0.0.1')).toBe(200), A_BUSY_MACHINE_MS);
});

test('a client that leaves while the product list is fetched frees its place', async () => {
  shop = await openGateway({ RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' });
  const headers = { 'x-forwarded-for': '192.0.2.7' };
  let answerList = () => {};
  const canAnswer = new Promise<void>((resolve) => (answerList = resolve));
  shop.fakes.catalog.answer = (_req, res) => void canAnswer.then(() => res.writeHead(200, { etag: '"v1"' }).end('[]'));
  const { answers, end } = requestsBegun();
  const clients = Array.from({ length: 64 }, () =>
    say('GET /api/products HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 192.0.2.7\r\n\r\n'),
  );
  await eventually(() => expect(answers.length).toBe(64));
  end();
  clients.forEach(({ socket }) => socket.destroy());
  await eventually(() => expect(answers.filter(({ closed }) => closed).length).toBe(64));
  answerList();
  expect((await shop.call('/api/products', { headers })).status).toBe(200);
  expect((await shop.call('/api/config', { headers })).status).toBe(200);
});

test('requests that wait behind another on a connection are not read, and keep no place when it breaks', async () => {
  shop = await openGateway({ RATE_LIMIT_SCALE: '1' });
  shop.fakes.orders.answer = () => undefined;
  const request = 'GET /api/orders/1 HTTP/1.1\r\nhost: x\r\n\r\n';
  for (let round = 0; round < 3; round += 1) {
    const client = say(request.repeat(64));
    await eventually(() => expect(client.gone).toBe(true));
  }
  expect(shop.fakes.orders.seen.length).toBeLessThanOrEqual(3);
  const client = say('GET /api/config HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', { reads: true });
  await eventually(() => expect(client.gone).toBe(true));
  expect(client.heard).toMatch(/^HTTP\/1\.1 200/);
});
