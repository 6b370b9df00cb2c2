import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PackageUploadView, PackageView } from '@shop/contracts/views';
import {
  as,
  asAdmin,
  asUser,
  deliver,
  eventually,
  forAllTests,
  testLog,
  testPublicKey,
  wrongAnswers,
} from '@shop/runtime/testing';
import { signDelivery } from '@shop/shared';
import { openFakeS3 } from '@shop/storage/testing';
import request from 'supertest';
import { forgetLapsed } from '../packages/change-package';
import { goodFiles } from '../packages/check/testing/packages';
import { zipOf, type ZipEntry } from '../packages/check/testing/zip';
import { createChecker } from '../packages/checker';
import { subscriptions } from '../subscriptions';
import { DELIVERY_KEYS } from '../testing/catalog-under-test';
import { openPackages, OTHER, SELLER, sha256, STORES, submitted } from '../testing/packages-under-test';

const MB = 1024 * 1024;
const ROOT = join(__dirname, '..', '..', '..', '..');
const FILES: Record<string, Buffer> = {
  ...Object.fromEntries(Object.entries(goodFiles()).flatMap(([path, bytes]) => (bytes ? [[path, bytes]] : []))),
  'Project/Sounds.als': randomBytes(12 * MB),
};
const ZIP = zipOf(Object.entries(FILES).map(([name, bytes]) => ({ name, bytes, method: 0 })));
const hashesOf = (files: readonly { path: string; sha256: string }[]) =>
  Object.fromEntries(files.map(({ path, sha256: hash }) => [path, hash]));
const SENT = Object.fromEntries(Object.entries(FILES).map(([path, bytes]) => [path, sha256(bytes)]));

type Packages = Awaited<ReturnType<typeof openPackages>>;

/** A checked package that delivers a track, and its address for a buyer. */
async function onSale(packages: Packages, id: number): Promise<string> {
  await packages.catalog.product({ seller_id: 4, package_id: id, download_link: '', recording_reason: 'A test' });
  const until = Math.floor(Date.now() / 1000) + 900;
  const delivery = { packageId: id, orderId: 12, revision: 1, scope: 'full' as const, until };
  return `/media/packages/${id}/12/1/full/${until}/${signDelivery(DELIVERY_KEYS, delivery)}`;
}

describe('a catalog that is killed', () => {
  const PROGRAM = `
    const { start, Config } = require('@shop/catalog');
    const { createInProcessBroker } = require('@shop/messaging');
    const { createLog, readConfig } = require('@shop/runtime');
    const { createFileStorage } = require('@shop/storage');
    const config = readConfig(Config, process.env);
    const storage = createFileStorage(config.STORAGE_DIR);
    void start(config, { broker: createInProcessBroker(), storage, log: createLog('catalog', 'error') }).then(({ url }) => console.log(url));`;
  const packages = forAllTests(() => openPackages(STORES[0]![1]));
  let child: ChildProcess;
  let url: string;

  /** Starts the service from its build, as a process of its own, on the database and the folder of the tests. */
  async function start() {
    const { place } = packages.storage;
    const env = {
      ...{ PATH: process.env.PATH, INTERNAL_JWT_PUBLIC_KEYS: testPublicKey, DELIVERY_KEY: String(DELIVERY_KEYS[0]) },
      ...packages.catalog.urls,
      ...('folder' in place && { STORAGE_DIR: place.folder, UPLOAD_DIR: join(place.folder, 'uploads') }),
    };
    child = spawn(process.execPath, ['-e', PROGRAM], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('The catalog does not start')));
    ended.catch(() => undefined);
    const [line] = (await Promise.race([once(child.stdout!, 'data'), ended])) as [Buffer];
    url = String(line).trim();
  }
  async function kill() {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }
  beforeAll(start);
  afterAll(kill);

  const maker = () => asUser(11, 'catalog');
  const call = async (path: string, { method = 'GET', body }: { method?: string; body?: object } = {}) => {
    const headers = { ...maker(), 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as { code?: string; data: PackageView & PackageUploadView } };
  };
  const read = async (id: number) => (await call(`/api/packages/${id}`)).body.data;
  const begin = async (id: number, path: string, bytes: Buffer) => {
    const body = { path, sizeBytes: bytes.length, sha256: sha256(bytes) };
    return (await call(`/api/packages/${id}/uploads`, { method: 'POST', body })).body.data;
  };
  const piece = (uploadUrl: string, offset: number, length: number) =>
    httpRequest(url + uploadUrl, {
      method: 'PATCH',
      headers: {
        ...{ ...maker(), 'tus-resumable': '1.0.0', 'upload-offset': offset, 'content-length': length },
        'content-type': 'application/offset+octet-stream',
      },
    });
  const send = async (uploadUrl: string, offset: number, bytes: Buffer) => {
    const sender = piece(uploadUrl, offset, bytes.length);
    const [answer] = (await Promise.all([once(sender, 'response'), once(sender.end(bytes), 'finish')]))[0] as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };
  const rows = <Row>(sql: string, id: number) => packages.catalog.source.query<Row[]>(sql, [id]);
  const soon = (work: () => Promise<void>) => eventually(work, 60_000);

  test('in any state of a package goes on where it was, and the hashes agree', async () => {
    const { id } = (await call('/api/packages', { method: 'POST', body: {} })).body.data;
    const { uploadUrl } = await begin(id, 'track.zip', ZIP);
    const sender = piece(uploadUrl, 0, ZIP.length).on('error', () => undefined);
    sender.write(ZIP.subarray(0, 9 * MB));
    await soon(async () =>
      expect(await rows('SELECT offset_bytes::int AS at FROM package_uploads WHERE package_id = $1', id)).toEqual([
        { at: 8 * MB },
      ]),
    );
    await kill();

    await start();
    const again = await begin(id, 'track.zip', ZIP);
    expect(again).toMatchObject({ uploadUrl, offset: 8 * MB });
    expect(await send(uploadUrl, again.offset, ZIP.subarray(again.offset))).toBe(204);
    expect(hashesOf((await read(id)).files)).toEqual({ 'track.zip': sha256(ZIP) });
    await kill();

    await request(packages.catalog.app).post(`/api/packages/${id}/complete`).set(SELLER).expect(202);
    await start();
    // The names of the files in the archive are noted: it is being unpacked.
    await soon(async () => expect(await rows('SELECT 1 FROM package_leftovers WHERE $1 > 0', id)).not.toEqual([]));
    await kill();
    expect(await packages.read(id)).toMatchObject({ state: 'checking' });
    await rows('UPDATE packages SET leased_until = now() WHERE id = $1', id);

    await start();
    await soon(async () => expect(await read(id)).toMatchObject({ state: 'failed', progress: 100 }));
    const checked = await read(id);
    expect(checked.report?.findings.map(({ code }) => code)).toEqual(['length']);
    expect(hashesOf(checked.files)).toEqual(SENT);
    await packages.removeLeftovers();
    expect(await packages.keys()).toHaveLength(checked.files.length);
    const { code, file } = checked.report!.findings[0]!;
    const reason = { code, file, reason: 'A short one' };
    await request(packages.catalog.app).put(`/api/packages/${id}/overruled`).set(asAdmin()).send(reason).expect(200);
    await kill();

    await start();
    expect(await read(id)).toMatchObject({ state: 'checked', files: checked.files });
    await deliver(packages.catalog.source, subscriptions, submitted(id), 2);
    await kill();

    await start();
    const refused = await call(`/api/packages/${id}`, { method: 'DELETE' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'used' } });
    await rows('UPDATE packages SET submission_id = NULL WHERE id = $1', id);
    const address = await onSale(packages, id);
    const whole = (await request(packages.catalog.app).get(address).set(as()).responseType('blob').expect(200)).body as Buffer;
    const [half] = (await once(httpRequest(url + address, { headers: as({}, 'catalog') }).end(), 'response')) as [
      IncomingMessage,
    ];
    const parts: Buffer[] = [];
    const end = new Promise((ended) => half.on('error', ended).on('close', ended));
    half.on('data', (part: Buffer) => {
      parts.push(part);
      if (parts.length === 1) half.pause();
    });
    await soon(() => Promise.resolve(expect(parts).toHaveLength(1)));
    await kill();
    half.resume();
    await end;
    const received = Buffer.concat(parts);
    expect([received.length > 0, received.length < whole.length]).toEqual([true, true]);

    await start();
    const range = { range: `bytes=${received.length}-`, 'if-range': half.headers.etag! };
    const rest = await fetch(url + address, { headers: { ...as({}, 'catalog'), ...range } });
    expect(rest.status).toBe(206);
    expect(sha256(Buffer.concat([received, Buffer.from(await rest.arrayBuffer())]))).toBe(sha256(whole));
  });

  test('leaves the rest of an upload to another replica, and a hundred files of one store arrive at once at both', async () => {
    const { id } = await packages.made();
    const { uploadUrl } = await begin(id, 'Master/a.wav', ZIP);
    const sender = piece(uploadUrl, 0, ZIP.length).on('error', () => undefined);
    sender.write(ZIP.subarray(0, 5 * MB));
    await soon(async () =>
      expect(await rows('SELECT offset_bytes::int AS at FROM package_uploads WHERE package_id = $1', id)).toEqual([
        { at: 4 * MB },
      ]),
    );
    await kill();
    await packages.send(uploadUrl, 4 * MB, ZIP.subarray(4 * MB)).expect(204);

    await start();
    const sounds = Array.from({ length: 100 }, (_, nth) => ({ path: `Stems/${nth}.wav`, bytes: randomBytes(20_000) }));
    const arrives = async ({ path, bytes }: (typeof sounds)[number], nth: number) => {
      if (nth % 2 === 0) return void (await packages.sent(id, path, bytes));
      expect(await send((await begin(id, path, bytes)).uploadUrl, 0, bytes)).toBe(204);
    };
    // A sender whom the shop has no time for tries again.
    await Promise.all(sounds.map((sound, nth) => soon(() => arrives(sound, nth))));
    const all = [{ path: 'Master/a.wav', bytes: ZIP }, ...sounds];
    expect(hashesOf((await read(id)).files)).toEqual(Object.fromEntries(all.map(({ path, bytes }) => [path, sha256(bytes)])));
  });
});

describe.each(STORES)('packages in %s', (name, openStore) => {
  const packages = forAllTests(() => openPackages(openStore));
  let folder: string;
  let checker: ReturnType<typeof createChecker>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'package-faults-'));
    checker = createChecker({ source: packages.catalog.source, storage: packages.storage, folder, log: testLog });
  });
  afterAll(async () => {
    await checker.close();
    await rm(folder, { recursive: true, force: true });
  });
  const complete = (id: number) => request(packages.catalog.app).post(`/api/packages/${id}/complete`).set(SELLER).expect(202);
  const keyOf = async (id: number) => {
    const [row] = await packages.catalog.source.query<[{ object_key: string }]>(
      'SELECT object_key FROM package_files WHERE id = $1',
      [id],
    );
    return row.object_key;
  };

  test('a file that the storage has lost is named by the check, is not handed out, and is sent again', async () => {
    const { id } = await packages.made();
    await packages.sent(id, 'MIDI/Lead.mid', FILES['MIDI/Lead.mid']!);
    const lost = await packages.sent(id, 'Master/a.wav', randomBytes(1000));
    await packages.storage.remove(await keyOf(lost.id));
    await complete(id);
    await checker.run();
    const { state, report } = await packages.read(id);
    expect([state, report?.findings]).toMatchObject(['failed', [{ code: 'archive-unreadable', file: 'Master/a.wav' }]]);
    const url = `/api/packages/${id}/files/${lost.id}`;
    await request(packages.catalog.app).get(url).set(SELLER).expect(404);
    await request(packages.catalog.app).delete(url).set(SELLER).expect(200);
    await packages.sent(id, 'Master/a.wav', FILES['Master/Track.wav']!);
    await complete(id);
    await checker.run();
    expect((await packages.read(id)).files).toContainEqual(expect.objectContaining({ path: 'Master/a.wav', format: 'wav' }));
  });

  test('a file that was cut off is handed out neither alone nor in an archive', async () => {
    const { id, files } = await packages.checked({ 'Master/a.wav': randomBytes(5000), 'Stems/b.wav': randomBytes(5000) });
    const address = await onSale(packages, id);
    const [first] = files;
    await packages.storage.put(await keyOf(first!.id), randomBytes(4000), { size: 4000, contentType: 'audio/wav' });
    const alone = request(packages.catalog.app).get(`/api/packages/${id}/files/${first!.id}`).set(SELLER);
    expect((await alone).status).toBe(500);
    expect((await request(packages.catalog.app).get(`${address}?file=${first!.id}`).set(as())).status).toBe(500);
    await expect(request(packages.catalog.app).get(address).set(as()).responseType('blob').then()).rejects.toThrow('aborted');
    expect(wrongAnswers()).toHaveLength(2);
  });

  const inFiles = name === 'files';
  test('an upload of which the storage has lost a part is said to be gone, and begins anew', async () => {
    const { id } = await packages.made();
    const body = randomBytes(6 * MB);
    const { uploadUrl } = await packages.begun(id, 'a.wav', body);
    await packages.send(uploadUrl, 0, body.subarray(0, 5 * MB)).expect(204);
    for await (const object of packages.storage.uploads.unfinished('private/packages')) {
      if (inFiles) {
        const { place } = packages.storage;
        await truncate(join('folder' in place ? place.folder : '', `${object.key}.${object.upload}.upload.part`), MB);
      } else await packages.storage.uploads.abort(object);
    }
    const rest = await packages.send(uploadUrl, 5 * MB, body.subarray(5 * MB));
    expect(rest).toMatchObject({ status: 410, body: { code: 'gone' } });
    expect(await packages.read(id)).toMatchObject({ files: [], uploads: [] });
    expect((await packages.begun(id, 'a.wav', body)).offset).toBe(0);
    expect((await packages.sent(id, 'a.wav', body)).sha256).toBe(sha256(body));
  });
});

describe('packages that are checked', () => {
  const packages = forAllTests(() => openPackages(STORES[0]![1]));
  test('fifty hostile archives are named, and nothing of them is unpacked', async () => {
    const wrong: ZipEntry[][] = [
      ...[
        '../a.wav',
        '/a.wav',
        'C:/a.wav',
        'a\\b.wav',
        'a\0.wav',
        'a\n.wav',
        'Master/../../a.wav',
        '\u202evaw.exe',
        '../',
        '//a.wav',
      ].map((path) => [{ name: path }]),
      ...[0o120777, 0o020666, 0o010644, 0o060644].map((mode) => [{ name: 'a.wav', mode }]),
      ...[1, 0x41, 0x2001].map((flags) => [{ name: 'a.wav', flags }]),
      ...[14, 12, 9, 99].map((method) => [{ name: 'a.wav', method }]),
      ...['a.exe', 'a.app/x', 'a.vst3', 'a.url', 'a.dmg', 'a.command', 'a.bat', 'a.scr', 'a.lnk', 'a.msi'].map((path) => [
        { name: path },
      ]),
      ...['a.zip', 'a.rar', 'a.7z', 'a.tar', 'a.gz'].map((path) => [{ name: path }]),
      ...[
        ['A.wav', 'a.wav'],
        ['é.wav', 'e\u0301.wav'],
        ['a.wav', 'a.wav'],
        ['a', 'a/b.wav'],
      ].map((paths) => paths.map((path) => ({ name: path }))),
      [{ name: 'a.wav' }, { name: 'b.wav', offset: 0 }],
      [{ name: 'a.wav', bytes: Buffer.alloc(2 * MB), sizeBytes: 1000 }],
      [{ name: 'a.wav', bytes: Buffer.alloc(10), sizeBytes: 11 }],
      [{ name: 'a.wav', crc: 1 }],
      [],
    ];
    const good = zipOf([{ name: 'a.wav' }, { name: 'b.wav' }]);
    const bytes = (edit: (zip: Buffer) => void) => {
      const copy = Buffer.from(good);
      edit(copy);
      return copy;
    };
    const archives = [
      ...wrong.map((entries) => zipOf(entries)),
      Buffer.from('Rar!\x1a\x07'),
      good.subarray(0, -30),
      randomBytes(500),
      bytes((zip) => zip.fill(0, zip.indexOf('PK\x01\x02'), zip.indexOf('PK\x01\x02') + 8)),
      bytes((zip) => zip.writeUInt32LE(0xfffffff0, zip.length - 6)),
    ];
    expect(archives.length).toBeGreaterThanOrEqual(50);
    const ids: number[] = [];
    for (const archive of archives) {
      const { id } = await packages.made(OTHER);
      const { uploadUrl } = await packages.begun(id, 'a.zip', archive, OTHER);
      await packages.send(uploadUrl, 0, archive, {}, OTHER).expect(204);
      await request(packages.catalog.app).post(`/api/packages/${id}/complete`).set(OTHER).expect(202);
      ids.push(id);
    }
    const checker = createChecker({ source: packages.catalog.source, storage: packages.storage, folder: tmpdir(), log: testLog });
    await checker.run();
    await checker.close();
    const checked = await packages.catalog.source.query<(Pick<PackageView, 'state' | 'report'> & { paths: string[] })[]>(
      `SELECT state, report, (SELECT array_agg(path) FROM package_files WHERE package_id = packages.id) AS paths
       FROM packages WHERE id = ANY($1) ORDER BY id`,
      [ids],
    );
    expect(checked).toHaveLength(archives.length);
    for (const [at, { state, report, paths }] of checked.entries()) {
      const codes = report?.findings.filter(({ level }) => level === 'fail').map(({ code }) => code);
      expect([at, state, paths]).toEqual([at, 'failed', ['a.zip']]);
      expect([at, ...codes!].join()).toMatch(/^\d+(,archive-[a-z-]+|,program-in-package)+$/);
    }
  });
});

test('a storage that is away for ten minutes stops uploads, checks and deliveries, and harms none of them', async () => {
  const s3 = await openFakeS3();
  const packages = await openPackages(async () => ({ storage: await s3.open(), close: s3.close }));
  const { source, app } = packages.catalog;
  const folder = await mkdtemp(join(tmpdir(), 'package-faults-'));
  const checker = createChecker({ source, storage: packages.storage, folder, log: testLog });
  const body = randomBytes(6 * MB);
  const [arriving, waiting] = [await packages.made(), await packages.made()];
  const { uploadUrl } = await packages.begun(arriving.id, 'a.wav', body);
  await packages.send(uploadUrl, 0, body.subarray(0, 5 * MB)).expect(204);
  await packages.sent(waiting.id, 'MIDI/Lead.mid', FILES['MIDI/Lead.mid']!);
  await request(app).post(`/api/packages/${waiting.id}/complete`).set(SELLER).expect(202);
  const sold = await packages.checked({ 'Master/a.wav': randomBytes(5000) });
  const address = await onSale(packages, sold.id);
  const fetched = () =>
    request(app)
      .get(address)
      .set(as())
      .responseType('blob')
      .then(({ body: zip }) => sha256(zip as Buffer));
  const before = await fetched();
  const lapsing = await packages.made();
  await packages.sent(lapsing.id, 'a.wav', randomBytes(100));
  await source.query(`UPDATE packages SET expires_at = now() WHERE id = $1`, [lapsing.id]);

  s3.state.away = true;
  for (let minute = 0; minute < 10; minute += 5) {
    await checker.run();
    await source.query(`UPDATE packages SET leased_until = leased_until - interval '5 minutes'`);
  }
  expect((await packages.send(uploadUrl, 5 * MB, body.subarray(5 * MB))).status).toBe(503);
  expect(await packages.offsetOf(uploadUrl)).toBe(5 * MB);
  await expect(fetched()).rejects.toThrow();
  await forgetLapsed(source.manager);
  await expect(packages.removeLeftovers()).rejects.toThrow();
  expect(await source.query('SELECT attempts, state FROM packages WHERE id = $1', [waiting.id])).toEqual([
    { attempts: 0, state: 'checking' },
  ]);

  s3.state.away = false;
  await packages.send(uploadUrl, 5 * MB, body.subarray(5 * MB)).expect(204);
  expect((await packages.read(arriving.id)).files).toMatchObject([{ sha256: sha256(body) }]);
  await checker.run();
  expect(await packages.read(waiting.id)).toMatchObject({ state: 'failed', progress: 100 });
  expect(await fetched()).toBe(before);
  await packages.removeLeftovers();
  expect(await packages.keys()).toHaveLength(3);
  await checker.close();
  await packages.close();
  await rm(folder, { recursive: true, force: true });
});
