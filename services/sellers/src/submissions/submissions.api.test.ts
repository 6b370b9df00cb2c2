import { AdminActed, SubmissionChanged, TrackSubmitted, UserChanged, UserDeleted, UserVerified } from '@shop/contracts/events';
import type { SubmissionsPage } from '@shop/contracts/views';
import { as, asAdmin, asUser, deliver, emitted, testLog } from '@shop/runtime/testing';
import { createBotCheck } from '@shop/shared';
import request from 'supertest';
import { subscriptionsOf } from '../subscriptions';
import { aStore, aTrack, openQueue, type Queue } from '../testing/a-submission';
import { submissionsOf } from './submission-queries';

let queue: Queue;
let sellerId: number;
beforeEach(async () => {
  queue = await openQueue();
  sellerId = (await aStore(queue.source)).id;
});
afterEach(() => queue.close());

const records = () => queue.source.query<Record<string, unknown>[]>('SELECT * FROM track_submissions ORDER BY id');
const decide = (id: number, body: object) =>
  request(queue.app).put(`/api/track-submissions/${id}/status`).set(asAdmin()).send(body);
const list = async (query: object = {}) =>
  (await request(queue.app).get('/api/track-submissions').query(query).set(asAdmin()).expect(200)).body as SubmissionsPage;
const names = async (query: object) => (await list(query)).data.map((one) => one.trackName);

test('an active seller sends a track; it waits for review, and the operator hears of it', async () => {
  expect(await queue.send()).toMatchObject({
    status: 201,
    body: {
      success: true,
      message: 'The application for review has been successfully submitted. We will contact you within 48 hours.',
    },
  });
  expect(await records()).toMatchObject([
    {
      seller_id: sellerId,
      track_name: 'Harbour Lights',
      price_cents: 34900,
      status: 'submitted',
      contact_email: 'nora@example.com',
    },
  ]);
  const [told] = await emitted(queue.source, TrackSubmitted);
  expect(told).toMatchObject({
    sellerId,
    storeName: 'Night Freight',
    trackName: 'Harbour Lights',
    priceCents: 34900,
    bpm: 122,
    hasProject: true,
  });
  expect(Date.parse(told!.dueAt!) - Date.parse(told!.submittedAt)).toBe(48 * 3_600_000);
});

test('a seller declares where the sounds come from, and the reviewer reads it; without a declaration nothing is shown', async () => {
  const origins = {
    samples: 'licensed',
    samplesNote: 'Loops of Nora, agreement of May',
    vocals: 'machine',
    vocalsNote: 'Voxel 2',
    unreleased: true,
  };
  expect((await queue.send(aTrack({ origins }))).status).toBe(201);
  expect((await queue.send(aTrack({ origins }))).status).toBe(201);
  expect((await queue.send(aTrack())).status).toBe(201);
  const [declared, undeclared, ...others] = (await list({ sort: 'id' })).data;
  expect(declared!.origins).toEqual(origins);
  expect(undeclared).not.toHaveProperty('origins');
  expect(others).toEqual([]);
});

test.each([
  ['samples without their packs', { samples: 'royalty-free' }, 'origins.samplesNote'],
  ['a machine without its name', { vocals: 'machine' }, 'origins.vocalsNote'],
  ['a track that was released', { unreleased: false }, 'origins.unreleased'],
  ['an unknown origin', { vocals: 'borrowed' }, 'origins.vocals'],
  ['a note of 301 characters', { samples: 'licensed', samplesNote: 'x'.repeat(301) }, 'origins.samplesNote'],
])('refused is a declaration with %s', async (_, fields, field) => {
  const origins = { samples: 'none', vocals: 'none', unreleased: true, ...fields };
  expect(await queue.send(aTrack({ origins }))).toMatchObject({ status: 400, body: { code: 'invalid', field } });
  expect(await records()).toEqual([]);
});

test('a seller who has accepted an offer that no longer holds accepts the new one before the next track', async () => {
  await queue.source.query(`UPDATE sellers SET offer_version = '0.9', offer_accepted_at = now()`);
  expect(await queue.send()).toMatchObject({ status: 409, body: { code: 'offer-changed' } });
  expect(await records()).toEqual([]);
  await queue.source.query(`UPDATE sellers SET offer_version = '1.1'`);
  expect((await queue.send()).status).toBe(201);
});

describe("a contact address that was the account's own", () => {
  const person = { userId: 7, name: 'Nora', lastName: 'Vale', country: 'Norway' };
  const handle = (event: { type: string; data: unknown; occurredAt?: string }) =>
    deliver(queue.source, subscriptionsOf('Ghostline', 'Europe/Moscow'), event, 2);
  const changed = (version: number, previousEmail: string, email: string) =>
    UserChanged({ ...person, version, email, previousEmail, isAdmin: false, passwordChanged: false });
  const contacts = async () => (await records()).map((row) => row.contact_email);
  beforeEach(async () => {
    await handle(UserVerified({ ...person, version: 1, email: 'nora@example.com', seller: null }));
    await queue.send().expect(201);
  });

  test('follows the account, and one that was only typed does not', async () => {
    await queue.send(aTrack({ trackName: 'Typed', contactEmail: 'studio@example.com' })).expect(201);
    await handle(changed(2, 'Nora@example.com', 'new@example.com'));
    expect(await contacts()).toEqual(['new@example.com', 'studio@example.com']);
    await decide(1, { status: 'approved' }).expect(200);
    expect(await emitted(queue.source, SubmissionChanged)).toMatchObject([
      { owner: { email: 'new@example.com' }, contactEmail: 'new@example.com' },
    ]);
  });

  test('becomes the present one when the changes come in another order', async () => {
    await handle(changed(3, 'new@example.com', 'newest@example.com'));
    await handle(changed(2, 'nora@example.com', 'new@example.com'));
    expect(await contacts()).toEqual(['newest@example.com']);
    await handle(changed(4, 'newest@example.com', 'last@example.com'));
    expect(await contacts()).toEqual(['last@example.com']);
  });

  test('stays when it was typed after the change, in another store, and once the account is erased', async () => {
    await aStore(queue.source, { userId: 8, storeName: 'Other' });
    await queue.send(aTrack(), 8).expect(201);
    await handle({ ...changed(2, 'nora@example.com', 'new@example.com'), occurredAt: '2026-01-01T00:00:00.000Z' });
    expect(await contacts()).toEqual(['nora@example.com', 'nora@example.com']);
    await queue.source.query(`UPDATE track_submissions SET status = 'published', due_at = NULL WHERE id = 1`);
    await handle(UserDeleted({ userId: 7, version: 4 }));
    await handle(changed(3, 'nora@example.com', 'newest@example.com'));
    expect(await contacts()).toEqual(['', 'nora@example.com']);
  });
});

test("a seller's notes about the sounds go with the account, and the declaration of a published track stays", async () => {
  const origins = {
    samples: 'licensed',
    samplesNote: 'Loops of Nora',
    vocals: 'machine',
    vocalsNote: 'Voxel 2',
    unreleased: true,
  };
  await queue.send(aTrack({ origins })).expect(201);
  await queue.source.query(`UPDATE track_submissions SET status = 'published', due_at = NULL`);
  await deliver(queue.source, subscriptionsOf('Ghostline', 'UTC'), UserDeleted({ userId: 7, version: 4 }), 2);
  expect(await records()).toMatchObject([{ sound_origins: { ...origins, samplesNote: null, vocalsNote: null } }]);
});

test("the store is always the seller's own, whatever name they send", async () => {
  await queue.send(aTrack({ storeName: 'Somebody Else' })).expect(201);
  expect((await list()).data).toMatchObject([{ storeName: 'Night Freight', sellerId }]);
  expect(await emitted(queue.source, TrackSubmitted)).toMatchObject([{ storeName: 'Night Freight' }]);
});

test('only active sellers may send, and whoever may not hears that before anything about their form', async () => {
  for (const [userId, status] of [
    [8, '0'],
    [9, 'pending'],
    [10, 'inactive'],
  ] as const)
    await aStore(queue.source, { userId, storeName: `Store ${userId}`, status });
  await aStore(queue.source, { userId: 11, storeName: 'Gone', deletedAt: new Date() });
  for (const userId of [8, 9, 10, 11, 12]) {
    await queue.send(aTrack(), userId).expect(403);
    await queue.send({}, userId).expect(403);
  }
  await request(queue.app).post('/api/track-submissions').set(asAdmin()).send(aTrack()).expect(403);
  await request(queue.app).post('/api/track-submissions').set(as()).send(aTrack()).expect(401);
  expect(await records()).toEqual([]);
  expect(await emitted(queue.source, TrackSubmitted)).toEqual([]);
});

test('the project files may be left out, a scheme may be forgotten, numbers may be text', async () => {
  for (const [at, projectFilesLink] of ['', null, undefined].entries())
    await queue.send(aTrack({ trackName: `Track ${at}`, projectFilesLink })).expect(201);
  await queue.send(aTrack({ trackFilesLink: 'drive.google.com/file/d/1', price: '999', bpm: '127.5' })).expect(201);
  const rows = await records();
  expect(rows.map((row) => row.project_files_link)).toEqual([null, null, null, 'https://we.tl/t-xyz']);
  expect(rows[3]).toMatchObject({ track_files_link: 'https://drive.google.com/file/d/1', price_cents: 99900, bpm: 127.5 });
});

test('a track that is sent once more, because its answer was lost, is one submission, and is told once', async () => {
  for (const track of [aTrack(), aTrack({ projectFilesLink: '' })]) {
    const answers = await Promise.all([queue.send(track), queue.send(track)]);
    answers.push(await queue.send(track));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  }
  expect(await records()).toHaveLength(2);
  expect(await emitted(queue.source, TrackSubmitted)).toHaveLength(2);
});

test('a track that is sent with another value, or after a rejection, is another submission', async () => {
  await queue.send().expect(201);
  await queue.send(aTrack({ price: 399 })).expect(201);
  await decide(1, { status: 'rejected', reason: 'The kick clips.' }).expect(200);
  await queue.send().expect(201);
  expect((await records()).map((row) => [row.price_cents, row.status])).toEqual([
    [34900, 'rejected'],
    [39900, 'submitted'],
    [34900, 'submitted'],
  ]);
});

test('a link is kept as a browser reads it, so that it leads nowhere else in another program', async () => {
  await queue.send(aTrack({ trackFilesLink: 'https:\\\\dropbox.com\\@evil.example/x' })).expect(201);
  expect(await records()).toMatchObject([{ track_files_link: 'https://dropbox.com/@evil.example/x' }]);
});

const FILL = 'Please fill in all required fields.';
const LINK = 'Use only Dropbox, WeTransfer, Yandex Disk or Google Drive';
const required = ['storeName', 'trackName', 'price', 'genre', 'bpm', 'key', 'trackFilesLink', 'contactEmail'];
const REFUSED: [field: string, value: unknown, error: string | null][] = [
  ...required.flatMap((field): [string, unknown, string][] => [
    [field, undefined, FILL],
    [field, '', FILL],
    [field, null, FILL],
  ]),
  ...['trackName', 'bpm', 'contactEmail', 'trackFilesLink'].map((field): [string, unknown, string] => [field, '  ', FILL]),
  ['contactEmail', 'nora@example', 'Please enter a valid email address.'],
  ['contactEmail', 'nora@example.com\r\nBcc: all@example.com', null],
  ...[
    'https://evil.example/?dropbox.com',
    'https://dropbox.com.evil.example/',
    'http://dropbox.com/x',
    'https://me@dropbox.com/x',
    'javascript:alert(1)//dropbox.com',
    'https://google.com/x',
    'x',
  ].flatMap((link): [string, unknown, string][] => [
    ['trackFilesLink', link, LINK],
    ['projectFilesLink', link, LINK],
  ]),
  ['price', 300, 'Please choose one of the prices'],
  ['price', 249, 'Please choose one of the prices'],
  ['price', 1049, 'Please choose one of the prices'],
  ['genre', 'Polka', 'Please choose a genre'],
  ['key', 'H', 'Please choose a key'],
  ['bpm', -1, 'BPM must be a number from 0 to 400, with at most one decimal'],
  ['bpm', 'fast', 'BPM must be a number from 0 to 400, with at most one decimal'],
  ['bpm', 401, 'BPM must be a number from 0 to 400, with at most one decimal'],
  ['bpm', 124.25, 'BPM must be a number from 0 to 400, with at most one decimal'],
  ['bpm', true, null],
  ['trackName', 'x'.repeat(121), null],
  ['trackName', 'a\u0000b', null],
  ['trackName', { $ne: 1 }, null],
  ['status', 'approved', 'Unknown field status'],
];

test('a missing or wrong field is refused by its name in the words of the form, and nothing is stored', async () => {
  for (const [field, value, error] of REFUSED) {
    const answer = await queue.send(aTrack({ [field]: value }));
    expect({ value, status: answer.status, body: answer.body as object }).toMatchObject({
      value,
      status: 400,
      body: { field, ...(error && { error }) },
    });
  }
  expect(await records()).toEqual([]);
});

test('ten an hour, and another seller is not held up by it', async () => {
  await queue.close();
  queue = await openQueue({ rateScale: 1 });
  await aStore(queue.source);
  await aStore(queue.source, { userId: 8, storeName: 'Other' });
  for (let i = 0; i < 10; i += 1) await queue.send().expect(201);
  const refused = await queue.send().expect(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  await queue.send(aTrack(), 8).expect(201);
});

test('with the bot check on, a submission without its token is refused', async () => {
  await queue.close();
  const botCheck = createBotCheck(
    { RECAPTCHA_SECRET: 's', RECAPTCHA_VERIFY_URL: 'http://127.0.0.1:9/', PUBLIC_URL: 'https://shop.example' },
    testLog,
  );
  queue = await openQueue({ botCheck });
  await aStore(queue.source);
  expect(await queue.send()).toMatchObject({ status: 400, body: { code: 'bot-check' } });
  await queue.send(aTrack({ recaptchaToken: 'x' })).expect(503);
  expect(await records()).toEqual([]);
});

test('an admin takes it into review and approves it: the seller hears of each step, the audit log who took it', async () => {
  await queue.send();
  expect(await decide(1, { status: 'in_review' })).toMatchObject({
    status: 200,
    body: { success: true, data: { id: 1, status: 'in_review' } },
  });
  const approved = await decide(1, { status: 'approved' });
  expect(approved.body).toMatchObject({
    data: {
      status: 'approved',
      trackFilesLink: 'https://www.dropbox.com/s/abc/harbour.zip',
      projectFilesLink: 'https://we.tl/t-xyz',
      overdue: false,
    },
  });
  expect(await emitted(queue.source, SubmissionChanged)).toMatchObject([
    { submissionId: 1, version: 2, status: 'in_review', contactEmail: 'nora@example.com' },
    { submissionId: 1, version: 3, status: 'approved' },
  ]);
  expect(await emitted(queue.source, AdminActed)).toMatchObject([
    {
      adminId: 1,
      action: 'submission.changed',
      subject: { type: 'submission', id: 1, name: 'Submission 1' },
      before: { status: 'submitted' },
      after: { status: 'in_review' },
    },
    { before: { status: 'in_review' }, after: { status: 'approved' } },
  ]);
});

test('a rejection needs a reason, which the seller reads', async () => {
  await queue.send();
  for (const reason of [undefined, '', '   ', null])
    expect(await decide(1, { status: 'rejected', reason })).toMatchObject({ status: 400, body: { field: 'reason' } });
  await decide(1, { status: 'rejected', reason: 'The kick clips.' }).expect(200);
  expect(await submissionsOf(queue.source, sellerId)).toMatchObject([
    { status: 'rejected', reason: 'The kick clips.', dueAt: null },
  ]);
  expect(await emitted(queue.source, AdminActed)).toMatchObject([
    { before: { status: 'submitted', reason: null }, after: { status: 'rejected', reason: 'not kept' } },
  ]);
});

test('a way that does not exist is a conflict; a second click on the same one is none and says nothing twice', async () => {
  await queue.send();
  expect(await decide(1, { status: 'published' })).toMatchObject({
    status: 409,
    body: { code: 'illegal-transition', error: 'A submission that is submitted cannot become published.' },
  });
  await decide(1, { status: 'in_review' }).expect(200);
  await decide(1, { status: 'in_review' }).expect(200);
  expect(await emitted(queue.source, SubmissionChanged)).toHaveLength(1);
  expect(await emitted(queue.source, AdminActed)).toHaveLength(1);
  await decide(1, { status: 'submitted' }).expect(400);
  await decide(1, {}).expect(400);
  await decide(99, { status: 'in_review' }).expect(404);
});

test('a decision about what somebody else has decided since is refused, also the same one with another reason', async () => {
  await queue.send().expect(201);
  await decide(1, { status: 'approved', from: 'submitted' }).expect(200);
  const late = { status: 'rejected', from: 'submitted', reason: 'The kick clips.' };
  expect(await decide(1, late)).toMatchObject({
    status: 409,
    body: { code: 'illegal-transition', error: 'This submission is approved by now. Please look at it again.' },
  });
  await decide(1, { ...late, from: 'approved' }).expect(200);
  await decide(1, { ...late, from: 'approved', reason: 'Too short.' }).expect(409);
  expect(await records()).toMatchObject([{ status: 'rejected', reason: 'The kick clips.' }]);
  expect(await decide(1, { ...late, from: 'open' })).toMatchObject({ status: 400, body: { field: 'from' } });
});

test("two admins decide at once: the second one meets the first one's decision", async () => {
  await queue.send();
  const [rejected, approved] = await Promise.all([
    decide(1, { status: 'rejected', reason: 'No.' }),
    decide(1, { status: 'approved' }),
  ]);
  // An approved submission can still be rejected, and a rejected one stays so.
  expect(rejected.status).toBe(200);
  expect(await records()).toMatchObject([{ status: 'rejected', reason: 'No.' }]);
  const states = (await emitted(queue.source, SubmissionChanged)).map(({ status }) => status);
  if (approved.status === 200) expect(states).toEqual(['approved', 'rejected']);
  else {
    expect(approved).toMatchObject({ status: 409, body: { code: 'illegal-transition' } });
    expect(states).toEqual(['rejected']);
  }
});

test("the seller sees their own with state, clock and reason, without links, and nobody else's", async () => {
  const otherStore = await aStore(queue.source, { userId: 8, storeName: 'Other' });
  await queue.send();
  await queue.send(aTrack({ trackName: 'Second' }));
  await queue.send(aTrack({ trackName: 'Not his' }), 8);
  const own = await submissionsOf(queue.source, sellerId);
  expect(own.map((one) => one.trackName)).toEqual(['Second', 'Harbour Lights']);
  expect(own[0]).toMatchObject({ status: 'submitted', overdue: false, price: 349, key: 'F#', productId: null });
  expect(JSON.stringify(own)).not.toMatch(/dropbox|we\.tl|@/);
  expect(await submissionsOf(queue.source, otherStore.id)).toHaveLength(1);
});

describe('the queue of the admin', () => {
  const late = (id: number, hours: number) =>
    queue.source.query(`UPDATE track_submissions SET due_at = now() - make_interval(hours => $2) WHERE id = $1`, [id, hours]);

  beforeEach(async () => {
    for (const trackName of ['First', 'Second', 'Third', 'Fourth 100%']) await queue.send(aTrack({ trackName }));
    await decide(1, { status: 'rejected', reason: 'No.' });
    await late(3, 2);
  });

  test('comes with the earliest promise first and decided submissions last; counts say how many there are of each', async () => {
    expect(await names({})).toEqual(['Third', 'Second', 'Fourth 100%', 'First']);
    const { data, counts, pagination } = await list({ page: 1, limit: 1 });
    expect(data).toMatchObject([
      { id: 3, overdue: true, contactEmail: 'nora@example.com', trackFilesLink: 'https://www.dropbox.com/s/abc/harbour.zip' },
    ]);
    expect(counts).toEqual({
      submitted: 3,
      in_review: 0,
      changes_asked: 0,
      approved: 0,
      rejected: 1,
      published: 0,
      open: 3,
      overdue: 1,
    });
    expect(pagination).toEqual({ page: 1, limit: 1, total: 4, totalPages: 4 });
  });

  test('a state, the open ones or the late ones; a word of the track, the store, the address or the number', async () => {
    expect(await names({ status: 'rejected' })).toEqual(['First']);
    expect(await names({ status: 'open' })).toHaveLength(3);
    expect(await names({ status: 'overdue' })).toEqual(['Third']);
    expect(await names({ q: 'second' })).toEqual(['Second']);
    expect(await names({ q: '100%' })).toEqual(['Fourth 100%']);
    expect(await names({ q: '%' })).toEqual(['Fourth 100%']);
    expect(await names({ q: '#2' })).toEqual(['Second']);
    expect(await names({ q: 'night freight' })).toHaveLength(4);
    expect(await names({ q: 'nora@' })).toHaveLength(4);
    expect(await names({ q: 'nothing' })).toEqual([]);
  });

  test("it names the address of the seller's account beside the typed one, and finds it", async () => {
    const own = { name: 'Nora', lastName: 'Vale', email: 'own@example.com', country: 'Norway', seller: null };
    expect((await list()).data[0]).toMatchObject({ accountEmail: null, contactEmail: 'nora@example.com' });
    await deliver(queue.source, subscriptionsOf('Ghostline', 'UTC'), UserVerified({ userId: 7, version: 1, ...own }));
    expect((await list({ q: 'own@' })).data).toHaveLength(4);
    const { body } = await request(queue.app).get('/api/track-submissions/1').set(asAdmin()).expect(200);
    expect(body).toMatchObject({ data: { accountEmail: 'own@example.com', contactEmail: 'nora@example.com' } });
  });

  test('it is sorted by what an admin looks for, in pages', async () => {
    expect(await names({ sort: 'trackName' })).toEqual(['First', 'Fourth 100%', 'Second', 'Third']);
    expect(await names({ sort: '-id', limit: 2, page: 2 })).toEqual(['Second', 'First']);
    const bad = (query: object) => request(queue.app).get('/api/track-submissions').query(query).set(asAdmin());
    expect(await bad({ sort: 'reason' })).toMatchObject({ status: 400, body: { field: 'sort' } });
    expect(await bad({ status: 'lost' })).toMatchObject({ status: 400, body: { field: 'status' } });
    expect(await bad({ limit: 101 })).toMatchObject({ status: 400, body: { field: 'limit' } });
  });

  test('the links are in no answer but of those who may make a track of it', async () => {
    const linkFields = { trackFilesLink: 'https://www.dropbox.com/s/abc/harbour.zip', projectFilesLink: 'https://we.tl/t-xyz' };
    const hidden = { trackFilesLink: null, projectFilesLink: null };
    for (const [role, links] of [
      ['owner', linkFields],
      ['catalogue', linkFields],
      ['viewer', hidden],
    ] as const) {
      const queueOf = async (path: string) =>
        (await request(queue.app).get(path).set(asAdmin(1, role)).expect(200)).body as object;
      expect(await queueOf('/api/track-submissions/2')).toMatchObject({ data: { trackName: 'Second', ...links } });
      expect(await queueOf('/api/track-submissions?status=rejected')).toMatchObject({ data: [{ trackName: 'First', ...links }] });
    }
  });

  test('it is for admins alone, and so is each of its submissions', async () => {
    for (const path of ['/api/track-submissions', '/api/track-submissions/1', '/api/track-submissions/99']) {
      await request(queue.app).get(path).set(asUser(7)).expect(403);
      await request(queue.app).get(path).set(as()).expect(401);
    }
    await request(queue.app).put('/api/track-submissions/1/status').set(asUser(7)).send({ status: 'approved' }).expect(403);
    expect((await request(queue.app).get('/api/track-submissions/1').set(asAdmin())).body).toMatchObject({
      data: { id: 1, trackName: 'First', storeName: 'Night Freight', sellerId },
    });
    await request(queue.app).get('/api/track-submissions/99').set(asAdmin()).expect(404);
    await request(queue.app).get('/api/track-submissions/x').set(asAdmin()).expect(400);
  });
});
