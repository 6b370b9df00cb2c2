import { ProductChanged, ProductPublished, ProductRemoved, TrackSubmitted, UserDeleted } from '@shop/contracts/events';
import type { AdminProductView } from '@shop/contracts/views';
import { as, asAdmin, deliver, emitted, forAllTests } from '@shop/runtime/testing';
import request from 'supertest';
import { forgetLapsed } from '../packages/change-package';
import { subscriptions } from '../subscriptions';
import { aProductForm } from '../testing/catalog-under-test';
import { sold, trackHeld } from '../testing/news-from-orders';
import { openPackages, OTHER, SELLER, STORES } from '../testing/packages-under-test';

const packages = forAllTests(() => openPackages(STORES[0]![1]));
const FILES = {
  'Master/Night Drive.wav': Buffer.from('the master'),
  'Stems/Kick.wav': Buffer.from('a kick'),
  'Stems/Bass.wav': Buffer.from('a bass'),
  'MIDI/Lead.mid': Buffer.from('MThd'),
};
const PROJECT = { 'Project/Night Drive.cpr': Buffer.from('a project') };
const BY_PACKAGE = { seller_id: 4, download_link: '' };

const catalog = () => packages.catalog;
const send = (overrides: object) =>
  request(catalog().app)
    .post('/api/products')
    .set(asAdmin())
    .field('fields', JSON.stringify({ ...aProductForm(), ...overrides }))
    .attach('img', catalog().img, 'cover.png')
    .attach('audio', catalog().audio, 'track.wav');
const edit = (id: number, fields: object) =>
  request(catalog().app).put(`/api/products/${id}`).set(asAdmin()).field('fields', JSON.stringify(fields));
const onSale = async (files: Record<string, Buffer> = FILES, more: object = {}) => {
  const { id } = await packages.checked(files);
  const { body } = await send({ ...BY_PACKAGE, package_id: id, ...more }).expect(201);
  return { packageId: id, track: body as AdminProductView };
};
const handle = (event: Parameters<typeof deliver>[2]) => deliver(catalog().source, subscriptions, event, 2);
const stateOf = async (id: number) => {
  const [row] = await catalog().source.query<{ published: boolean; days: number }[]>(
    'SELECT published, round(extract(epoch FROM expires_at - now()) / 86400)::int AS days FROM packages WHERE id = $1',
    [id],
  );
  return row;
};

test('a track that takes a package needs no link, announces the files, and shows everybody what is in it, but no files', async () => {
  const { packageId, track } = await onSale({ ...FILES, ...PROJECT }, { project_name: 'Cubase' });
  expect(track).toMatchObject({ package_id: packageId, download_link: '', project_link: null });
  const announced = (await emitted(catalog().source, ProductPublished)).find(({ productId }) => productId === track.id);
  expect(announced?.package).toMatchObject({ id: packageId, hasProject: true, sizeBytes: 35 });
  expect(announced?.package?.files.map(({ path, role }) => [path, role]).sort()).toEqual([
    ['MIDI/Lead.mid', 'midi'],
    ['Master/Night Drive.wav', 'master'],
    ['Project/Night Drive.cpr', 'project'],
    ['Stems/Bass.wav', 'stem'],
    ['Stems/Kick.wav', 'stem'],
  ]);
  const { text, body } = await request(catalog().app).get(`/api/products/${track.id}`).set(as());
  expect(body).toMatchObject({ files: { stems: 2, midi: true, project: true, seconds: null, loudness: null } });
  expect(body).toMatchObject({ contents: { stems: ['Bass', 'Kick'], project: 'Cubase' } });
  expect(text).not.toMatch(/package_id|Stems|\.wav|sha256/);
  const list = await request(catalog().app).get('/api/products').set(as());
  expect(list.text).not.toMatch(/Kick|contents/);
});

test('the page names the program that saved the project, with the version that the check has read', async () => {
  const project = {
    'Project/Old/Salt.als': Buffer.from('x'),
    'Project/Salt.als': Buffer.from('y'),
    'Project/Kick.wav': Buffer.from('z'),
  };
  const { packageId, track } = await onSale({ ...FILES, ...project }, { project_name: 'Ableton Live' });
  await catalog().source.query(
    `UPDATE package_files SET facts = '{"format": "Ableton Live 11.3.4"}' WHERE package_id = $1 AND path = 'Project/Salt.als'`,
    [packageId],
  );
  const { body } = await request(catalog().app).get(`/api/products/${track.id}`).set(as());
  expect(body).toMatchObject({ contents: { project: 'Ableton Live 11.3.4' } });
});

test('a track without a package shows none, and needs its link as ever', async () => {
  const track = await catalog().product();
  expect(track).toMatchObject({ files: null, package_id: null });
  const { body } = await request(catalog().app).get(`/api/products/${track.id}`).set(as());
  expect(body).not.toHaveProperty('contents');
  expect(await send({ download_link: '' })).toMatchObject({
    status: 400,
    body: { field: 'download_link', message: 'Please enter the download link, starting with https://' },
  });
});

describe('a package is refused', () => {
  const refused = async (field: string, overrides: object) =>
    expect(await send({ ...BY_PACKAGE, ...overrides })).toMatchObject({ status: 400, body: { field } });

  test('that nobody knows, that was not checked, or in which the check found a fault', async () => {
    await refused('package_id', { package_id: 2_000_000 });
    const { id } = await packages.made();
    await refused('package_id', { package_id: id });
    const failed = await packages.checked(FILES);
    const report = JSON.stringify({ verdict: 'fails', findings: [{ code: 'length', level: 'fail', text: 'x', todo: 'y' }] });
    await catalog().source.query('UPDATE packages SET report = $2 WHERE id = $1', [failed.id, report]);
    await refused('package_id', { package_id: failed.id });
  });

  test('of another store, submission or track', async () => {
    const { id: theirs } = await packages.checked(FILES, OTHER);
    await refused('package_id', { package_id: theirs });
    const { packageId } = await onSale();
    await refused('package_id', { package_id: packageId });
    const { id } = await packages.checked(FILES);
    await catalog().source.query('UPDATE packages SET submission_id = 71 WHERE id = $1', [id]);
    await refused('package_id', { package_id: id, submission_id: 72 });
    expect(await stateOf(id)).toMatchObject({ published: false });
  });

  test('for a track whose project neither it nor a link delivers', async () => {
    const { id } = await packages.checked(FILES);
    await refused('project_link', { package_id: id, project_name: 'Cubase' });
    await send({ ...BY_PACKAGE, package_id: id, project_name: 'Cubase', project_link: 'https://files.example/p.zip' }).expect(
      201,
    );
  });
});

test('the package of a submission goes to the track that it becomes', async () => {
  const { id } = await packages.checked(FILES);
  const submitted = TrackSubmitted({
    submissionId: 31,
    version: 1,
    sellerId: 4,
    storeName: 'Store 4',
    userId: 11,
    trackName: 'Night Drive',
    contactEmail: 'ada@example.com',
    status: 'submitted',
    dueAt: null,
    genre: 'Techno',
    bpm: 124,
    musicKey: 'A',
    priceCents: 29_900,
    hasProject: false,
    packageId: id,
    submittedAt: '2026-11-01T10:00:00.000Z',
  });
  await handle(submitted);
  const { body } = await send({ ...BY_PACKAGE, package_id: id, submission_id: 31 }).expect(201);
  expect(body).toMatchObject({ package_id: id, submission_id: 31, files: { stems: 2 } });
});

test('what a track delivers neither changes nor lapses, until the track gives it back', async () => {
  const { packageId, track } = await onSale();
  const { app, source } = catalog();
  for (const call of [
    request(app).delete(`/api/packages/${packageId}`),
    request(app).post(`/api/packages/${packageId}/complete`),
    request(app).post(`/api/packages/${packageId}/uploads`).send({ path: 'x.wav', sizeBytes: 1 }),
  ])
    expect(await call.set(SELLER)).toMatchObject({ status: 409, body: { code: 'used' } });
  await source.query(`UPDATE packages SET expires_at = now() - interval '1 day' WHERE id = $1`, [packageId]);
  await forgetLapsed(source.manager);
  expect(await stateOf(packageId)).toMatchObject({ published: true });

  const link = 'https://files.example/night-drive.zip';
  const { body } = await edit(track.id, { package_id: null, download_link: link }).expect(200);
  expect(body).toMatchObject({ package_id: null, files: null, download_link: link });
  expect((await emitted(source, ProductChanged)).at(-1)).toMatchObject({ productId: track.id, package: null });
  expect(await stateOf(packageId)).toEqual({ published: false, days: 30 });
  await edit(track.id, { package_id: packageId }).expect(200);
  expect(await stateOf(packageId)).toMatchObject({ published: true });
});

test('an edit of something else leaves the package, and says it again', async () => {
  const { packageId, track } = await onSale();
  await edit(track.id, { name: 'Another name' }).expect(200);
  expect((await emitted(catalog().source, ProductChanged)).at(-1)).toMatchObject({
    name: 'Another name',
    package: { id: packageId, files: [{}, {}, {}, {}] },
  });
});

test('a sold track gets another package by a repair, and keeps the one that was sold; a held one waits', async () => {
  const { packageId, track } = await onSale();
  const { id: better } = await packages.checked(FILES);
  await handle(trackHeld(track.id, 1));
  expect(await edit(track.id, { package_id: better })).toMatchObject({ status: 409 });
  await handle(sold([{ productId: track.id, claimVersion: 2 }]));
  await edit(track.id, { package_id: better }).expect(200);
  expect((await emitted(catalog().source, ProductChanged)).at(-1)).toMatchObject({
    productId: track.id,
    package: { id: better },
  });
  expect(await stateOf(packageId)).toMatchObject({ published: true });
});

test('a track that takes the place of a removed one takes its package too', async () => {
  const { packageId, track } = await onSale();
  await request(catalog().app).delete(`/api/products/${track.id}`).set(asAdmin()).expect(200);
  const { body } = await send({ ...BY_PACKAGE, package_id: packageId }).expect(201);
  expect(body).toMatchObject({ package_id: packageId, files: { stems: 2 } });
  expect((await request(catalog().app).get(`/api/products/${track.id}`).set(asAdmin())).body).toMatchObject({ package_id: null });
});

test('the files of a removed track lapse a month later; those of a sold one outlive the account of their maker', async () => {
  const { source, app } = catalog();
  const [gone, bought] = [await onSale(), await onSale()];
  await handle(sold([{ productId: bought.track.id, claimVersion: 1 }]));
  await request(app).delete(`/api/products/${gone.track.id}`).set(asAdmin()).expect(200);
  expect((await emitted(source, ProductRemoved)).at(-1)).toMatchObject({ package: { id: gone.packageId } });
  expect(await stateOf(gone.packageId)).toEqual({ published: true, days: 30 });

  await handle(UserDeleted({ userId: 11, version: 2, email: 'ada@example.com' }));
  await source.query(`UPDATE packages SET expires_at = now() - interval '1 minute'`);
  await forgetLapsed(source.manager);
  expect([await stateOf(gone.packageId), await stateOf(bought.packageId)]).toMatchObject([undefined, { published: true }]);
});
