import { createHash, createHmac, randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from '@shop/http';
import { as, endpoint, eventually, testApp } from '@shop/runtime/testing';
import request from 'supertest';
import { z } from 'zod';
import { createObjectLinks, createStorage, storageConfig } from './create-storage';
import { examineStorage } from './examine-storage';
import { checkedKey, linkToObject, requestedRange, sendObject, type ObjectStorage } from './storage';
import { createFileStorage } from './storage-files';
import { createMinioStorage } from './storage-minio';

// oxlint-disable-next-line typescript/no-require-imports -- it has no types of its own
const S3rver = require('s3rver') as new (options: object) => { run: () => Promise<{ port: number }>; close: () => Promise<void> };

let folder: string;
let s3: InstanceType<typeof S3rver>;
let endpointUrl: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-test-'));
  s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: join(folder, 's3') });
  endpointUrl = `http://127.0.0.1:${(await s3.run()).port}`;
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const inMinio = () => createMinioStorage({ endpoint: endpointUrl, accessKey: 'S3RVER', secretKey: 'S3RVER', bucket: 'things' });
const inFiles = () => Promise.resolve(createFileStorage(join(folder, 'files')));

test('an endpoint without a scheme is refused by its name', () => {
  const read = z.object(storageConfig('things')).safeParse({ S3_ENDPOINT: 'minio:9000' });
  expect(read.error?.issues).toMatchObject([{ path: ['S3_ENDPOINT'], message: 'Must begin with http:// or https://' }]);
});

test('requests are signed for the region, and a missing bucket is made there', async () => {
  const requests: { method?: string; signedFor?: string; body: string }[] = [];
  const server = createServer((req, res) => {
    void text(req).then((body) => {
      const signedFor = /Credential=[^,]*\/([\w-]+)\/s3\/aws4_request/.exec(req.headers.authorization ?? '')?.[1];
      requests.push({ method: req.method, signedFor, body });
      res.writeHead(req.method === 'HEAD' ? 404 : 200).end();
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await createStorage({
    ...{ S3_ENDPOINT: endpoint, S3_ACCESS_KEY: 'S3RVER', S3_SECRET_KEY: 'S3RVER', S3_BUCKET: 'things', STORAGE_DIR: '' },
    S3_REGION: 'eu-central-1',
  });
  await new Promise((closed) => server.close(closed));
  expect(requests).toMatchObject([
    { method: 'HEAD', signedFor: 'eu-central-1' },
    { method: 'PUT', signedFor: 'eu-central-1', body: expect.stringContaining('eu-central-1') as string },
  ]);
});

/** Whether a link has the signature that a store reckons from its other parts (AWS Signature Version 4, which s3rver does not look at). */
function isSigned(link: string): boolean {
  const { host, pathname, search } = new URL(link);
  const [, query = '', signature] = /^\?(.*)&X-Amz-Signature=(\w+)$/.exec(search) ?? [];
  const [, day = '', region = ''] = /X-Amz-Credential=S3RVER%2F(\d+)%2F([\w-]+)%2Fs3%2Faws4_request/.exec(query) ?? [];
  const [, at] = /X-Amz-Date=(\w+)/.exec(query) ?? [];
  const asked = ['GET', pathname, query.split('&').sort().join('&'), `host:${host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const hash = createHash('sha256').update(asked).digest('hex');
  const text = ['AWS4-HMAC-SHA256', at, `${day}/${region}/s3/aws4_request`, hash].join('\n');
  const keyed = (key: string | Buffer, what: string) => createHmac('sha256', key).update(what).digest();
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(keyed, 'AWS4S3RVER');
  return keyed(key, text).toString('hex') === signature;
}

describe('a link of the object store', () => {
  const configOf = (publicEndpoint: string) => ({
    ...{ S3_ENDPOINT: endpointUrl, S3_PUBLIC_ENDPOINT: publicEndpoint, S3_ACCESS_KEY: 'S3RVER', S3_SECRET_KEY: 'S3RVER' },
    ...{ S3_BUCKET: 'things', S3_REGION: 'us-east-1', STORAGE_DIR: '' },
  });
  const body = randomBytes(5000);
  const file = { name: 'Ночь 100% "é".wav', contentType: 'audio/wav' };
  const put = async () => (await inMinio()).put('private/a1', body, { size: body.length, contentType: 'application/zip' });

  test('is signed for the address that browsers reach, and works for five minutes', async () => {
    await put();
    const link = await createObjectLinks(configOf(endpointUrl.replace('127.0.0.1', 'localhost')))!('private/a1', file);
    const url = new URL(link);
    expect([url.hostname, url.searchParams.get('X-Amz-Expires'), url.searchParams.get('X-Amz-SignedHeaders')]).toEqual([
      'localhost',
      '300',
      'host',
    ]);
    const answer = await fetch(link);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(body)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'audio/wav',
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="???? 100% \\"?\\".wav"; filename*=UTF-8''%D0%9D%D0%BE%D1%87%D1%8C%20100%25%20%22%C3%A9%22.wav`,
    });
    const part = await fetch(link, { headers: { range: 'bytes=10-19' } });
    expect([part.status, Buffer.from(await part.arrayBuffer()).equals(body.subarray(10, 20))]).toEqual([206, true]);
  });

  test('opens that object alone, for no longer, and at no other address', async () => {
    const link = await createObjectLinks(configOf(endpointUrl))!('private/a1', file);
    expect(isSigned(link)).toBe(true);
    for (const [part, other] of [
      ['/a1?', '/b2?'],
      ['X-Amz-Expires=300', 'X-Amz-Expires=900'],
      ['audio%2Fwav', 'text%2Fhtml'],
      ['127.0.0.1', 'localhost'],
    ] as const) {
      expect(link).toContain(part);
      expect([other, isSigned(link.replace(part, other))]).toEqual([other, false]);
    }
    await expect(createObjectLinks(configOf(endpointUrl))!('private/../a1', file)).rejects.toThrow('Not an object key');
  });

  test('is not given to an object that the store has in part', async () => {
    await put();
    const links = createObjectLinks(configOf(endpointUrl))!;
    const given = async (size: number) => linkToObject(await inMinio(), links, 'private/a1', { name: 'a.wav', etag: 'a', size });
    expect(await given(body.length)).toContain('/things/private/a1?');
    await expect(given(body.length + 1)).rejects.toThrow('was cut off');
  });

  test('is signed without a word to a store, which may be away', async () => {
    const link = await createObjectLinks(configOf('https://files.example'))!('private/a1', file);
    expect(link).toMatch(/^https:\/\/files\.example\/things\/private\/a1\?/);
  });

  test('is not given unless browsers reach the store, and a public address without a store is told', async () => {
    const { S3_PUBLIC_ENDPOINT, ...behindTheShop } = configOf(endpointUrl);
    expect(createObjectLinks(behindTheShop)).toBeNull();
    const { S3_ENDPOINT: _, ...inFolder } = { ...behindTheShop, S3_PUBLIC_ENDPOINT, STORAGE_DIR: folder };
    expect(() => createObjectLinks(inFolder)).toThrow('S3_PUBLIC_ENDPOINT needs S3_ENDPOINT');
    expect(await examineStorage(inFolder)).toContainEqual(expect.stringContaining('S3_PUBLIC_ENDPOINT needs S3_ENDPOINT'));
    expect(await examineStorage(behindTheShop)).not.toContainEqual(expect.stringContaining('S3_PUBLIC_ENDPOINT'));
  });
});

describe.each<[string, () => Promise<ObjectStorage>]>([
  ['files', inFiles],
  ['MinIO', inMinio],
])('objects in %s', (_name, open) => {
  const body = randomBytes(100_000);
  const facts = { size: body.length, contentType: 'audio/mpeg' };
  let storage: ObjectStorage;
  beforeAll(async () => {
    storage = await open();
  });

  test('come back as they were put, from bytes and from a stream', async () => {
    await storage.put('public/a.mp3', body, facts);
    await storage.put('public/deep/er/b.mp3', Readable.from([body.subarray(0, 10), body.subarray(10)]), facts);
    for (const key of ['public/a.mp3', 'public/deep/er/b.mp3']) {
      expect(await storage.stat(key)).toEqual(facts);
      expect((await buffer(await storage.read(key))).equals(body)).toBe(true);
    }
  });

  test('a part of one is exactly that part', async () => {
    await storage.put('public/a.mp3', body, facts);
    for (const [start, end] of [
      [0, 1],
      [5, 9],
      [99_990, 99_999],
    ] as const) {
      expect((await buffer(await storage.read('public/a.mp3', { start, end }))).toString('hex')).toBe(
        body.subarray(start, end + 1).toString('hex'),
      );
    }
  });

  test('put again replaces; an empty one is one too', async () => {
    await storage.put('public/c.pdf', body, { size: body.length, contentType: 'application/pdf' });
    await storage.put('public/c.pdf', Buffer.alloc(0), { size: 0, contentType: 'application/pdf' });
    expect(await storage.stat('public/c.pdf')).toEqual({ size: 0, contentType: 'application/pdf' });
    expect(await buffer(await storage.read('public/c.pdf'))).toHaveLength(0);
  });

  test('are listed by folder in the order of their keys, without what lies deeper', async () => {
    for (const key of ['shelf/b.mp3', 'shelf/B.mp3', 'shelf/a-2.mp3', 'shelf/a.mp3', 'shelf/deep/c.mp3', 'shelfish/d.mp3'])
      await storage.put(key, body, facts);
    const listed: unknown[] = [];
    for await (const object of storage.list('shelf')) listed.push(object);
    const size = body.length;
    expect(listed).toEqual(['B.mp3', 'a-2.mp3', 'a.mp3', 'b.mp3'].map((name) => ({ key: `shelf/${name}`, size })));
    for await (const { key } of storage.list('nowhere')) throw new Error(key);
  });

  test('a missing object is null, and can be removed like an existing one', async () => {
    expect(await storage.stat('public/none.mp3')).toBeNull();
    expect(await storage.stat('public/a.mp3/below')).toBeNull();
    await storage.remove('public/none.mp3');
    await storage.put('public/gone.mp3', body, facts);
    await storage.remove('public/gone.mp3');
    expect(await storage.stat('public/gone.mp3')).toBeNull();
  });

  test('a key that leads out is not put, looked up, read or removed', async () => {
    for (const key of [
      'public/../../x',
      '/etc/passwd',
      'public//x',
      'public/.x',
      'x',
      '',
      'a\\..\\b/c',
      'public/%2e%2e/x',
      'public/x\u0000.mp3',
      'public/x\n',
    ]) {
      expect(() => checkedKey(key)).toThrow('Not an object key');
      await expect((async () => storage.put(key, body, facts))()).rejects.toThrow('Not an object key');
      await expect((async () => storage.stat(key))()).rejects.toThrow('Not an object key');
      await expect((async () => storage.read(key))()).rejects.toThrow('Not an object key');
      await expect((async () => storage.remove(key))()).rejects.toThrow('Not an object key');
    }
  });
});

test('an upload that breaks off leaves nothing behind, nor harms what was there', async () => {
  const storage = await inFiles();
  await storage.put('half/x.mp3', Buffer.from('whole'), { size: 5, contentType: 'audio/mpeg' });
  const broken = () =>
    Readable.from(
      (async function* () {
        yield Buffer.from('ha');
        await Promise.resolve();
        throw new Error('the line is dead');
      })(),
    );
  // Many at once keep the threads busy that open and remove the files, so that the order is left to chance.
  const puts = Array.from({ length: 40 }, () => storage.put('half/x.mp3', broken(), { size: 5, contentType: 'audio/mpeg' }));
  for (const put of puts) await expect(put).rejects.toThrow('the line is dead');
  expect((await buffer(await storage.read('half/x.mp3'))).toString()).toBe('whole');
  expect(await readdir(join(folder, 'files', 'half'))).toEqual(['x.mp3']);
});

test('the remains of a killed upload are removed at a start or an hour later, and files in writing stay', async () => {
  const root = join(folder, 'killed');
  await mkdir(join(root, 'private', 'originals'), { recursive: true });
  const at = (name: string) => join(root, 'private', 'originals', name);
  for (const name of ['old.mp3', 'old.mp3.1.part', 'new.mp3.2.part']) await writeFile(at(name), 'x');
  const longAgo = new Date(Date.now() - 61 * 60_000);
  for (const name of ['old.mp3', 'old.mp3.1.part']) await utimes(at(name), longAgo, longAgo);
  // under another clock a new file has the time of the disk
  await utimes(at('new.mp3.2.part'), new Date(), new Date());
  const storage = await createStorage({ S3_BUCKET: '', S3_REGION: '', STORAGE_DIR: root });
  expect((await readdir(join(root, 'private', 'originals'))).sort()).toEqual(['new.mp3.2.part', 'old.mp3']);
  await utimes(at('new.mp3.2.part'), longAgo, longAgo);
  await storage.removeAbandoned();
  expect(await readdir(join(root, 'private', 'originals'))).toEqual(['old.mp3']);
  await createStorage({ S3_BUCKET: '', S3_REGION: '', STORAGE_DIR: join(folder, 'not made yet') });
});

test('a disk that cannot be read is an error, never "no such file"', async () => {
  const root = join(folder, 'unreadable');
  await mkdir(root);
  await symlink('ring', join(root, 'ring'));
  const storage = createFileStorage(root);
  await expect(storage.stat('ring/a.mp3')).rejects.toMatchObject({ code: 'ELOOP' });
  await expect(storage.list('ring')[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'ELOOP' });
});

describe('nobody else on the machine reads', () => {
  const modeOf = async (...path: string[]) => (await stat(join(folder, ...path))).mode & 0o777;

  test('files or the folders that hold them, written from bytes or from a stream', async () => {
    const storage = createFileStorage(join(folder, 'closed'));
    await storage.put('private/papers/a.webp', Buffer.from('a'), { size: 1, contentType: 'image/webp' });
    await storage.put('private/papers/b.webp', Readable.from([Buffer.from('b')]), { size: 1, contentType: 'image/webp' });
    for (const path of ['.', 'private', 'private/papers']) expect([path, await modeOf('closed', path)]).toEqual([path, 0o700]);
    for (const file of ['a.webp', 'b.webp']) expect(await modeOf('closed/private/papers', file)).toBe(0o600);
  });

  test('what an earlier version left open', async () => {
    await mkdir(join(folder, 'open/private/papers'), { recursive: true });
    await writeFile(join(folder, 'open/private/papers/a.webp'), 'a');
    await chmod(join(folder, 'open/private'), 0o755);
    createFileStorage(join(folder, 'open'));
    expect(await modeOf('open/private')).toBe(0o700);
  });
});

test('two replicas that make the bucket at once both start', async () => {
  const open = () => createMinioStorage({ endpoint: endpointUrl, accessKey: 'S3RVER', secretKey: 'S3RVER', bucket: 'fresh' });
  await expect(Promise.all([open(), open(), open()])).resolves.toHaveLength(3);
});

test('a store that is away is an error, never "no such file"', async () => {
  const away = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: join(folder, 'away') });
  const { port } = await away.run();
  const storage = await createMinioStorage({
    endpoint: `http://127.0.0.1:${port}`,
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
    bucket: 'things',
  });
  await away.close();
  await expect(storage.stat('public/a.mp3')).rejects.toThrow();
});

describe('a store that accepts connections', () => {
  const open = async (answer: RequestListener) => {
    const server = createServer((req, res) => {
      // The storage asks for the bucket as it opens.
      if (req.url === '/things' || req.url === '/things/') return void res.end();
      answer(req, res);
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const storage = await createMinioStorage({
      ...{ accessKey: 'S3RVER', secretKey: 'S3RVER', bucket: 'things', answerWithinMs: 700 },
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    });
    const close = () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    };
    return { storage, close };
  };

  test('and never answers is away', async () => {
    const { storage, close } = await open(() => undefined);
    const facts = { size: 1, contentType: 'audio/mpeg' };
    const reads = [
      storage.stat('public/a.mp3'),
      storage.read('public/a.mp3'),
      storage.put('public/a.mp3', Buffer.from('a'), facts),
    ];
    for (const result of await Promise.allSettled(reads)) expect(result).toMatchObject({ reason: { code: 'ETIMEDOUT' } });
    await close();
  });

  test('and falls silent within an answer is away', async () => {
    const { storage, close } = await open((_req, res) => void res.writeHead(200, { 'content-length': '10' }).write('half'));
    await expect(buffer(await storage.read('public/a.mp3'))).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    await close();
  });

  test('waits for a reader who pauses', async () => {
    const body = randomBytes(16_000_000);
    const { storage, close } = await open((_req, res) => void res.end(body));
    const reading = await storage.read('public/a.mp3');
    await pause(1000);
    expect((await buffer(reading)).equals(body)).toBe(true);
    await close();
  });
});

test.each<[string | undefined, number, ReturnType<typeof requestedRange>]>([
  [undefined, 10, null],
  ['bytes=0-4', 10, { start: 0, end: 4 }],
  ['bytes=5-', 10, { start: 5, end: 9 }],
  ['bytes=-3', 10, { start: 7, end: 9 }],
  ['bytes=-30', 10, { start: 0, end: 9 }],
  ['bytes=0-99', 10, { start: 0, end: 9 }],
  ['bytes=9-9', 10, { start: 9, end: 9 }],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  [`bytes=${'9'.repeat(400)}-`, 10, 'unsatisfiable'],
  ['bytes=5-2', 10, null],
  ['bytes=-', 10, null],
  ['bytes=0-1,3-4', 10, null],
  ['bytes=a-b', 10, null],
  ['items=0-1', 10, null],
  ['bytes=1.5-2', 10, null],
  ['bytes=--2', 10, null],
])('the range %s of %d bytes', (header, size, wanted) => {
  expect(requestedRange(header, size)).toEqual(wanted);
});

describe('an object over HTTP', () => {
  const body = randomBytes(1000);
  const key = `public/${createHash('sha256').update(body).digest('hex')}.mp3`;
  const etag = `"${key.slice(7)}"`;
  let storage: ObjectStorage;
  const app = () =>
    testApp([
      endpoint({
        method: 'get',
        path: '/media/:file',
        who: 'anyone',
        summary: 'x',
        handle: ({ req, res }) => sendObject(req, res, storage, `public/${String(req.params.file)}`),
      }),
    ]);
  const get = (headers: Record<string, string> = {}, path = key.slice(7)) =>
    request(app()).get(`/media/${path}`).set(as()).set(headers).buffer(true);
  beforeAll(async () => {
    storage = await inFiles();
    await storage.put(key, body, { size: body.length, contentType: 'audio/mpeg' });
    await storage.put('public/empty.mp3', Buffer.alloc(0), { size: 0, contentType: 'audio/mpeg' });
  });

  test('comes whole, for ever, and can do no harm in a browser', async () => {
    const answer = await get();
    expect(answer.status).toBe(200);
    expect((answer.body as Buffer).equals(body)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      etag,
    });
  });

  test('comes in parts', async () => {
    const answer = await get({ range: 'bytes=10-19' });
    expect([answer.status, answer.headers['content-range'], answer.headers['content-length']]).toEqual([
      206,
      'bytes 10-19/1000',
      '10',
    ]);
    expect((answer.body as Buffer).equals(body.subarray(10, 20))).toBe(true);
    const beyond = await get({ range: 'bytes=1000-' });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, 'bytes */1000']);
  });

  test('a part is only for who has the same object', async () => {
    expect((await get({ range: 'bytes=10-19', 'if-range': etag })).status).toBe(206);
    expect((await get({ range: 'bytes=10-19', 'if-range': '"another"' })).status).toBe(200);
  });

  test('a caller who has it gets 304', async () => {
    const answer = await get({ 'if-none-match': etag });
    expect([answer.status, answer.headers.etag]).toEqual([304, etag]);
    expect((await get({ 'if-none-match': '"another"' })).status).toBe(200);
  });

  test('HEAD tells the size and sends nothing; an empty object is a whole answer', async () => {
    const head = await request(app())
      .head(`/media/${key.slice(7)}`)
      .set(as());
    expect([head.status, head.headers['content-length']]).toEqual([200, '1000']);
    const empty = await get({}, 'empty.mp3');
    expect([empty.status, empty.headers['content-length']]).toEqual([200, '0']);
  });

  test('a missing object is a 404 that nobody caches', async () => {
    const answer = await get({}, 'none.mp3');
    expect([answer.status, answer.headers['cache-control']]).toEqual([404, 'no-store']);
  });

  test('a storage that fails on reading is a 500 that nobody keeps', async () => {
    const failing = { ...storage, read: () => Promise.reject(new Error('away')) };
    const original = storage;
    storage = failing;
    const answer = await get({ range: 'bytes=0-1' });
    storage = original;
    expect([answer.status, answer.headers['cache-control']]).toEqual([500, 'no-store']);
    expect(answer.headers).not.toHaveProperty('etag');
  });

  test('a listener who leaves early frees the file', async () => {
    let open = 0;
    const slow: ObjectStorage = {
      ...storage,
      stat: () => Promise.resolve({ size: 100_000_000, contentType: 'audio/mpeg' }),
      read: () => {
        open += 1;
        const endless = new Readable({ read: () => void endless.push(Buffer.alloc(65_536)) });
        endless.once('close', () => (open -= 1));
        return Promise.resolve(endless);
      },
    };
    const original = storage;
    storage = slow;
    const server = await listen(app(), '127.0.0.1', 0);
    await new Promise<void>((resolve) => {
      const request = httpRequest(`${server.url}/media/x.mp3`, { headers: as() }, (answer) => {
        answer.once('data', () => {
          expect(open).toBe(1);
          request.destroy();
          resolve();
        });
      }).end();
      request.on('error', () => undefined);
    });
    await eventually(() => expect(open).toBe(0));
    storage = original;
    await server.close();
  });
});
