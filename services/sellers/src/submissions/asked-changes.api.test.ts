import { ChangesAsked, PackageChecked, PackageReopened, SubmissionCorrected, TrackSubmitted } from '@shop/contracts/events';
import type { SellerSubmissionView, SubmissionView } from '@shop/contracts/views';
import { asAdmin, asUser, deliver, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { subscriptionsOf } from '../subscriptions';
import { aStore, aTrack, useQueue } from '../testing/a-submission';
import { remindOfOverdue } from './remind-of-overdue';

const queue = useQueue();
let sellerId: number;
beforeEach(async () => {
  sellerId = (await aStore(queue.source)).id;
});

const FINDING = { code: 'clipping', file: 'Stems/Lead.wav', atSeconds: 12, text: 'The lead is cut off.', todo: 'Turn it down.' };
const ASKED = { status: 'changes_asked', from: 'submitted', reason: 'The intro is too long.', findings: [FINDING] };
const HOURS = 3_600_000;

const decide = (id: number, body: object) =>
  request(queue.app).put(`/api/track-submissions/${id}/status`).set(asAdmin()).send(body);
const correct = (id: number, fields: object = {}, caller = asUser(7)) =>
  request(queue.app).put(`/api/track-submissions/${id}`).set(caller).send(aTrack(fields));
const sendTrack = async (fields: object = {}) => {
  expect((await queue.send(aTrack(fields))).status).toBe(201);
  return (await emitted(queue.source, TrackSubmitted)).at(-1)!.submissionId;
};
const own = async (caller = asUser(7)) => {
  const { body } = await request(queue.app).get(`/api/sellers/${sellerId}/tracks`).set(caller).expect(200);
  return (body as { submissions: SellerSubmissionView[] }).submissions[0]!;
};
const handle = (event: { type: string; data: unknown }) =>
  deliver(queue.source, subscriptionsOf('Ghostline', 'Europe/Moscow'), event, 2);
const checked = (fields: object = {}) =>
  PackageChecked({
    packageId: 40,
    version: 2,
    userId: 7,
    verdict: 'pass',
    fails: [],
    facts: { files: 9, stems: 4, hasProject: false },
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    ...fields,
  });

test('a reviewer asks for changes with a reason and what the check has found; nothing is promised meanwhile', async () => {
  const id = await sendTrack();
  expect(await decide(id, { ...ASKED, reason: '' })).toMatchObject({ status: 400, body: { field: 'reason' } });
  await queue.source.query(`UPDATE track_submissions SET due_at = now() - interval '1 hour'`);
  expect(await decide(id, ASKED)).toMatchObject({
    status: 200,
    body: { data: { status: 'changes_asked', reason: ASKED.reason, dueAt: null, overdue: false } },
  });
  expect(await remindOfOverdue(queue.source)).toBe(0);
  const { code: finding, text, todo } = FINDING;
  expect(await emitted(queue.source, ChangesAsked)).toMatchObject([
    { submissionId: id, version: 2, reason: ASKED.reason, findings: [{ finding, text, todo }], packageId: null, dueAt: null },
  ]);
  expect(await decide(id, { ...ASKED, from: 'submitted', status: 'approved' })).toMatchObject({ status: 409 });

  const submission = await own();
  expect(submission).toMatchObject({ status: 'changes_asked', history: [{ reason: ASKED.reason, findings: [FINDING] }] });
  expect(submission.correctable).toMatchObject({
    trackFilesLink: expect.stringContaining('https://') as string,
    packageId: null,
  });
  // the links are for the seller and for who makes tracks
  expect((await own(asAdmin(1, 'viewer'))).correctable).toBeUndefined();
});

test('the seller corrects fields and sends the same submission again, with its history and a promise of its own', async () => {
  const id = await sendTrack();
  await decide(id, ASKED).expect(200);
  await queue.source.query(`UPDATE track_submissions SET submitted_at = submitted_at - interval '5 days'`);
  await correct(id, { trackName: 'Harbour Lights II', bpm: 124 }).expect(200);
  const [event] = await emitted(queue.source, SubmissionCorrected);
  expect(event).toMatchObject({ submissionId: id, version: 3, trackName: 'Harbour Lights II', bpm: 124, status: 'submitted' });
  expect(Date.parse(event!.dueAt!) - Date.parse(event!.submittedAt)).toBe(48 * HOURS);
  const submission = await own();
  expect(submission).toMatchObject({ id, status: 'submitted', reason: null, history: [{ reason: ASKED.reason }] });
  expect(submission.correctable).toBeUndefined();
  const { body } = await request(queue.app).get(`/api/track-submissions/${id}`).set(asAdmin()).expect(200);
  expect((body as { data: SubmissionView }).data.history).toHaveLength(1);
  expect(await correct(id)).toMatchObject({ status: 409, body: { code: 'illegal-transition' } });
  await decide(id, { ...ASKED, reason: 'Now the outro.', findings: undefined }).expect(200);
  expect((await own()).history).toMatchObject([{ reason: ASKED.reason }, { reason: 'Now the outro.', findings: [] }]);
});

test('a corrected package is sent again once it is checked, also after its month; the one of another submission is not', async () => {
  const byPackage = { trackFilesLink: undefined, projectFilesLink: undefined, packageId: 40 };
  await handle(checked());
  const id = await sendTrack(byPackage);
  await handle(checked({ packageId: 41 }));
  await sendTrack({ ...byPackage, packageId: 41, trackName: 'Another' });
  await decide(id, ASKED).expect(200);
  await handle(PackageReopened({ packageId: 40, version: 3, userId: 7 }));
  expect(await correct(id, byPackage)).toMatchObject({ status: 400, body: { code: 'package-not-fit' } });
  await handle(checked({ version: 4, expiresAt: new Date(Date.now() - HOURS).toISOString() }));
  expect(await correct(id, { ...byPackage, packageId: 41 })).toMatchObject({ status: 400, body: { code: 'package-not-fit' } });
  await correct(id, byPackage).expect(200);
  expect(await emitted(queue.source, SubmissionCorrected)).toMatchObject([{ submissionId: id, packageId: 40 }]);
});

test('the files of a rejected submission may be sent once more, as a new one', async () => {
  const byPackage = { trackFilesLink: undefined, projectFilesLink: undefined, packageId: 40 };
  await handle(checked());
  const id = await sendTrack(byPackage);
  await decide(id, { status: 'rejected', reason: 'Too long.' }).expect(200);
  expect(await sendTrack({ ...byPackage, trackName: 'Shorter' })).not.toBe(id);
});

test('nobody else sends it again', async () => {
  const id = await sendTrack();
  await decide(id, ASKED).expect(200);
  await aStore(queue.source, { userId: 8, storeName: 'Other' });
  expect(await correct(id, {}, asUser(8))).toMatchObject({ status: 404 });
  expect(await correct(id, {}, asUser(9))).toMatchObject({ status: 403 });
});
