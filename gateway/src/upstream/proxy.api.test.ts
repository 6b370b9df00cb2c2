import { TUS_PIECE } from '@shop/contracts/constants';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@shop/runtime/testing';
import { PREFIXES } from '../routes';
import type { GatewayDeps } from '../start';
import { openGateway, type Answer, type UnderTest } from '../testing/gateway-under-test';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let shop: UnderTest;
beforeEach(async () => {
  shop = await openGateway();
});
afterEach(() => shop.stop());

/** For a gateway that gives up no slow call, however long a busy machine takes to send the others. */
const PATIENT = { answerWithinMs: 3_600_000 };
const openImpatient = async () => {
  await shop.stop();
  shop = await openGateway({}, { answerWithinMs: 400 });
};

describe('the way to a service', () => {
  test.each(Object.entries(PREFIXES))('%s and all below it belong to %s', async (prefix, name) => {
    for (const path of [prefix, `${prefix}/`, `${prefix}/1/x?q=%2F..&q=2`]) {
      if (path === '/api/products') continue;
      expect((await shop.call(path, { method: 'POST', body: 'x' })).status).toBe(200);
      expect(shop.fakes[name].seen.at(-1)).toMatchObject({ method: 'POST', url: path });
    }
    expect((await shop.call(`${prefix}x`)).status).toBe(404);
  });

  test('may lead on to the object store, which has a name of its own', async () => {
    const location = 'https://files.example/shop/private/packages/ab12?X-Amz-Expires=300&X-Amz-Signature=ab';
    shop.fakes.catalog.answer = (_req, res) => void res.writeHead(302, { location, 'cache-control': 'no-store' }).end();
    const path = '/media/packages/3/12/1/full/1900000000/signed?file=31';
    const { status, headers } = await shop.call(path, { headers: { accept: BROWSER } });
    expect([status, headers.location, headers['cache-control']]).toEqual([302, location, 'no-store']);
  });

  test('the sales log needs no session, and what is none of it is neither a page nor kept', async () => {
    const cookie = { cookie: 'sid=marta' };
    expect((await shop.call('/log/tile/0/x001/234.p/5', { headers: cookie })).status).toBe(200);
    expect(shop.fakes.orders.seen.at(-1)).toMatchObject({ url: '/log/tile/0/x001/234.p/5', caller: { userId: null } });
    expect(shop.fakes.identity.asked).toEqual([]);
    shop.fakes.orders.answer = (_req, res) => void res.writeHead(404, { 'cache-control': 'no-store' }).end();
    for (const path of [
      '/log/tile',
      '/log/tile//000',
      '/log/tile/0/../000',
      '/LOG/tile/0/000',
      '/log/Key',
      '/log/checkpoint/1/2',
    ]) {
      const answer = await shop.call(path, { headers: { accept: BROWSER } });
      expect([answer.status, answer.headers['cache-control']]).toEqual([404, 'no-store']);
      expect(answer.headers['content-type'] ?? '').not.toContain('html');
    }
    expect((await shop.call('/log', { headers: { accept: BROWSER } })).headers['content-type']).toContain('html');
  });

  test.each([
    '/internal/sessions',
    '/internal',
    '/Internal/openapi.json',
    '/metrics',
    '/healthz',
    '/readyz',
    '/parked',
    '/api',
    '/api/',
    '/api/nothing',
    '/api/internal/sessions',
    '/media/x',
    '/api/users/../../internal/sessions',
    '/api/users/..%2f..%2finternal/sessions',
    '//internal/sessions',
  ])('%s leads to no service’s inside', async (path) => {
    const answer = await shop.call(path, { method: 'POST', body: '{"kind":"cookie","credential":"x"}' });
    expect([200, 404]).toContain(answer.status);
    expect(shop.fakes.identity.asked).toEqual([]);
    expect(Object.values(shop.fakes).flatMap((fake) => fake.seen.filter(({ url }) => url.startsWith('/internal')))).toEqual([]);
    if (!path.includes('/users/')) expect([answer.status, answer.json.success]).toEqual([404, false]);
  });

  test('the service’s answer comes back unchanged: status, cookies, body', async () => {
    shop.fakes.orders.answer = (_req, res) => {
      res.writeHead(418, { 'set-cookie': ['a=1', 'b=2'], 'x-frame-options': 'SAMEORIGIN' }).end('short and stout');
    };
    const answer = await shop.call('/api/orders/1');
    expect([answer.status, answer.text, answer.headers['set-cookie']]).toEqual([418, 'short and stout', ['a=1', 'b=2']]);
    expect(answer.headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'x-content-type-options': 'nosniff' });
  });

  test('a client’s trace headers are not passed on', async () => {
    await shop.call('/api/orders/1', { headers: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, baggage: 'a=b' } });
    expect(Object.keys(shop.fakes.orders.seen[0]!.headers)).not.toEqual(expect.arrayContaining(['traceparent']));
    expect(Object.keys(shop.fakes.orders.seen[0]!.headers)).not.toEqual(expect.arrayContaining(['baggage']));
  });

  test('a client’s connection headers do not reach the service, whose connections stay open', async () => {
    const ports: (number | undefined)[] = [];
    shop.fakes.orders.answer = (req, res) => {
      ports.push(req.socket.remotePort);
      res.end('ok');
    };
    for (let i = 0; i < 5; i += 1) {
      const answer = await shop.call('/api/orders/1', {
        headers: { connection: 'close', te: 'trailers', 'proxy-connection': 'x' },
      });
      expect(answer.headers.connection).toBe('close');
    }
    expect(new Set(ports).size).toBe(1);
    const { headers } = shop.fakes.orders.seen.at(-1)!;
    expect(headers.connection).toBe('keep-alive');
    expect(headers).not.toHaveProperty('te');
    expect(headers).not.toHaveProperty('proxy-connection');
  });

  test('more requests at once than there are connections are all served, the later ones too', async () => {
    const pending: (() => void)[] = [];
    const busy = await openGateway({}, PATIENT);
    busy.fakes.orders.answer = (req, res) => {
      req.resume();
      pending.push(() => res.end('ok'));
    };
    const requests: Promise<Answer>[] = [];
    // Some at a time: the service is in this process too, and the gateway waits only so long for a connection.
    while (requests.length < 300) {
      for (let i = 0; i < 20; i += 1) requests.push(busy.call('/api/orders/1', i % 2 ? { method: 'POST', body: 'x' } : {}));
      await eventually(() => expect(pending).toHaveLength(Math.min(requests.length, 256)), 200_000);
    }
    await pause(300);
    const release = setInterval(() => pending.splice(0).forEach((go) => go()), 20);
    const answers = await Promise.all(requests);
    clearInterval(release);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(busy.fakes.orders.seen.every(({ caller }) => caller !== null)).toBe(true);
    await busy.stop();
  });

  test.each([
    ['slow calls', '/api/products/7'],
    ['downloads of what was bought', '/media/packages/3/12/1/full/1900000000/signed'],
  ])('a file does not wait behind %s, even when its address has scheme and host', async (_what, slow) => {
    await shop.stop();
    shop = await openGateway({}, PATIENT);
    shop.fakes.catalog.answer = (req, res) => void (req.url?.startsWith('/media/catalog/') && res.end('ID3'));
    const leave = new AbortController();
    let ended = 0;
    const requests = Array.from({ length: 256 }, () =>
      fetch(`${shop.gateway.url}${slow}`, { signal: leave.signal }).finally(() => (ended += 1)),
    );
    await eventually(() => expect(shop.fakes.catalog.seen).toHaveLength(256), 200_000);
    for (const host of ['', 'http://shop.example']) {
      const { text } = await shop.call(`${host}/media/catalog/x.mp3`);
      expect([host, text, ended]).toEqual([host, 'ID3', 0]);
    }
    leave.abort();
    await Promise.allSettled(requests);
  });
});

describe('when a service', () => {
  test('is down, its calls are a clear 503 and the others go on', async () => {
    await shop.fakes.orders.close();
    const refused = await shop.call('/api/orders/1');
    expect([refused.status, refused.headers['content-type'], refused.headers['cache-control']]).toEqual([
      503,
      'application/json; charset=utf-8',
      'no-store',
    ]);
    expect(refused.json).toMatchObject({
      success: false,
      code: 'unavailable',
      error: expect.stringContaining('orders') as string,
    });
    expect((await shop.call('/api/sellers/1')).status).toBe(200);
    await shop.fakes.orders.up();
    expect((await shop.call('/api/orders/1')).status).toBe(200);
  });

  test('is down, a browser that opened the call by a link reads a page that leads back', async () => {
    await shop.fakes.orders.close();
    const { status, headers, text } = await shop.call('/api/orders/1/contracts/2.pdf?x=1', { headers: { accept: BROWSER } });
    expect([status, headers['content-type'], headers['cache-control'], headers['retry-after']]).toEqual([
      503,
      'text/html; charset=utf-8',
      'no-store',
      '5',
    ]);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(text).toContain('This does not work right now. Please try again in a moment.</p> <a href="/account?tab=orders"');
    expect((await shop.call('/api/orders/1/contracts/2.pdf')).json).toMatchObject({ code: 'unavailable' });
    expect((await shop.call('/api/orders/1', { headers: { accept: BROWSER } })).json).toMatchObject({ code: 'unavailable' });
  });

  test('does not answer in time, the call is a 503', async () => {
    await openImpatient();
    shop.fakes.orders.answer = (req) => void req.resume();
    expect((await shop.call('/api/orders/1')).status).toBe(503);
  });

  test('has begun to answer, it may take its time: a stream of events is not cut', async () => {
    await openImpatient();
    shop.fakes.orders.answer = (_req, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n');
      setTimeout(() => res.end('data: 1\n\n'), 1000);
    };
    // On a busy machine even the beginning may come too late.
    await eventually(async () => expect((await shop.call('/api/orders/events')).text).toBe(': hello\n\ndata: 1\n\n'));
  });

  test('breaks off in the middle, the caller is cut off too instead of waiting for ever', async () => {
    shop.fakes.orders.answer = (_req, res) => {
      res.writeHead(200, { 'content-length': '1000' }).write('half');
      setTimeout(() => res.socket!.destroy(), 50);
    };
    await expect(shop.call('/api/orders/1')).rejects.toThrow();
    shop.fakes.orders.answer = null;
    expect((await shop.call('/api/orders/1')).status).toBe(200);
  });

  test('hangs up without a word, or talks nonsense, the call is a 503', async () => {
    shop.fakes.orders.answer = (req) => void req.socket.destroy();
    expect((await shop.call('/api/orders/1')).status).toBe(503);
    const mad = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end('hello?\r\n\r\n'));
    });
    await new Promise<void>((resolve) => mad.listen(0, '127.0.0.1', resolve));
    const odd = await openGateway({ SELLERS_URL: `http://127.0.0.1:${(mad.address() as AddressInfo).port}` });
    expect((await odd.call('/api/sellers/1')).status).toBe(503);
    await odd.stop();
    mad.close();
  });

  test('refuses an upload early, the caller hears why', async () => {
    shop.fakes.catalog.answer = (_req, res) => {
      res.writeHead(413, { 'content-type': 'application/json' }).end('{"code":"too-large"}');
    };
    const answer = await shop.call('/api/products', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '2000000' },
      body: Buffer.alloc(2_000_000),
    });
    expect([answer.status, answer.json.code]).toEqual([413, 'too-large']);
  });
});

describe('when a service has replicas', () => {
  /** Nothing listens there. */
  const GONE = '127.0.0.2';
  const withReplicas = async (addresses: string[], work: (shop: UnderTest) => Promise<void>, deps: Partial<GatewayDeps> = {}) => {
    const { orders, catalog, identity } = shop.fakes;
    const many = await openGateway(
      {
        ORDERS_URL: `http://orders.example:${portOf(orders)}`,
        CATALOG_URL: `http://catalog.example:${portOf(catalog)}`,
        IDENTITY_URL: `http://identity.example:${portOf(identity)}`,
      },
      { resolve: () => Promise.resolve(addresses), ...deps },
    );
    await work(many);
    await many.stop();
  };

  test('a request that cannot reach one goes to another, whatever it asks for', async () => {
    await withReplicas(['127.0.0.1', GONE], async (many) => {
      for (let i = 0; i < 4; i += 1) {
        expect((await many.call('/api/orders/1')).status).toBe(200);
        expect((await many.call('/api/orders', { method: 'POST', body: '{"a":1}' })).status).toBe(200);
      }
      expect(shop.fakes.orders.seen.filter(({ method }) => method === 'POST')).toHaveLength(4);
      expect((await many.call('/sitemap.xml')).status).toBe(200);
    });
  });

  test('a request goes to another when one takes no connection and refuses none, as a machine that is gone', async () => {
    const closedPort = await takingNoConnection(portOf(shop.fakes.orders), GONE);
    await withReplicas(['127.0.0.1', GONE], async (many) => {
      for (let i = 0; i < 4; i += 1)
        expect((await many.call('/api/orders', { method: 'POST', body: '{"a":1}' })).status).toBe(200);
    });
    closedPort.end();
    expect(shop.fakes.orders.seen).toHaveLength(4);
  });

  test('a silent replica of identity is left out, and another one names the session’s owner', async () => {
    let requests = 0;
    const silent = createTcpServer((socket) => {
      socket.on('error', () => undefined).once('data', () => (requests += 1));
    });
    await new Promise<void>((resolve) => silent.listen(Number(portOf(shop.fakes.identity)), GONE, resolve));
    await withReplicas(
      ['127.0.0.1', GONE],
      async (many) => {
        for (const token of ['one', 'two', 'three', 'four'])
          expect((await many.call('/api/orders/1', { headers: { authorization: `Bearer ${token}` } })).json).toMatchObject({
            caller: { unsure: false },
          });
      },
      { answerWithinMs: 2000 },
    );
    expect(requests).toBe(1);
    silent.close();
  });

  test('a question that one breaks off is asked again; what may have been done is not', async () => {
    let cut = 0;
    shop.fakes.orders.answer = (req, res) => {
      req.resume();
      if ((cut += 1) === 1) req.socket.destroy();
      else res.end('ok');
    };
    await withReplicas(['127.0.0.1'], async (many) => {
      expect((await many.call('/api/orders/1')).status).toBe(200);
      cut = 0;
      expect((await many.call('/api/orders', { method: 'POST', body: 'x' })).status).toBe(503);
      expect(cut).toBe(1);
    });
  });

  test('when none can be reached, the call is a 503', async () => {
    await withReplicas([GONE, '127.0.0.3'], async (many) => {
      expect((await many.call('/api/orders/1')).status).toBe(503);
    });
  });
});

describe('when the caller', () => {
  test('leaves, the service is let go', async () => {
    let closed = 0;
    shop.fakes.orders.answer = (req, res) => {
      res.on('close', () => (closed += 1));
      if (req.url === '/api/orders/events') res.writeHead(200).write(': hello\n\n');
    };
    for (const path of ['/api/orders/events', '/api/orders/slow']) {
      const { hostname, port } = new URL(shop.gateway.url);
      const asking = request({ hostname, port, path, agent: false }).end();
      asking.on('error', () => undefined);
      await eventually(() => expect(shop.fakes.orders.seen.map(({ url }) => url)).toContain(path));
      asking.destroy();
    }
    await eventually(() => expect(closed).toBe(2), 20_000);
  });

  test('speaks no HTTP, or two lengths at once, the connection is closed and the others go on', async () => {
    const say = (text: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(Number(new URL(shop.gateway.url).port), '127.0.0.1', () => socket.write(text));
        let received = '';
        socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
        socket.on('close', () => resolve(received));
        socket.on('error', () => resolve(received));
      });
    expect(await say('hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/);
    expect(
      await say(
        'POST /api/orders HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /internal/sessions HTTP/1.1\r\nHost: x\r\n\r\n',
      ),
    ).toMatch(/^HTTP\/1\.1 400/);
    expect((await shop.call('/api/orders/1')).status).toBe(200);
  });

  test.each([
    ['a form', 'POST', '/api/products', 'multipart/form-data; boundary=x'],
    ['a piece of a package', 'PATCH', `/api/packages/1/uploads/${'0'.repeat(8)}-0000-4000-8000-000000000001`, TUS_PIECE],
  ])(
    'uploads 100 MB in %s, they stream through without piling up, though the service reads slowly',
    async (_, method, path, type) => {
      let received = 0;
      shop.fakes.catalog.answer = (req, res) => {
        req.pause();
        setTimeout(() => req.on('data', (chunk: Buffer) => (received += chunk.length)).resume(), 300);
        req.on('end', () => res.end('{}'));
      };
      const size = 100 * 1024 * 1024;
      const chunk = Buffer.alloc(64 * 1024, 1);
      let bytes = 0;
      const body = new Readable({
        read() {
          bytes += chunk.length;
          this.push(bytes > size ? null : chunk);
        },
      });
      let early = 0;
      let most = 0;
      const watch = setInterval(() => {
        if (received === 0) early = bytes;
        most = Math.max(most, bytes - received);
      }, 5);
      const answer = await shop.call(path, {
        method,
        headers: { 'content-type': type },
        body,
      });
      clearInterval(watch);
      expect(answer.status).toBe(200);
      expect(received).toBe(size);
      expect(early).toBeLessThan(size / 2);
      expect(most).toBeLessThan(size / 2);
    },
  );

  test('a piece of a package may take longer than every limit, as long as it moves; one that stops is given up', async () => {
    await shop.stop();
    const pace = { bytesPerSecond: 20_000, everyMs: 250, slowTimes: 4 };
    shop = await openGateway({}, { answerWithinMs: 1000, bodyWithinMs: 1000, pauseMs: 1000, pace });
    const url = `/api/packages/1/uploads/${'0'.repeat(8)}-0000-4000-8000-000000000001`;
    const CHUNKS = 80;
    const piece = (chunks: number) => {
      let sent = 0;
      const body = new Readable({
        read() {
          if (sent < chunks) setTimeout(() => this.push(Buffer.alloc(8192)), 50);
          else if (chunks === CHUNKS) this.push(null);
          sent += 1;
        },
      });
      const headers = { 'content-type': TUS_PIECE, 'content-length': String(CHUNKS * 8192) };
      return shop.call(url, { method: 'PATCH', headers, body });
    };
    const began = performance.now();
    expect((await piece(CHUNKS)).json).toMatchObject({ bytes: CHUNKS * 8192 });
    expect(performance.now() - began).toBeGreaterThan(3 * 1000);
    await expect(piece(20).then(({ status }) => Promise.reject(new Error(String(status))))).rejects.toThrow(
      /hang up|ECONNRESET|503/,
    );
  });
});

describe('a flood', () => {
  test('from one address is a 429 that says when to come back; others, and media, go on', async () => {
    const narrow = await openGateway({ RATE_LIMIT_SCALE: '0.02', TRUST_PROXY: 'loopback' });
    const from = (address: string, path = '/api/sellers/1') => narrow.call(path, { headers: { 'x-forwarded-for': address } });
    for (let i = 0; i < 12; i += 1) expect((await from('192.0.2.1')).status).toBe(200);
    const refused = await from('192.0.2.1');
    expect([refused.status, refused.json.code]).toEqual([429, 'too-many']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await from('192.0.2.1', '/api/openapi.json')).status).toBe(429);
    const opened = await narrow.call('/api/orders/1/downloads/2?token=x', {
      headers: { 'x-forwarded-for': '192.0.2.1', accept: BROWSER },
    });
    expect([opened.status, Number(opened.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    expect(opened.text).toContain(
      'This does not work right now. Please try again in a moment.</p> <a href="/account?tab=orders"',
    );
    expect((await from('192.0.2.1', '/media/catalog/x.mp3')).status).toBe(200);
    expect((await from('192.0.2.2')).status).toBe(200);
    await narrow.stop();
  });
});

describe('the operators’ port', () => {
  test('is another one than the public door', async () => {
    expect((await fetch(`${shop.gateway.opsUrl}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${shop.gateway.opsUrl}/metrics`)).text()).toContain('service="gateway"');
  });

  test('tells how long who answered took, by no more names than there are parts', async () => {
    for (const path of ['/api/orders/1?a=b', '/made-up', '/api/made-up']) await shop.call(path);
    const readMetrics = async () => (await fetch(`${shop.gateway.opsUrl}/metrics`)).text();
    await eventually(async () =>
      expect(await readMetrics()).toMatch(/_count\{service="gateway",method="GET",route="orders",status="200"\} \d/),
    );
    const routes = [...(await readMetrics()).matchAll(/,route="([^"]+)"/g)].map(([, route]) => route);
    expect(
      routes.filter((route) => !['identity', 'catalog', 'orders', 'sellers', 'notifications', 'pages'].includes(route!)),
    ).toEqual([]);
    expect(routes).toContain('pages');
    expect(await readMetrics()).toMatch(/^live_streams\{service="gateway"\} 0$/m);
  });
});

test('stop() lets a running request finish and does not wait for connections with nothing to do', async () => {
  const ending = await openGateway();
  ending.fakes.orders.answer = (_req, res) => void setTimeout(() => res.end('done'), 300);
  const pending = fetch(`${ending.gateway.url}/api/orders/1`);
  await eventually(() => expect(ending.fakes.orders.seen).toHaveLength(1));
  const stopped = ending.stop();
  expect(await (await pending).text()).toBe('done');
  await stopped;
});

test('while it drains, it serves on, says so to whoever asks, and has every connection closed', async () => {
  const ending = await openGateway({ DRAIN_MS: '1500' });
  const stopped = ending.stop();
  expect((await fetch(`${ending.gateway.opsUrl}/readyz`)).status).toBe(503);
  const answer = await ending.call('/api/orders/1', { headers: { connection: 'keep-alive' } });
  expect([answer.status, answer.headers.connection]).toEqual([200, 'close']);
  await stopped;
});

const portOf = ({ url }: { url: string }) => new URL(url).port;

/** A stopped program with a listening port, and as many connections as the system accepts for it: further ones wait. */
async function takingNoConnection(port: string, host: string) {
  const listens = `require('node:net').createServer().listen({ port: ${port}, host: '${host}', backlog: 1 }, () => console.log('listens'))`;
  const stopped = spawn(process.execPath, ['-e', listens]);
  await once(stopped.stdout, 'data');
  stopped.kill('SIGSTOP');
  const waiting = Array.from({ length: 4 }, () => connect(Number(port), host).on('error', () => undefined));
  await once(waiting[0]!, 'connect');
  return {
    end() {
      stopped.kill('SIGKILL');
      for (const socket of waiting) socket.destroy();
    },
  };
}
