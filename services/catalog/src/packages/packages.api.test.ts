import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { StoreOpened } from '@shop/contracts/events';
import type { PackageUploadView, PackageView } from '@shop/contracts/views';
import { listen } from '@shop/http';
import { asAdmin, asUser, as, deliver, eventually, testLog, wrongAnswers } from '@shop/runtime/testing';
import { createFileStorage, type ObjectStorage } from '@shop/storage';
import { openFakeS3 } from '@shop/storage/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { createTranscoder } from '../media/transcoder';
import { subscriptions } from '../subscriptions';
import { openCatalog } from '../testing/catalog-under-test';
import { forgetLapsed } from './change-package';
import { removeLeftoverObjects, strayUploadsRemover } from './leftover-objects';

const MB = 1024 * 1024;
const [SELLER, OTHER] = [asUser(11), asUser(12)];
const sha256 = (body: Buffer) => createHash('sha256').update(body).digest('hex');

type OpenedStore = { storage: ObjectStorage; keys: () => Promise<string[]>; close: () => Promise<unknown> };
const keysIn = async (storage: ObjectStorage) => {
  const keys: string[] = [];
  for await (const { key } of storage.list('private/packages')) keys.push(key);
  for await (const { key } of storage.uploads.unfinished('private/packages')) keys.push(key);
  return keys;
};
const inFiles = async (): Promise<OpenedStore> => {
  const folder = await mkdtemp(join(tmpdir(), 'packages-test-'));
  const storage = createFileStorage(folder);
  return { storage, keys: () => keysIn(storage), close: () => rm(folder, { recursive: true, force: true }) };
};
const inS3 = async (): Promise<OpenedStore> => {
  const s3 = await openFakeS3();
  const storage = await s3.open();
  return { storage, keys: () => keysIn(storage), close: s3.close };
};

describe.each([
  ['files', inFiles],
  ['MinIO', inS3],
])('packages in %s', (_name, openStore) => {
  let store: OpenedStore;
  let catalog: Awaited<ReturnType<typeof openCatalog>>;
  let server: Awaited<ReturnType<typeof listen>>;
  beforeAll(async () => {
    store = await openStore();
    catalog = await openCatalog(createTranscoder(testLog), undefined, { storage: store.storage, packageQuotaBytes: 60 * MB });
    for (const [sellerId, userId] of [
      [4, 11],
      [5, 12],
    ] as const) {
      const opened = { sellerId, userId, version: 1, storeName: `Store ${sellerId}`, status: 'active' };
      await deliver(catalog.source, subscriptions, StoreOpened(opened));
    }
    server = await listen(catalog.app, '127.0.0.1', 0);
  });
  afterAll(async () => {
    await server.close();
    await catalog.close();
    await store.close();
  });
  afterEach(async () => {
    expect(wrongAnswers()).toEqual([]);
    await catalog.source.query('DELETE FROM packages');
    await removeLeftoverObjects({ source: catalog.source, storage: store.storage });
    expect(await store.keys()).toEqual([]);
  });

  const made = async (caller = SELLER) => {
    const { body, status } = await request(catalog.app).post('/api/packages').set(caller).send({ trackName: 'Night Drive' });
    expect([status, body]).toMatchObject([201, { data: { state: 'open', files: [] } }]);
    return (body as { data: PackageView }).data;
  };
  const begin = (id: number, file: { path: string; sizeBytes: number; sha256?: string }, caller = SELLER) =>
    request(catalog.app).post(`/api/packages/${id}/uploads`).set(caller).send(file);
  const begun = async (id: number, path: string, body: Buffer) => {
    const answer = await begin(id, { path, sizeBytes: body.length, sha256: sha256(body) });
    expect(answer.status).toBe(201);
    return (answer.body as { data: PackageUploadView }).data;
  };
  const tus = (more: Record<string, string> = {}, caller = SELLER) => ({ 'tus-resumable': '1.0.0', ...more, ...caller });
  const send = (url: string, offset: number, body: Buffer, more: Record<string, string> = {}, caller = SELLER) =>
    request(catalog.app)
      .patch(url)
      .set(tus({ 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream', ...more }, caller))
      .send(body);
  const offsetOf = async (url: string) =>
    Number((await request(catalog.app).head(url).set(tus()).expect(204)).headers['upload-offset']);
  const read = async (id: number, caller = SELLER) => {
    const answer = await request(catalog.app).get(`/api/packages/${id}`).set(caller).expect(200);
    return (answer.body as { data: PackageView }).data;
  };
  const sent = async (id: number, path: string, body: Buffer) => {
    const { uploadUrl } = await begun(id, path, body);
    await send(uploadUrl, 0, body).expect(204);
    return (await read(id)).files.find((file) => file.path === path)!;
  };

  test('a seller sends a file in pieces, corrects its role, fetches it, and deletes it', async () => {
    const { id } = await made();
    const body = randomBytes(11 * MB + 7);
    const { uploadUrl, offset } = await begun(id, 'Stems/Kick.wav', body);
    expect(offset).toBe(0);
    const first = await send(uploadUrl, 0, body.subarray(0, 6 * MB)).expect(204);
    expect(first.headers).toMatchObject({ 'upload-offset': String(6 * MB), 'tus-resumable': '1.0.0' });
    expect(first.headers['upload-expires']).toBeDefined();
    expect((await read(id)).uploads).toMatchObject([{ uploadUrl, path: 'Stems/Kick.wav', offset: 6 * MB }]);
    await send(uploadUrl, 6 * MB, body.subarray(6 * MB)).expect(204);
    expect(await offsetOf(uploadUrl)).toBe(body.length);

    const found = await read(id);
    expect(found).toMatchObject({ sizeBytes: body.length, uploads: [], report: null, progress: 0 });
    expect(found.files).toMatchObject([{ path: 'Stems/Kick.wav', sizeBytes: body.length, sha256: sha256(body) }]);
    const url = `/api/packages/${id}/files/${found.files[0]!.id}`;
    await request(catalog.app).put(url).set(SELLER).send({ role: 'stem' }).expect(200);
    const whole = await request(catalog.app).get(url).set(SELLER).buffer(true);
    expect(whole.headers).toMatchObject({
      'content-disposition': 'attachment; filename=Kick.wav',
      'content-type': 'audio/wav',
      'cache-control': 'private, no-cache',
      etag: `"${sha256(body)}"`,
    });
    expect(sha256(whole.body as Buffer)).toBe(sha256(body));
    const part = await request(catalog.app).get(url).set(SELLER).set('range', 'bytes=5-9').buffer(true);
    expect([part.status, (part.body as Buffer).equals(body.subarray(5, 10))]).toEqual([206, true]);
    await request(catalog.app).get(url).set(asAdmin()).expect(200);

    await request(catalog.app).delete(url).set(SELLER).expect(200);
    expect(await store.keys()).toEqual([]);
    await request(catalog.app).delete(`/api/packages/${id}`).set(SELLER).expect(200);
    await request(catalog.app).get(`/api/packages/${id}`).set(SELLER).expect(404);
  });

  test('to all others a package, its files and its uploads do not exist', async () => {
    const { id } = await made();
    const body = randomBytes(1000);
    const file = await sent(id, 'Master/a.wav', body);
    const { uploadUrl } = await begun(id, 'Master/b.wav', body);
    for (const caller of [OTHER, asUser(99)]) {
      const calls = [
        request(catalog.app).get(`/api/packages/${id}`),
        request(catalog.app).delete(`/api/packages/${id}`),
        request(catalog.app).post(`/api/packages/${id}/complete`),
        request(catalog.app).get(`/api/packages/${id}/files/${file.id}`),
        request(catalog.app).delete(`/api/packages/${id}/files/${file.id}`),
        request(catalog.app).put(`/api/packages/${id}/files/${file.id}`).send({ role: 'stem' }),
        request(catalog.app).head(uploadUrl).set(tus()),
        request(catalog.app).delete(uploadUrl).set(tus()),
      ];
      for (const call of calls) expect((await call.set(caller)).status).toBe(404);
      expect((await begin(id, { path: 'x', sizeBytes: 1 }, caller)).status).toBe(404);
      expect((await send(uploadUrl, 0, body, {}, caller)).status).toBe(404);
    }
    await request(catalog.app).get(uploadUrl).set(tus()).expect(404);
    await request(catalog.app).get(`/api/packages/${id}`).set(as()).expect(401);
    await request(catalog.app).post('/api/packages').set(asUser(99)).send({}).expect(403);
    await request(catalog.app).post('/api/packages').set(asAdmin(1, 'support')).send({}).expect(403);
    await request(catalog.app).post('/api/packages').set(asAdmin(1, 'catalogue')).send({}).expect(201);
    await request(catalog.app).get(`/api/packages/${id}`).set(asAdmin(2, 'support')).expect(200);
    await request(catalog.app).get(`/api/packages/${id}/files/${file.id}`).set(asAdmin(2, 'support')).expect(404);
    await request(catalog.app).get(`/api/packages/${id}`).set(asAdmin(2, 'finance')).expect(404);
    expect(await offsetOf(uploadUrl)).toBe(0);
  });

  test('a connection that breaks within a piece costs at most that piece, and the file is whole in the end', async () => {
    const { id } = await made();
    const body = randomBytes(13 * MB + 11);
    const { uploadUrl } = await begun(id, 'Master/a.wav', body);
    for (const upTo of [7 * MB + 5, 12 * MB + 999]) {
      const from = await offsetOf(uploadUrl);
      const headers = tus({
        'upload-offset': String(from),
        'content-type': 'application/offset+octet-stream',
        'content-length': String(body.length - from),
      });
      await new Promise<void>((left) => {
        const sender = httpRequest(server.url + uploadUrl, { method: 'PATCH', headers });
        sender.on('error', () => left());
        sender.write(body.subarray(from, upTo), () => setTimeout(() => sender.destroy(), 300));
      });
      await eventually(async () => expect(await offsetOf(uploadUrl)).toBeGreaterThan(from));
    }
    const again = await begun(id, 'Master/a.wav', body);
    expect(again).toMatchObject({ uploadUrl, offset: await offsetOf(uploadUrl) });
    expect(again.offset).toBeGreaterThanOrEqual(5 * MB);
    await send(uploadUrl, again.offset, body.subarray(again.offset)).expect(204);
    expect((await read(id)).files).toMatchObject([{ sha256: sha256(body) }]);
  });

  test('what does not fit is refused, and the upload stays as it was', async () => {
    const { id } = await made();
    const body = randomBytes(2000);
    const { uploadUrl } = await begun(id, 'Master/a.wav', body);
    const refusals = [
      [send(uploadUrl, 5, body), 409, 'wrong-offset'],
      [send(uploadUrl, 0, Buffer.concat([body, body])), 413, 'too-large'],
      [send(uploadUrl, 0, body, { 'tus-resumable': '0.9.0' }), 400, 'invalid'],
      [send(uploadUrl, 0, body, { 'content-type': 'text/plain' }), 400, 'invalid'],
      [send(uploadUrl, 0, body, { 'upload-checksum': `sha1 ${randomBytes(20).toString('base64')}` }), 460, 'wrong-checksum'],
      [send(uploadUrl, 0, body, { 'upload-checksum': 'crc9 eA==' }), 400, 'invalid'],
    ] as const;
    for (const [call, status, code] of refusals) expect(await call).toMatchObject({ status, body: { code } });
    const noVersion = await request(catalog.app).head(uploadUrl).set(SELLER);
    expect([noVersion.status, noVersion.headers['tus-version']]).toEqual([412, '1.0.0']);
    expect(await offsetOf(uploadUrl)).toBe(0);
    const checksum = `sha1 ${createHash('sha1').update(body).digest('base64')}`;
    await send(uploadUrl, 0, body, { 'upload-checksum': checksum }).expect(204);
    expect((await read(id)).files).toHaveLength(1);
    for (const path of ['../a', '/a', 'C:/a', 'a\\b', 'a//b', 'a/./b', ' ', 'a\u0000b'])
      expect(await begin(id, { path, sizeBytes: 1 })).toMatchObject({ status: 400, body: { field: 'path' } });
    expect(await begin(id, { path: 'Master/a.wav', sizeBytes: 1 })).toMatchObject({ status: 409, body: { code: 'path-taken' } });
    expect(await begin(id, { path: 'b', sizeBytes: 11 * 1024 * MB })).toMatchObject({ status: 413 });
    expect(await begin(id, { path: 'b', sizeBytes: 61 * MB })).toMatchObject({ status: 507, body: { code: 'no-room' } });
  });

  test('a file with another hash than announced is no file, and is removed', async () => {
    const { id } = await made();
    const answer = await begin(id, { path: 'a.wav', sizeBytes: 3, sha256: sha256(Buffer.from('abd')) });
    const { uploadUrl } = (answer.body as { data: PackageUploadView }).data;
    expect(await send(uploadUrl, 0, Buffer.from('abc'))).toMatchObject({ status: 422, body: { code: 'wrong-hash' } });
    expect(await read(id)).toMatchObject({ files: [], uploads: [] });
    await request(catalog.app).head(uploadUrl).set(tus()).expect(404);
  });

  test('an upload is given up by its sender', async () => {
    const { id } = await made();
    const body = randomBytes(6 * MB);
    const { uploadUrl } = await begun(id, 'a.wav', body);
    await send(uploadUrl, 0, body.subarray(0, 5 * MB)).expect(204);
    await request(catalog.app).post(`/api/packages/${id}/complete`).set(SELLER).expect(409);
    await request(catalog.app).delete(uploadUrl).set(tus()).expect(204);
    expect(await store.keys()).toEqual([]);
    await request(catalog.app).head(uploadUrl).set(tus()).expect(404);
  });

  test('two files at the same time do not both get the last room', async () => {
    const { id } = await made();
    const answers = await Promise.all(['a', 'b', 'c'].map((path) => begin(id, { path, sizeBytes: 25 * MB })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 507]);
  });

  test('a sender who comes back to another replica takes over from their own dead connection', async () => {
    const { id } = await made();
    const body = randomBytes(8 * MB);
    const { uploadUrl } = await begun(id, 'a.wav', body);
    const headers = tus({
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(body.length),
    });
    const silent = httpRequest(server.url + uploadUrl, { method: 'PATCH', headers }).on('error', () => undefined);
    silent.write(body.subarray(0, 6 * MB));
    await pause(500);
    const other = catalog.replica().app;
    const head = await request(other).head(uploadUrl).set(tus()).expect(204);
    const from = Number(head.headers['upload-offset']);
    expect(from).toBeGreaterThanOrEqual(4 * MB);
    await request(other)
      .patch(uploadUrl)
      .set({ ...headers, 'upload-offset': String(from), 'content-length': String(body.length - from) })
      .send(body.subarray(from))
      .expect(204);
    silent.destroy();
    expect((await read(id)).files).toMatchObject([{ sha256: sha256(body) }]);
  });

  test('a full disk is said so, and the offset stays', async () => {
    const { id } = await made();
    const body = randomBytes(100);
    const { uploadUrl } = await begun(id, 'a.wav', body);
    const write = jest.spyOn(store.storage.uploads, 'writePart');
    write.mockRejectedValueOnce(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    expect(await send(uploadUrl, 0, body)).toMatchObject({ status: 507, body: { code: 'no-room' } });
    write.mockRestore();
    expect(await offsetOf(uploadUrl)).toBe(0);
    await send(uploadUrl, 0, body).expect(204);
  });

  test('a process that dies after the last byte leaves the rest to the next question', async () => {
    const { id } = await made();
    const body = randomBytes(100);
    const { uploadUrl } = await begun(id, 'a.wav', body);
    const finish = jest.spyOn(store.storage.uploads, 'finish').mockRejectedValueOnce(new Error('killed'));
    await send(uploadUrl, 0, body).expect(500);
    expect(wrongAnswers()).toHaveLength(1);
    finish.mockRestore();
    expect(await offsetOf(uploadUrl)).toBe(100);
    expect((await read(id)).files).toMatchObject([{ sha256: sha256(body) }]);
  });

  test('uploads lapse after two days, packages after thirty, and nothing stays in the storage', async () => {
    const { source } = catalog;
    const { id } = await made();
    const body = randomBytes(6 * MB);
    await sent(id, 'a.wav', randomBytes(1000));
    const { uploadUrl } = await begun(id, 'b.wav', body);
    await send(uploadUrl, 0, body.subarray(0, 5 * MB)).expect(204);
    await source.query(`UPDATE package_uploads SET expires_at = now() + interval '1 minute'`);
    await forgetLapsed(source.manager);
    expect((await read(id)).uploads).toHaveLength(1);
    await source.query(`UPDATE package_uploads SET expires_at = now() - interval '1 minute'`);
    await request(catalog.app).head(uploadUrl).set(tus()).expect(410);
    for (const _time of ['once', 'again']) await forgetLapsed(source.manager);
    await removeLeftoverObjects({ source, storage: store.storage });
    expect(await read(id)).toMatchObject({ files: [{ path: 'a.wav' }], uploads: [] });
    expect(await store.keys()).toHaveLength(1);
    await source.query(`UPDATE packages SET expires_at = now() - interval '1 minute'`);
    await forgetLapsed(source.manager);
    await request(catalog.app).get(`/api/packages/${id}`).set(SELLER).expect(404);
  });

  test('an upload of the storage that no row knows is removed when it is seen twice', async () => {
    const { source } = catalog;
    const { id } = await made();
    const body = randomBytes(6 * MB);
    const { uploadUrl } = await begun(id, 'a.wav', body);
    await send(uploadUrl, 0, body.subarray(0, 5 * MB)).expect(204);
    await store.storage.uploads.begin('private/packages/stray', 'audio/wav');
    const removeStrays = strayUploadsRemover({ source, storage: store.storage });
    await removeStrays();
    expect(await store.keys()).toHaveLength(2);
    await removeStrays();
    expect(await store.keys()).toHaveLength(1);
    expect(await offsetOf(uploadUrl)).toBe(5 * MB);
  });
});
