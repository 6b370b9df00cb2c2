import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PackageChecked, PackageReopened } from '@shop/contracts/events';
import { deliver, emitted, testLog, wrongAnswers } from '@shop/runtime/testing';
import request from 'supertest';
import { subscriptions } from '../subscriptions';
import { openPackages, SELLER, sha256, STORES, submitted } from '../testing/packages-under-test';
import { forgetLapsed } from './change-package';
import { goodFiles, midiOf } from './check/testing/packages';
import { A_MINOR, soundOfChords, wavOf } from './check/testing/sounds';
import { zipOf } from './check/testing/zip';
import { createChecker, type Checker } from './checker';

const FILES = Object.entries(goodFiles()).flatMap(([path, bytes]) => (bytes ? [{ path, bytes }] : []));
/** The sounds of the tests are too short for a track, and nothing else is wrong with them. */
const SHORT = 'length';

describe.each(STORES)('the check of packages in %s', (_name, openStore) => {
  let packages: Awaited<ReturnType<typeof openPackages>>;
  let checker: Checker;
  let folder: string;
  const checkerWith = (worker?: string) => {
    const { storage, catalog } = packages;
    return createChecker({ source: catalog.source, storage, folder, log: testLog }, worker);
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'checker-test-'));
    packages = await openPackages(openStore);
    checker = checkerWith();
  });
  afterAll(async () => {
    await checker.close();
    await packages.close();
    await rm(folder, { recursive: true, force: true });
  });
  afterEach(async () => {
    expect(wrongAnswers()).toEqual([]);
    expect(await packages.emptied()).toEqual([]);
  });

  const complete = (id: number) => request(packages.catalog.app).post(`/api/packages/${id}/complete`).set(SELLER);
  const codes = async (id: number) => (await packages.read(id)).report?.findings.map(({ code }) => code);

  test('an archive is opened into the files that it holds, each with its role, hash and facts, and is not kept', async () => {
    const { id } = await packages.made();
    const extra = { path: '__MACOSX/Night Drive/._a.wav', bytes: Buffer.from('x') };
    const zip = zipOf([
      ...FILES.map(({ path, bytes }) => ({ name: `Night Drive/${path}`, bytes })),
      { name: extra.path, ...extra },
    ]);
    await packages.sent(id, 'night-drive.zip', zip);
    expect(await complete(id)).toMatchObject({ status: 202, body: { data: { state: 'checking', progress: 0 } } });
    await checker.run();

    const view = await packages.read(id);
    expect(view).toMatchObject({ state: 'failed', progress: 100, report: { verdict: 'fails' } });
    expect((await codes(id))?.sort()).toEqual(['extra-files', SHORT]);
    expect(view.files.map(({ path, role, sha256: hash }) => [path, role, hash]).sort()).toEqual(
      FILES.map(({ path, bytes }) => [`Night Drive/${path}`, roleOf(path), sha256(bytes)]).sort(),
    );
    expect(view.files.find(({ role }) => role === 'master')).toMatchObject({ format: 'wav', sampleRate: 44_100, bitDepth: 16 });
    await packages.removeLeftovers();
    expect(await packages.keys()).toHaveLength(FILES.length);
    const rows = await packages.catalog.source.query<unknown[]>('SELECT archives FROM packages WHERE id = $1', [id]);
    expect(rows).toEqual([{ archives: [{ path: 'night-drive.zip', sha256: sha256(zip), sizeBytes: zip.length }] }]);
  });

  test('a hostile archive is not opened, and is corrected by another one', async () => {
    const { id } = await packages.made();
    const file = await packages.sent(id, 'a.zip', zipOf([{ name: '../evil.wav' }]));
    await complete(id).expect(202);
    await checker.run();
    expect(await packages.read(id)).toMatchObject({ state: 'failed', files: [{ path: 'a.zip' }] });
    expect(await codes(id)).toEqual(['archive-unsafe-path']);
    expect(await packages.keys()).toHaveLength(1);

    await request(packages.catalog.app).delete(`/api/packages/${id}/files/${file.id}`).set(SELLER).expect(200);
    expect(await packages.read(id)).toMatchObject({ state: 'open', report: { verdict: 'fails' } });
    await complete(id).expect(409);
    await packages.sent(id, 'b.zip', zipOf(FILES.map(({ path, bytes }) => ({ name: path, bytes }))));
    await complete(id).expect(202);
    await checker.run();
    expect(await codes(id)).toEqual([SHORT]);
  });

  test('a damaged file in an archive leaves no objects behind', async () => {
    const { id } = await packages.made();
    const [good, bad] = [{ name: 'Master/a.wav' }, { name: 'Stems/b.wav', crc: 7 }];
    await packages.sent(id, 'a.zip', zipOf([good, bad]));
    await complete(id).expect(202);
    await checker.run();
    expect(await packages.read(id)).toMatchObject({ state: 'failed', files: [{ path: 'a.zip' }] });
    expect(await codes(id)).toEqual(['archive-unreadable']);
    expect(await packages.emptied()).toEqual([]);
  });

  test('the files are held against the tempo and the key that their maker has said last', async () => {
    const { id } = await packages.made();
    await packages.sent(id, 'Master/a.wav', wavOf(soundOfChords(A_MINOR, 16).slice(1), { bits: 16 }));
    await packages.sent(id, 'MIDI/a.mid', midiOf({ bpm: 124 }));
    await complete(id).send({ key: 'A' }).expect(202);
    await checker.run();
    const differing = async () => (await codes(id))?.filter((code) => code.endsWith('-differs'));
    expect(await differing()).toEqual([]);
    await complete(id).send({ bpm: 100, key: 'D#' }).expect(202);
    await checker.run();
    expect(await differing()).toEqual(['key-differs', 'tempo-differs']);
  });

  test('nothing changes while the check runs, and its maker may correct a role before', async () => {
    const { id } = await packages.made();
    const file = await packages.sent(id, 'sound.wav', FILES[0]!.bytes);
    expect(file.role).toBe('other');
    const url = `/api/packages/${id}/files/${file.id}`;
    await request(packages.catalog.app).put(url).set(SELLER).send({ role: 'master' }).expect(200);
    await complete(id).expect(202);
    const { app } = packages.catalog;
    for (const call of [
      complete(id),
      request(app).delete(`/api/packages/${id}`).set(SELLER),
      request(app).delete(url).set(SELLER),
      request(app).put(url).set(SELLER).send({ role: 'stem' }),
      packages.begin(id, { path: 'b.wav', sizeBytes: 1 }),
    ])
      expect(await call).toMatchObject({ status: 409, body: { code: 'checking' } });
    await checker.run();
    expect((await packages.read(id)).files).toMatchObject([{ role: 'master', format: 'wav' }]);
    expect(await codes(id)).toEqual(expect.arrayContaining(['unmastered-missing', 'stems-missing', 'midi-missing', SHORT]));
  });

  test('the checked package is announced, its change too; the submission that takes it ends all changes', async () => {
    const { source, app } = packages.catalog;
    const { id } = await packages.made();
    const file = await packages.sent(id, 'a.mid', FILES.find(({ path }) => path.endsWith('.mid'))!.bytes);
    await complete(id).expect(202);
    await checker.run();
    const isAboutIt = ({ packageId }: { packageId: number }) => packageId === id;
    const [checked] = (await emitted(source, PackageChecked)).filter(isAboutIt);
    expect(checked).toMatchObject({ version: 2, verdict: 'fails', facts: { files: 1, stems: 0, hasProject: false } });
    expect(checked!.fails.map(({ finding }) => finding)).toContain('master-missing');

    const url = `/api/packages/${id}/files/${file.id}`;
    await request(app).put(url).set(SELLER).send({ role: 'other' }).expect(200);
    await request(app).put(url).set(SELLER).send({ role: 'midi' }).expect(200);
    expect((await emitted(source, PackageReopened)).filter(isAboutIt)).toMatchObject([{ version: 3 }]);

    await complete(id).expect(202);
    await checker.run();
    const [{ maker_id: userId }] = await source.query<[{ maker_id: number }]>('SELECT maker_id FROM packages WHERE id = $1', [
      id,
    ]);
    await deliver(source, subscriptions, submitted(id, userId + 1), 2);
    await request(app).put(url).set(SELLER).send({ role: 'midi' }).expect(200);
    await complete(id).expect(202);
    await checker.run();
    await deliver(source, subscriptions, submitted(id, userId), 2);
    for (const call of [request(app).delete(url), request(app).delete(`/api/packages/${id}`), complete(id)])
      expect(await call.set(SELLER)).toMatchObject({ status: 409, body: { code: 'used' } });
    await source.query(`UPDATE packages SET expires_at = now() - interval '1 day' WHERE id = $1`, [id]);
    await forgetLapsed(source.manager);
    expect((await packages.read(id)).state).toBe('failed');
    await source.query('DELETE FROM packages WHERE id = $1', [id]);
  });

  test('what a killed process has begun, another one takes over when its time is up', async () => {
    const { source } = packages.catalog;
    const { id } = await packages.made();
    await packages.sent(id, 'a.mid', FILES.find(({ path }) => path.endsWith('.mid'))!.bytes);
    await complete(id).expect(202);
    await source.query(
      `UPDATE packages SET lease = gen_random_uuid(), leased_until = now() + interval '1 minute', attempts = 1 WHERE id = $1`,
      [id],
    );
    await checker.run();
    expect(await packages.read(id)).toMatchObject({ state: 'checking' });
    await source.query(`UPDATE packages SET leased_until = now() WHERE id = $1`, [id]);
    const secondChecker = checkerWith();
    await Promise.all([checker.run(), secondChecker.run()]);
    await secondChecker.close();
    expect(await packages.read(id)).toMatchObject({ state: 'failed', progress: 100 });
    expect(await source.query<unknown[]>('SELECT attempts FROM packages WHERE id = $1', [id])).toEqual([{ attempts: 2 }]);
  });

  test('files that kill the thread again and again are refused in the end', async () => {
    const { source } = packages.catalog;
    const { id } = await packages.made();
    await packages.sent(id, 'a.mid', Buffer.from('x'));
    await complete(id).expect(202);
    const deadly = join(folder, 'deadly.js');
    await writeFile(deadly, 'module.exports = () => process.exit(1);');
    const dying = checkerWith(deadly);
    for (let time = 0; time < 4; time += 1) {
      await dying.run();
      await source.query(`UPDATE packages SET leased_until = now() WHERE id = $1`, [id]);
    }
    await dying.close();
    const { report, state } = await packages.read(id);
    expect([state, report?.findings[0]?.text]).toEqual(['failed', 'The check of these files broke off 3 times.']);
  });

  test('a package whose maker is erased while it is checked leaves nothing', async () => {
    const { source } = packages.catalog;
    const { id } = await packages.made();
    await packages.sent(id, 'a.zip', zipOf(FILES.map(({ path, bytes }) => ({ name: path, bytes }))));
    await complete(id).expect(202);
    const running = checker.run();
    await source.query('DELETE FROM packages WHERE id = $1', [id]);
    await running;
    expect(await packages.emptied()).toEqual([]);
  });
});

const roleOf = (path: string) =>
  path.includes('Unmaster')
    ? 'unmastered'
    : path.startsWith('Master')
      ? 'master'
      : path.startsWith('Stems')
        ? 'stem'
        : path.startsWith('MIDI')
          ? 'midi'
          : 'project';
