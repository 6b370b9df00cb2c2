import {
  AdminActed,
  ChangesAsked,
  PackageChecked,
  StoreClosed,
  SubmissionChanged,
  SubmissionCorrected,
  TrackSubmitted,
} from '@shop/contracts/events';
import { asAdmin, deliver, emitted, forAllTests } from '@shop/runtime/testing';
import request from 'supertest';
import { subscriptions } from '../subscriptions';
import { openPackages, OTHER, SELLER, STORES } from '../testing/packages-under-test';
import { forgetLapsed } from './change-package';

const packages = forAllTests(() => openPackages(STORES[0]![1]));
const FILES = { 'Master/a.wav': Buffer.from('a'), 'Stems/b.wav': Buffer.from('b') };

const handle = (event: Parameters<typeof deliver>[2]) => deliver(packages.catalog.source, subscriptions, event, 2);
const submission = {
  submissionId: 3,
  sellerId: 4,
  storeName: 'Store 4',
  userId: 11,
  owner: null,
  trackName: 'Night Drive',
  contactEmail: 'n@example.com',
  dueAt: null,
};
const track = { genre: 'House', bpm: 124, musicKey: 'A', priceCents: 29_900, hasProject: false };
const at = new Date().toISOString();
const submitted = (packageId: number, submissionId: number) =>
  TrackSubmitted({ ...submission, ...track, submissionId, version: 1, status: 'submitted', packageId, submittedAt: at });
const changesAsked = (packageId: number, submissionId: number, version = 2) =>
  ChangesAsked({ ...submission, submissionId, version, status: 'changes_asked', reason: 'Longer', findings: [], packageId });
const corrected = (packageId: number | null, submissionId: number, version = 3) =>
  SubmissionCorrected({ ...submission, ...track, submissionId, version, status: 'submitted', packageId, submittedAt: at });
const remove = async (id: number) => {
  const [file] = (await packages.read(id)).files;
  return request(packages.catalog.app).delete(`/api/packages/${id}/files/${file!.id}`).set(SELLER);
};

describe('a package that was sent for review', () => {
  test('changes only while its maker is asked for changes, and is checked again when they left that out', async () => {
    const { id } = await packages.checked(FILES);
    await handle(submitted(id, 30));
    expect(await remove(id)).toMatchObject({ status: 409, body: { code: 'used' } });
    await handle(changesAsked(id, 30));
    expect((await remove(id)).status).toBe(200);
    await handle(corrected(id, 30));
    expect(await packages.read(id)).toMatchObject({ state: 'checking' });
    // what comes late opens nothing
    await handle(changesAsked(id, 30));
    await packages.catalog.source.query(`UPDATE packages SET state = 'failed' WHERE id = $1`, [id]);
    expect(await remove(id)).toMatchObject({ status: 409, body: { code: 'used' } });
  });

  test('lapses when another one, or a link, takes its place', async () => {
    const [first, second] = [await packages.checked(FILES), await packages.checked(FILES)];
    await handle(submitted(first.id, 31));
    await handle(changesAsked(first.id, 31));
    await handle(corrected(second.id, 31));
    await packages.catalog.source.query(`UPDATE packages SET expires_at = now() - interval '1 s'`);
    await forgetLapsed(packages.catalog.source.manager);
    const left = await packages.catalog.source.query<{ id: number }[]>('SELECT id FROM packages WHERE id = ANY ($1)', [
      [first.id, second.id],
    ]);
    expect(left).toEqual([{ id: second.id }]);
  });

  test('is given back to its maker by a rejection, for thirty days', async () => {
    const { id } = await packages.checked(FILES);
    await handle(submitted(id, 32));
    await packages.catalog.source.query(`UPDATE packages SET expires_at = now() WHERE id = $1`, [id]);
    const rejected = { ...submission, submissionId: 32, version: 2, status: 'rejected' as const, reason: 'No', productId: null };
    await handle(SubmissionChanged({ ...rejected, packageId: id }));
    const announced = (await emitted(packages.catalog.source, PackageChecked)).filter(({ packageId }) => packageId === id);
    expect(announced).toHaveLength(1);
    expect(Date.parse(announced[0]!.expiresAt) - Date.now()).toBeGreaterThan(29 * 86_400_000);
    expect((await remove(id)).status).toBe(200);
  });

  test('lapses thirty days after its store was closed', async () => {
    const { id } = await packages.checked(FILES, OTHER);
    const { source } = packages.catalog;
    await handle(TrackSubmitted({ ...submitted(id, 33).data, sellerId: 5, userId: 12 }));
    await source.query(`UPDATE packages SET expires_at = now() - interval '1 s' WHERE id = $1`, [id]);
    await forgetLapsed(source.manager);
    await packages.read(id, OTHER);
    await handle(StoreClosed({ sellerId: 5, userId: 12, version: 2 }));
    const { expiresAt } = await packages.read(id, OTHER);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(29 * 86_400_000);
    await source.query(`UPDATE packages SET expires_at = now() - interval '1 s' WHERE id = $1`, [id]);
    await forgetLapsed(source.manager);
    await request(packages.catalog.app).get(`/api/packages/${id}`).set(OTHER).expect(404);
  });
});

describe('a fail of the check', () => {
  const fail = (code: string, file?: string) => ({ code, level: 'fail', text: 'What', todo: 'To do', ...(file && { file }) });
  const failed = async (...findings: object[]) => {
    const { id } = await packages.checked(FILES);
    const report = JSON.stringify({ verdict: 'fails', findings });
    await packages.catalog.source.query(`UPDATE packages SET state = 'failed', report = $2 WHERE id = $1`, [id, report]);
    return id;
  };
  const overrule = (id: number, body: object, caller = asAdmin()) =>
    request(packages.catalog.app)
      .put(`/api/packages/${id}/overruled`)
      .set(caller)
      .send({ reason: 'Agreed', ...body });

  test('stands when a reviewer says why; with the last one the package is fit, and it is in the audit log', async () => {
    const id = await failed(fail('length', 'Master/a.wav'), fail('midi-missing'), { ...fail('clipping'), level: 'warning' });
    const catalogue = asAdmin(9, 'catalogue');
    expect(await overrule(id, { code: 'length', reason: '' })).toMatchObject({ status: 400, body: { field: 'reason' } });
    expect(await overrule(id, { code: 'length', file: 'Stems/b.wav' })).toMatchObject({ status: 404 });
    expect(await overrule(id, { code: 'clipping' })).toMatchObject({ status: 404 });
    expect(await overrule(id, { code: 'length' }, asAdmin(9, 'support'))).toMatchObject({ status: 403 });
    await overrule(id, { code: 'length', file: 'Master/a.wav' }, catalogue).expect(200);
    expect(await packages.read(id)).toMatchObject({ state: 'failed', report: { verdict: 'fails' } });
    await overrule(id, { code: 'midi-missing' }, catalogue).expect(200);
    const overruled = { by: 9, reason: 'Agreed' };
    expect(await packages.read(id)).toMatchObject({
      state: 'checked',
      report: { verdict: 'warnings', findings: [{ code: 'length', overruled }, { code: 'midi-missing', overruled }, {}] },
    });
    const announced = (await emitted(packages.catalog.source, PackageChecked)).filter(({ packageId }) => packageId === id);
    expect(announced.map(({ fails }) => fails.length)).toEqual([1, 0]);
    const acts = (await emitted(packages.catalog.source, AdminActed)).filter(({ subject }) => subject.id === id);
    expect(acts).toMatchObject([
      { adminId: 9, action: 'package.finding-overruled', after: { overruled: { finding: 'length', reason: 'Agreed' } } },
      { after: { overruled: { finding: 'midi-missing' } } },
    ]);
  });

  test('is never overruled where the package is unsafe, and a known recording only by an owner', async () => {
    const id = await failed(fail('archive-bomb'), fail('known-recording'));
    expect(await overrule(id, { code: 'archive-bomb' })).toMatchObject({ status: 409, body: { code: 'never-overruled' } });
    expect(await overrule(id, { code: 'known-recording' }, asAdmin(9, 'catalogue'))).toMatchObject({ status: 403 });
    await overrule(id, { code: 'known-recording' }).expect(200);
    expect(await packages.read(id)).toMatchObject({ state: 'failed', report: { verdict: 'fails' } });
  });

  test('is not overruled while the files change', async () => {
    const id = await failed(fail('length'));
    await remove(id);
    expect(await overrule(id, { code: 'length' })).toMatchObject({ status: 409, body: { code: 'not-checked' } });
  });
});

test('what is said of the track by the time of the check is what the files are compared with', async () => {
  const { id } = await packages.made();
  await packages.sent(id, 'Master/a.wav', Buffer.from('a'));
  const complete = request(packages.catalog.app).post(`/api/packages/${id}/complete`).set(SELLER);
  await complete.send({ trackName: 'Night Drive II', bpm: 128, key: 'A' }).expect(202);
  const [row] = await packages.catalog.source.query<object[]>('SELECT track_name, bpm, music_key FROM packages WHERE id = $1', [
    id,
  ]);
  expect(row).toEqual({ track_name: 'Night Drive II', bpm: 128, music_key: 'A' });
});
