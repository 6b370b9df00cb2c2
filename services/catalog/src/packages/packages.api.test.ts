import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { PackageLapsing, PersonalDataGathered, PersonalDataRequested, UserDeleted } from '@shop/contracts/events';
import type { PackageUploadView } from '@shop/contracts/views';
import { listen } from '@shop/http';
import { inTx } from '@shop/messaging';
import { as, asAdmin, asUser, deliver, emitted, eventually, wrongAnswers } from '@shop/runtime/testing';
import request from 'supertest';
import { subscriptions } from '../subscriptions';
import { openPackages, OTHER, SELLER, sha256, STORES } from '../testing/packages-under-test';
import { forgetLapsed, tellOfLapsing } from './change-package';
import { strayUploadsRemover } from './leftover-objects';
import { beginUpload } from './uploads/begin-upload';

const MB = 1024 * 1024;

describe.each(STORES)('packages in %s', (_name, openStore) => {
  let packages: Awaited<ReturnType<typeof openPackages>>;
  let server: Awaited<ReturnType<typeof listen>>;
  beforeAll(async () => {
    packages = await openPackages(openStore, 60 * MB);
    server = await listen(packages.catalog.app, '127.0.0.1', 0);
  });
  afterAll(async () => {
    await server.close();
    await packages.close();
  });
  afterEach(async () => {
    expect(wrongAnswers()).toEqual([]);
    expect(await packages.emptied()).toEqual([]);
  });

  const pieceHeaders = (offset: number, bytes: number) =>
    packages.tus({
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      'content-length': String(bytes),
    });
  /** Begins to send the rest of a file, and leaves when the shop has had it up to a byte. */
  const breakOff = (uploadUrl: string, from: number, body: Buffer, upTo: number) =>
    new Promise<void>((left) => {
      const headers = pieceHeaders(from, body.length - from);
      const sender = httpRequest(server.url + uploadUrl, { method: 'PATCH', headers });
      sender.on('error', () => left());
      sender.write(body.subarray(from, upTo), () => setTimeout(() => sender.destroy(), 300));
    });

  test('a seller sends a file in pieces, corrects its role, fetches it, and deletes it', async () => {
    const { id } = await packages.made();
    const body = randomBytes(11 * MB + 7);
    const { uploadUrl, offset } = await packages.begun(id, 'Stems/Kick.wav', body);
    expect(offset).toBe(0);
    const first = await packages.send(uploadUrl, 0, body.subarray(0, 6 * MB)).expect(204);
    expect(first.headers).toMatchObject({ 'upload-offset': String(6 * MB), 'tus-resumable': '1.0.0' });
    expect(first.headers['upload-expires']).toBeDefined();
    expect((await packages.read(id)).uploads).toMatchObject([{ uploadUrl, path: 'Stems/Kick.wav', offset: 6 * MB }]);
    await packages.send(uploadUrl, 6 * MB, body.subarray(6 * MB)).expect(204);
    expect(await packages.offsetOf(uploadUrl)).toBe(body.length);

    const state = await packages.read(id);
    expect(state).toMatchObject({ sizeBytes: body.length, uploads: [], report: null, progress: 0 });
    expect(state.files).toMatchObject([{ path: 'Stems/Kick.wav', sizeBytes: body.length, sha256: sha256(body) }]);
    const url = `/api/packages/${id}/files/${state.files[0]!.id}`;
    await request(packages.catalog.app).put(url).set(SELLER).send({ role: 'stem' }).expect(200);
    const whole = await request(packages.catalog.app).get(url).set(SELLER).buffer(true);
    expect(whole.headers).toMatchObject({
      'content-disposition': 'attachment; filename=Kick.wav',
      'content-type': 'audio/wav',
      'cache-control': 'private, no-cache',
      etag: `"${sha256(body)}"`,
    });
    expect(sha256(whole.body as Buffer)).toBe(sha256(body));
    const part = await request(packages.catalog.app).get(url).set(SELLER).set('range', 'bytes=5-9').buffer(true);
    expect([part.status, (part.body as Buffer).equals(body.subarray(5, 10))]).toEqual([206, true]);
    await request(packages.catalog.app).get(url).set(asAdmin()).expect(200);

    await request(packages.catalog.app).delete(url).set(SELLER).expect(200);
    expect(await packages.keys()).toEqual([]);
    await request(packages.catalog.app).delete(`/api/packages/${id}`).set(SELLER).expect(200);
    await request(packages.catalog.app).get(`/api/packages/${id}`).set(SELLER).expect(404);
  });

  test('to all others a package, its files and its uploads do not exist', async () => {
    const { id } = await packages.made();
    const body = randomBytes(1000);
    const file = await packages.sent(id, 'Master/a.wav', body);
    const { uploadUrl } = await packages.begun(id, 'Master/b.wav', body);
    for (const caller of [OTHER, asUser(99)]) {
      const calls = [
        request(packages.catalog.app).get(`/api/packages/${id}`),
        request(packages.catalog.app).delete(`/api/packages/${id}`),
        request(packages.catalog.app).post(`/api/packages/${id}/complete`),
        request(packages.catalog.app).get(`/api/packages/${id}/files/${file.id}`),
        request(packages.catalog.app).delete(`/api/packages/${id}/files/${file.id}`),
        request(packages.catalog.app).put(`/api/packages/${id}/files/${file.id}`).send({ role: 'stem' }),
        request(packages.catalog.app).head(uploadUrl).set(packages.tus()),
        request(packages.catalog.app).delete(uploadUrl).set(packages.tus()),
      ];
      for (const call of calls) expect((await call.set(caller)).status).toBe(404);
      expect((await packages.begin(id, { path: 'x', sizeBytes: 1 }, caller)).status).toBe(404);
      expect((await packages.send(uploadUrl, 0, body, {}, caller)).status).toBe(404);
    }
    await request(packages.catalog.app).get(uploadUrl).set(packages.tus()).expect(404);
    await request(packages.catalog.app).get(`/api/packages/${id}`).set(as()).expect(401);
    await request(packages.catalog.app).post('/api/packages').set(asUser(99)).send({}).expect(403);
    await request(packages.catalog.app).post('/api/packages').set(asAdmin(1, 'support')).send({}).expect(403);
    await request(packages.catalog.app).post('/api/packages').set(asAdmin(1, 'catalogue')).send({}).expect(201);
    await request(packages.catalog.app).get(`/api/packages/${id}`).set(asAdmin(2, 'support')).expect(200);
    await request(packages.catalog.app).get(`/api/packages/${id}/files/${file.id}`).set(asAdmin(2, 'support')).expect(404);
    await request(packages.catalog.app).get(`/api/packages/${id}`).set(asAdmin(2, 'finance')).expect(404);
    expect(await packages.offsetOf(uploadUrl)).toBe(0);
  });

  test('a connection that breaks within a piece costs at most that piece, and the file is whole in the end', async () => {
    const { id } = await packages.made();
    const body = randomBytes(13 * MB + 11);
    const { uploadUrl } = await packages.begun(id, 'Master/a.wav', body);
    for (const upTo of [7 * MB + 5, 12 * MB + 999]) {
      const from = await packages.offsetOf(uploadUrl);
      await breakOff(uploadUrl, from, body, upTo);
      await eventually(async () => expect(await packages.offsetOf(uploadUrl)).toBeGreaterThan(from));
    }
    const again = await packages.begun(id, 'Master/a.wav', body);
    expect(again).toMatchObject({ uploadUrl, offset: await packages.offsetOf(uploadUrl) });
    expect(again.offset).toBeGreaterThanOrEqual(5 * MB);
    await packages.send(uploadUrl, again.offset, body.subarray(again.offset)).expect(204);
    expect((await packages.read(id)).files).toMatchObject([{ sha256: sha256(body) }]);
  });

  test('the last part of a broken connection is noted before anybody else hears where the upload ends', async () => {
    const { id } = await packages.made();
    const body = randomBytes(13 * MB + 11);
    const { uploadUrl } = await packages.begun(id, 'Master/a.wav', body);
    const { uploads } = packages.storage;
    const { writePart } = uploads;
    uploads.writePart = async (...part) => {
      await pause(300);
      return writePart(...part);
    };
    try {
      await breakOff(uploadUrl, 0, body, 7 * MB + 5);
      await eventually(async () => expect(await packages.offsetOf(uploadUrl)).toBeGreaterThan(0));
      const offset = await packages.offsetOf(uploadUrl);
      await pause(700);
      expect(await packages.offsetOf(uploadUrl)).toBe(offset);
      await packages.send(uploadUrl, offset, body.subarray(offset)).expect(204);
    } finally {
      uploads.writePart = writePart;
    }
    expect((await packages.read(id)).files).toMatchObject([{ sha256: sha256(body) }]);
  });

  test('a sender whose piece is refused gets rid of the rest of it', async () => {
    const { id } = await packages.made();
    const body = randomBytes(13 * MB);
    const { uploadUrl } = await packages.begun(id, 'Master/a.wav', Buffer.concat([body, body]));
    const sender = httpRequest(server.url + uploadUrl, { method: 'PATCH', headers: pieceHeaders(5, body.length) });
    const [[answer]] = (await Promise.all([once(sender, 'response'), once(sender.end(body), 'finish')])) as [
      [IncomingMessage],
      unknown,
    ];
    expect(answer.statusCode).toBe(409);
    answer.resume();
  });

  test('what does not fit is refused, and the upload stays as it was', async () => {
    const { id } = await packages.made();
    const body = randomBytes(2000);
    const { uploadUrl } = await packages.begun(id, 'Master/a.wav', body);
    const refusals = [
      [packages.send(uploadUrl, 5, body), 409, 'wrong-offset'],
      [packages.send(uploadUrl, 0, Buffer.concat([body, body])), 413, 'too-large'],
      [packages.send(uploadUrl, 0, body, { 'tus-resumable': '0.9.0' }), 400, 'invalid'],
      [packages.send(uploadUrl, 0, body, { 'content-type': 'text/plain' }), 400, 'invalid'],
      [
        packages.send(uploadUrl, 0, body, { 'upload-checksum': `sha1 ${randomBytes(20).toString('base64')}` }),
        460,
        'wrong-checksum',
      ],
      [packages.send(uploadUrl, 0, body, { 'upload-checksum': 'crc9 eA==' }), 400, 'invalid'],
    ] as const;
    for (const [call, status, code] of refusals) expect(await call).toMatchObject({ status, body: { code } });
    const noVersion = await request(packages.catalog.app).head(uploadUrl).set(SELLER);
    expect([noVersion.status, noVersion.headers['tus-version']]).toEqual([412, '1.0.0']);
    expect(await packages.offsetOf(uploadUrl)).toBe(0);
    const checksum = `sha1 ${createHash('sha1').update(body).digest('base64')}`;
    await packages.send(uploadUrl, 0, body, { 'upload-checksum': checksum }).expect(204);
    expect((await packages.read(id)).files).toHaveLength(1);
    for (const path of ['../a', '/a', 'C:/a', 'a\\b', 'a//b', 'a/./b', ' ', 'a\u0000b'])
      expect(await packages.begin(id, { path, sizeBytes: 1 })).toMatchObject({ status: 400, body: { field: 'path' } });
    expect(await packages.begin(id, { path: 'Master/a.wav', sizeBytes: 1 })).toMatchObject({
      status: 409,
      body: { code: 'path-taken' },
    });
    expect(await packages.begin(id, { path: 'b', sizeBytes: 11 * 1024 * MB })).toMatchObject({ status: 413 });
    expect(await packages.begin(id, { path: 'b', sizeBytes: 61 * MB })).toMatchObject({ status: 507, body: { code: 'no-room' } });
  });

  test('a file with another hash than announced is no file, and is removed', async () => {
    const { id } = await packages.made();
    const answer = await packages.begin(id, { path: 'a.wav', sizeBytes: 3, sha256: sha256(Buffer.from('abd')) });
    const { uploadUrl } = (answer.body as { data: PackageUploadView }).data;
    expect(await packages.send(uploadUrl, 0, Buffer.from('abc'))).toMatchObject({ status: 422, body: { code: 'wrong-hash' } });
    expect(await packages.read(id)).toMatchObject({ files: [], uploads: [] });
    await request(packages.catalog.app).head(uploadUrl).set(packages.tus()).expect(404);
  });

  test('an upload is given up by its sender', async () => {
    const { id } = await packages.made();
    const body = randomBytes(6 * MB);
    const { uploadUrl } = await packages.begun(id, 'a.wav', body);
    await packages.send(uploadUrl, 0, body.subarray(0, 5 * MB)).expect(204);
    await request(packages.catalog.app).post(`/api/packages/${id}/complete`).set(SELLER).expect(409);
    await request(packages.catalog.app).delete(uploadUrl).set(packages.tus()).expect(204);
    expect(await packages.keys()).toEqual([]);
    await request(packages.catalog.app).head(uploadUrl).set(packages.tus()).expect(404);
  });

  test('files for several packages at the same time do not all get the last room', async () => {
    const { source } = packages.catalog;
    const packageIds = await Promise.all(Array.from({ length: 10 }, () => packages.made()));
    const begins = packageIds.map(({ id }) =>
      inTx(source, (tx) => beginUpload(tx, 11, id, { path: 'a', sizeBytes: 25 * MB }, 60 * MB)),
    );
    const results = await Promise.allSettled(begins);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(results.filter(({ status }) => status === 'rejected')).toContainEqual(
      expect.objectContaining({ reason: expect.objectContaining({ code: 'no-room' }) as unknown }),
    );
  });

  test('a sender who comes back to another replica takes over from their own dead connection', async () => {
    const { id } = await packages.made();
    const body = randomBytes(8 * MB);
    const { uploadUrl } = await packages.begun(id, 'a.wav', body);
    const headers = packages.tus({
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(body.length),
    });
    const connected = once(server.server, 'connection') as Promise<[Socket]>;
    const silent = httpRequest(server.url + uploadUrl, { method: 'PATCH', headers, agent: false }).on('error', () => undefined);
    silent.write(body.subarray(0, 6 * MB));
    const [connection] = await connected;
    await eventually(() => expect(connection.bytesRead).toBeGreaterThan(6 * MB));
    const otherReplica = packages.catalog.replica().app;
    const head = await request(otherReplica).head(uploadUrl).set(packages.tus()).expect(204);
    const from = Number(head.headers['upload-offset']);
    expect(from).toBeGreaterThanOrEqual(4 * MB);
    await request(otherReplica)
      .patch(uploadUrl)
      .set({ ...headers, 'upload-offset': String(from), 'content-length': String(body.length - from) })
      .send(body.subarray(from))
      .expect(204);
    silent.destroy();
    expect((await packages.read(id)).files).toMatchObject([{ sha256: sha256(body) }]);
  });

  test('a full disk is said so, and the offset stays', async () => {
    const { id } = await packages.made();
    const body = randomBytes(100);
    const { uploadUrl } = await packages.begun(id, 'a.wav', body);
    const write = jest.spyOn(packages.storage.uploads, 'writePart');
    write.mockRejectedValueOnce(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    expect(await packages.send(uploadUrl, 0, body)).toMatchObject({ status: 507, body: { code: 'no-room' } });
    write.mockRestore();
    expect(await packages.offsetOf(uploadUrl)).toBe(0);
    await packages.send(uploadUrl, 0, body).expect(204);
  });

  test('a process that dies after the last byte leaves the rest to the next question', async () => {
    const { id } = await packages.made();
    const body = randomBytes(100);
    const { uploadUrl } = await packages.begun(id, 'a.wav', body);
    const finish = jest.spyOn(packages.storage.uploads, 'finish').mockRejectedValueOnce(new Error('killed'));
    await packages.send(uploadUrl, 0, body).expect(500);
    expect(wrongAnswers()).toHaveLength(1);
    finish.mockRestore();
    expect(await packages.offsetOf(uploadUrl)).toBe(100);
    expect((await packages.read(id)).files).toMatchObject([{ sha256: sha256(body) }]);
  });

  test('uploads lapse after two days, packages after thirty, and nothing stays in the storage', async () => {
    const { source } = packages.catalog;
    const { id } = await packages.made();
    const body = randomBytes(6 * MB);
    await packages.sent(id, 'a.wav', randomBytes(1000));
    const { uploadUrl } = await packages.begun(id, 'b.wav', body);
    await packages.send(uploadUrl, 0, body.subarray(0, 5 * MB)).expect(204);
    await source.query(`UPDATE package_uploads SET expires_at = now() + interval '1 minute'`);
    await forgetLapsed(source.manager);
    expect((await packages.read(id)).uploads).toHaveLength(1);
    await source.query(`UPDATE package_uploads SET expires_at = now() - interval '1 minute'`);
    await request(packages.catalog.app).head(uploadUrl).set(packages.tus()).expect(410);
    for (const _time of ['once', 'again']) await forgetLapsed(source.manager);
    await packages.removeLeftovers();
    expect(await packages.read(id)).toMatchObject({ files: [{ path: 'a.wav' }], uploads: [] });
    expect(await packages.keys()).toHaveLength(1);
    await source.query(`UPDATE packages SET expires_at = now() - interval '1 minute'`);
    await forgetLapsed(source.manager);
    await request(packages.catalog.app).get(`/api/packages/${id}`).set(SELLER).expect(404);
  });

  test('three days before an unused package with files lapses, its maker is told once', async () => {
    const { source } = packages.catalog;
    const [soon, later, used, empty] = [
      await packages.made(),
      await packages.made(),
      await packages.made(),
      await packages.made(),
    ];
    for (const { id } of [soon, later, used]) await packages.sent(id, 'a.wav', randomBytes(1000));
    const lapse = (id: number, inTime: string, submissionId: number | null = null) =>
      source.query('UPDATE packages SET expires_at = now() + $2::interval, submission_id = $3 WHERE id = $1', [
        id,
        inTime,
        submissionId,
      ]);
    await lapse(soon.id, '71 hours');
    await lapse(later.id, '73 hours');
    await lapse(used.id, '71 hours', 31);
    await lapse(empty.id, '71 hours');
    const notices = async () => (await emitted(source, PackageLapsing)).map(({ packageId, userId }) => [packageId, userId]);
    await Promise.all([tellOfLapsing(source), tellOfLapsing(source)]);
    await tellOfLapsing(source);
    expect(await notices()).toEqual([[soon.id, 11]]);
    const { expiresAt } = await packages.read(soon.id);
    expect(await emitted(source, PackageLapsing)).toMatchObject([{ expiresAt }]);
    await lapse(used.id, '71 hours');
    await tellOfLapsing(source);
    expect((await notices()).map(([id]) => id)).toEqual([soon.id, used.id]);
  });

  test('a maker reads in their own data what they have sent, and their erasure removes all of it and nothing else', async () => {
    const { source } = packages.catalog;
    const [own, others] = [await packages.made(), await packages.made(OTHER)];
    await packages.sent(own.id, 'Stems/Kick.wav', randomBytes(1000));
    const { uploadUrl } = await packages.begun(own.id, 'Stems/Snare.wav', randomBytes(6 * MB));
    await packages.send(uploadUrl, 0, randomBytes(5 * MB)).expect(204);
    await deliver(source, subscriptions, PersonalDataRequested({ userId: 11, exportId: 5, addresses: [] }), 2);
    const notices = (await emitted(source, PersonalDataGathered)).find(({ userId }) => userId === 11);
    expect(JSON.parse(notices!.part)).toMatchObject({
      packages: [{ id: own.id, track_name: 'Night Drive', files: [{ path: 'Stems/Kick.wav', role: 'stem', size_bytes: 1000 }] }],
    });
    await deliver(source, subscriptions, UserDeleted({ userId: 11, version: 2, email: 'ada@example.com' }), 2);
    await packages.removeLeftovers();
    expect(await packages.keys()).toEqual([]);
    await request(packages.catalog.app).get(`/api/packages/${own.id}`).set(SELLER).expect(404);
    expect(await packages.read(others.id, OTHER)).toMatchObject({ id: others.id });
  });

  test('an upload of the storage that no row knows is removed when it is seen twice', async () => {
    const { source } = packages.catalog;
    const { id } = await packages.made();
    const body = randomBytes(6 * MB);
    const { uploadUrl } = await packages.begun(id, 'a.wav', body);
    await packages.send(uploadUrl, 0, body.subarray(0, 5 * MB)).expect(204);
    await packages.storage.uploads.begin('private/packages/stray', 'audio/wav');
    const removeStrays = strayUploadsRemover({ source, storage: packages.storage });
    await removeStrays();
    expect(await packages.keys()).toHaveLength(2);
    await removeStrays();
    expect(await packages.keys()).toHaveLength(1);
    expect(await packages.offsetOf(uploadUrl)).toBe(5 * MB);
  });
});
