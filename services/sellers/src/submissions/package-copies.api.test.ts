import {
  PackageChecked,
  MakerPackageLapsing,
  PackageLapsing,
  PackageReopened,
  SellerPackageLapsing,
  TrackSubmitted,
  UserDeleted,
  UserVerified,
} from '@shop/contracts/events';
import type { SubmissionView } from '@shop/contracts/views';
import { asAdmin, deliver, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { subscriptionsOf } from '../subscriptions';
import { aStore, aTrack, useQueue } from '../testing/a-submission';
import { forgetLapsedPackages } from './package-copies';

const queue = useQueue();
beforeEach(() => aStore(queue.source));

const FAIL = { finding: 'stems-missing', text: 'There is one stem.', todo: 'Export each group of instruments as a stem.' };
const { finding: code, ...said } = FAIL;
const handle = (event: { type: string; data: unknown }) =>
  deliver(queue.source, subscriptionsOf('Ghostline', 'Europe/Moscow'), event, 2);
const checked = (fields: object = {}) =>
  PackageChecked({
    packageId: 40,
    version: 2,
    userId: 7,
    verdict: 'notes',
    fails: [],
    facts: { files: 9, stems: 4, hasProject: true },
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    ...fields,
  });
const byPackage = (fields: object = {}) =>
  queue.send(aTrack({ trackFilesLink: undefined, projectFilesLink: undefined, packageId: 40, ...fields }));
const NOT_FIT = { status: 400, body: { code: 'package-not-fit', field: 'packageId' } };

test('a checked package is sent instead of links, once; catalog and the operator hear of it', async () => {
  await handle(checked());
  expect(await byPackage()).toMatchObject({ status: 201 });
  expect(await byPackage()).toMatchObject({ status: 201 });
  expect(await emitted(queue.source, TrackSubmitted)).toMatchObject([{ packageId: 40, hasProject: true }]);
  expect(await byPackage({ trackName: 'Another' })).toMatchObject(NOT_FIT);

  const list = async (caller = asAdmin()) => {
    const { body } = await request(queue.app).get('/api/track-submissions').set(caller).expect(200);
    return (body as { data: SubmissionView[] }).data;
  };
  expect(await list()).toMatchObject([{ packageId: 40, trackFilesLink: '', projectFilesLink: null }]);
  expect(await list(asAdmin(1, 'viewer'))).toMatchObject([{ packageId: null, trackFilesLink: null }]);
});

test('a package with a fail is refused with what was found, until a corrected one is checked', async () => {
  await handle(checked({ verdict: 'fails', fails: [FAIL] }));
  expect(await byPackage()).toMatchObject({ ...NOT_FIT, body: { ...NOT_FIT.body, details: [{ code, ...said }] } });
  await handle(checked({ version: 4 }));
  await handle(checked({ verdict: 'fails', fails: [FAIL] }));
  expect(await byPackage()).toMatchObject({ status: 201 });
});

test("a package that changed after its check, lapsed, is unknown or another's is refused", async () => {
  expect(await byPackage()).toMatchObject(NOT_FIT);
  await handle(checked({ userId: 8 }));
  expect(await byPackage()).toMatchObject(NOT_FIT);
  await handle(checked({ packageId: 41, expiresAt: new Date(Date.now() - 1000).toISOString() }));
  expect(await byPackage({ packageId: 41 })).toMatchObject(NOT_FIT);
  await handle(PackageReopened({ packageId: 42, version: 3, userId: 7 }));
  await handle(checked({ packageId: 42 }));
  expect(await byPackage({ packageId: 42 })).toMatchObject(NOT_FIT);
  expect(await emitted(queue.source, TrackSubmitted)).toEqual([]);
});

test('without a package the link stays required', async () => {
  expect(await byPackage({ packageId: null })).toMatchObject({
    status: 400,
    body: { field: 'trackFilesLink', message: 'Please fill in all required fields.' },
  });
});

test('files that lapse soon are told to the owner of the store that sent them, or to whoever sent them without a store', async () => {
  const nora = { userId: 7, version: 1, name: 'Nora', lastName: '', email: 'nora@example.com', country: '', seller: null };
  await handle(UserVerified(nora));
  await handle(UserVerified({ ...nora, userId: 99, name: 'Ida', email: 'ida@example.com' }));
  const lapsing = { packageId: 40, userId: 7, trackName: 'Harbour Lights', expiresAt: new Date().toISOString() };
  await handle(PackageLapsing(lapsing));
  for (const userId of [99, 98]) await handle(PackageLapsing({ ...lapsing, packageId: userId, userId }));
  const { userId: _userId, ...files } = lapsing;
  expect(await emitted(queue.source, SellerPackageLapsing)).toEqual([
    expect.objectContaining({ ...files, storeName: 'Night Freight', owner: { name: 'Nora', email: 'nora@example.com' } }),
  ]);
  expect(await emitted(queue.source, MakerPackageLapsing)).toEqual([
    { ...files, packageId: 99, userId: 99, maker: { name: 'Ida', email: 'ida@example.com' } },
  ]);
});

test('what is known of lapsed packages is forgotten after a day, unless a submission that is not decided has them', async () => {
  await handle(PackageReopened({ packageId: 43, version: 3, userId: 7 }));
  for (const packageId of [40, 41, 42]) await handle(checked({ packageId }));
  await byPackage().expect(201);
  const { source } = queue;
  await source.query(`UPDATE package_copies SET expires_at = expires_at - interval '3 days' WHERE package_id < 42`);
  await source.query(`UPDATE package_copies SET expires_at = now() - interval '23 hours' WHERE package_id = 42`);
  const copyRows = async () => {
    for (const _time of ['once', 'again']) await forgetLapsedPackages(source.manager);
    const rows = await source.query<{ id: number }[]>('SELECT package_id AS id FROM package_copies ORDER BY id');
    return rows.map(({ id }) => id);
  };
  expect(await copyRows()).toEqual([40, 42, 43]);
  await source.query(`UPDATE track_submissions SET status = 'rejected', reason = 'The kick clips.', due_at = NULL`);
  await source.query(`UPDATE package_copies SET expires_at = expires_at - interval '31 days' WHERE package_id > 42`);
  expect(await copyRows()).toEqual([42]);
});

test('what is known of packages goes with the account', async () => {
  await handle(checked());
  await handle(UserDeleted({ userId: 7, version: 9 }));
  expect(await queue.source.query('SELECT package_id FROM package_copies')).toEqual([]);
});
