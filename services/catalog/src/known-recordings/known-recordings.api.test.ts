import { AdminActed, StoreOpened } from '@shop/contracts/events';
import type { KnownRecordingView } from '@shop/contracts/views';
import { asAdmin, deliver, emitted, testLog, wrongAnswers } from '@shop/runtime/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { createChecker, type Checker } from '../packages/checker';
import { wavOf } from '../packages/check/testing/sounds';
import { subscriptions } from '../subscriptions';
import { aProductForm } from '../testing/catalog-under-test';
import { music, MUSIC_RATE } from '../testing/music';
import { sold } from '../testing/news-from-orders';
import { openPackages, OTHER, SELLER, STORES } from '../testing/packages-under-test';
import { createFingerprintFill } from './fill-fingerprints';

const SECONDS = 16;
const sound = (seed: number, level = 1) =>
  wavOf([music(seed, SECONDS).map((sample) => level * sample)], { rate: MUSIC_RATE, bits: 16 });
let seed = 0;
/** A recording, the same at half the level, and another one: strangers to all other tests. */
function recordings(): [first: Buffer, quieter: Buffer, other: Buffer] {
  seed += 2;
  return [sound(seed), sound(seed, 0.5), sound(seed + 1)];
}

let packages: Awaited<ReturnType<typeof openPackages>>;
let checker: Checker;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recordings-test-'));
  packages = await openPackages(STORES[0]![1]);
  checker = createChecker({ source: packages.catalog.source, storage: packages.storage, folder, log: testLog });
});
afterAll(async () => {
  await checker.close();
  await packages.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => expect(wrongAnswers()).toEqual([]));

const publish = (audio: Buffer, fields = {}, role?: Parameters<typeof asAdmin>[1]) =>
  request(packages.catalog.app)
    .post('/api/products')
    .set(asAdmin(1, role))
    .field('fields', JSON.stringify(aProductForm(fields)))
    .attach('audio', audio, 'track.wav');

const idOf = ({ status, body }: { status: number; body: unknown }) => {
  if (status !== 201) throw new Error(JSON.stringify(body));
  return (body as { id: number }).id;
};

async function checked(audio: Buffer, caller = SELLER, productId?: number) {
  const { app } = packages.catalog;
  const response = await request(app).post('/api/packages').set(caller).send({ trackName: 'Night Drive', productId }).expect(201);
  const { id } = (response.body as { data: { id: number } }).data;
  await packages.sent(id, 'Master/Track.wav', audio, caller);
  await request(app).post(`/api/packages/${id}/complete`).set(caller).send({}).expect(202);
  await checker.run();
  return id;
}

const COMPARED = ['known-recording', 'similar-recording', 'preview-differs'];
const fetchMatches = async (id: number, caller = SELLER) =>
  (await packages.read(id, caller)).report!.findings.filter(({ code }) => COMPARED.includes(code));
const codes = async (id: number, caller = SELLER) => (await fetchMatches(id, caller)).map(({ code }) => code);
const submitted = (id: number, submissionId: number | null) =>
  packages.catalog.source.query('UPDATE packages SET submission_id = $2 WHERE id = $1', [id, submissionId]);

test('a recording on sale is not published again, until an owner says why, which is audited', async () => {
  const [first, quieter, other] = recordings();
  const id = idOf(await publish(first, { name: 'Night Drive' }));
  const again = await publish(quieter, { name: 'Another name' });
  expect(again).toMatchObject({ status: 409, body: { code: 'known-recording', field: 'audio' } });
  expect((again.body as { error: string }).error).toContain('“Night Drive” (on sale)');
  idOf(await publish(other));

  const reason = 'The label bought both versions.';
  expect(await publish(quieter, { recording_reason: reason }, 'catalogue')).toMatchObject({ status: 403 });
  idOf(await publish(quieter, { recording_reason: reason }));
  const acts = await emitted(packages.catalog.source, AdminActed);
  expect(acts.find(({ action }) => action === 'product.recording-overruled')).toMatchObject({
    adminId: 1,
    after: { overruled: { findings: ['known-recording'], reason, known: [id] } },
  });
});

test('two admins who publish the same recording at the same time: one of them is refused', async () => {
  const [first, quieter] = recordings();
  const statuses = (await Promise.all([publish(first), publish(quieter)])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, 409]);
});

test('a sold recording stays known, and a removed one to other stores; its own store may send it again', async () => {
  const [first, quieter] = recordings();
  const { source, app } = packages.catalog;
  const id = idOf(await publish(first, { seller_id: 4 }));
  await request(app).delete(`/api/products/${id}`).set(asAdmin()).expect(200);
  expect((await publish(quieter)).status).toBe(409);
  const again = idOf(await publish(quieter, { seller_id: 4 }));
  await deliver(source, subscriptions, sold([{ productId: again, claimVersion: 1 }]));
  const third = await publish(first, { seller_id: 4 });
  expect((third.body as { error: string }).error).toContain('(sold)');
});

test('another preview of a track is compared too, and the one that it has is no match for itself', async () => {
  const [first, quieter, other] = recordings();
  const { app } = packages.catalog;
  idOf(await publish(first));
  const id = idOf(await publish(other));
  const change = (audio: Buffer) => request(app).put(`/api/products/${id}`).set(asAdmin()).attach('audio', audio, 'track.wav');
  expect((await change(quieter)).body).toMatchObject({ code: 'known-recording' });
  await change(sound(seed + 1, 0.7)).expect(200);
});

test('a seller is told that a recording is known, from where to where, and not whose; reviewers see both', async () => {
  const [first, quieter] = recordings();
  const { app } = packages.catalog;
  const productId = idOf(await publish(first, { name: 'Night Drive' }));
  const id = await checked(quieter);
  const [finding] = await fetchMatches(id);
  expect(finding).toMatchObject({ code: 'known-recording', level: 'fail', file: 'Master/Track.wav' });
  expect(finding!.text).toMatch(/agrees from 0:00 to 0:1\d/);
  expect(JSON.stringify(await packages.read(id))).not.toContain('Ghostline');
  await request(app).get(`/api/packages/${id}/recordings`).set(SELLER).expect(403);

  const answer = await request(app).get(`/api/packages/${id}/recordings`).set(asAdmin(3, 'support')).expect(200);
  const [match, ...others] = (answer.body as { data: KnownRecordingView[] }).data;
  expect(others).toEqual([]);
  expect(match).toMatchObject({
    likeness: 'same',
    file: 'Master/Track.wav',
    sound: { packageId: id, audio: null },
    known: { kind: 'preview', state: 'on-sale', productId, name: 'Night Drive', sound: { packageId: null } },
  });
  expect(match!.known.sound.audio).toMatch(/\.mp3$/);
  const ofTrack = await request(app).get(`/api/products/${productId}/recordings`).set(asAdmin()).expect(200);
  expect((ofTrack.body as { data: unknown[] }).data).toEqual([]);
});

test('a draft is known to nobody; sent for review it is, and when it was refused and its files are gone', async () => {
  const [first, quieter] = recordings();
  const { source } = packages.catalog;
  const draft = await checked(first);
  expect(await codes(await checked(quieter, OTHER), OTHER)).toEqual([]);
  await submitted(draft, 7);
  expect(await codes(await checked(quieter, OTHER), OTHER)).toEqual(['known-recording']);
  expect(await codes(await checked(quieter))).toEqual([]);
  await submitted(draft, null);
  await source.query('DELETE FROM packages WHERE id = $1', [draft]);
  expect(await codes(await checked(quieter, OTHER), OTHER)).toEqual(['known-recording']);
  expect(await codes(await checked(quieter))).toEqual([]);
});

test('what a draft leaves goes with it, words and all', async () => {
  const [first] = recordings();
  const { source } = packages.catalog;
  const id = await checked(first);
  const [{ print }] = await source.query<[{ print: number }]>('SELECT id AS print FROM fingerprints WHERE package_id = $1', [id]);
  const remainingWords = () =>
    source.query(
      'SELECT id FROM fingerprints WHERE id = $1 UNION ALL SELECT fingerprint_id FROM fingerprint_words WHERE fingerprint_id = $1',
      [print],
    );
  expect(((await remainingWords()) as unknown[]).length).toBeGreaterThan(100);
  await source.query('DELETE FROM packages WHERE id = $1', [id]);
  expect(await remainingWords()).toEqual([]);
});

test('a package for a track of the store is held against its preview', async () => {
  const [first, quieter, other] = recordings();
  const { source } = packages.catalog;
  await deliver(
    source,
    subscriptions,
    StoreOpened({ sellerId: 4, userId: 11, version: 2, storeName: 'Store 4', status: 'active' }),
  );
  const id = idOf(await publish(first, { seller_id: 4 }));
  expect(await codes(await checked(quieter, SELLER, id))).toEqual([]);
  expect(await codes(await checked(other, SELLER, id))).toEqual(['preview-differs']);
});

test('a track whose preview is not the master of its package is published only with a reason', async () => {
  const [first, quieter, other] = recordings();
  const { source } = packages.catalog;
  const id = await checked(first);
  const report = JSON.stringify({ verdict: 'pass', findings: [] });
  await source.query(`UPDATE packages SET state = 'checked', report = $2 WHERE id = $1`, [id, report]);
  const form = { seller_id: 4, package_id: id, download_link: undefined };
  expect((await publish(other, form)).body).toMatchObject({ code: 'preview-differs', field: 'package_id' });
  idOf(await publish(quieter, form));
});

test('what was there before fingerprints gets them once, by one process,', async () => {
  const [first, quieter, other] = recordings();
  const { source } = packages.catalog;
  const id = idOf(await publish(first));
  await publish(other);
  await source.query('DELETE FROM fingerprints WHERE product_id >= $1', [id]);
  expect((await publish(quieter)).status).toBe(201);
  const parts = { source, storage: packages.storage, log: testLog };
  const fills = [createFingerprintFill(parts), createFingerprintFill(parts)];
  await Promise.all(fills.map((fill) => fill.run()));
  const rows = await source.query<{ product_id: number; length: number }[]>(
    'SELECT product_id, length(print) FROM fingerprints WHERE product_id IS NOT NULL',
  );
  expect(rows.map(({ product_id }) => product_id)).toEqual(expect.arrayContaining([id, id + 1, id + 2]));
  expect(rows.every(({ length }) => length > 1000)).toBe(true);
  await Promise.all(fills.map((fill) => fill.close()));
  expect((await publish(first)).status).toBe(409);
});
