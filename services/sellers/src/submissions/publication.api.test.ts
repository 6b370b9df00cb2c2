import {
  ProductChanged,
  ProductPublished,
  ProductRemoved,
  SubmissionChanged,
  SubmissionOverdue,
  TrackHeld,
  TrackReleased,
  UserDeleted,
} from '@shop/contracts/events';
import { asAdmin, deliver, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { captured } from '../testing/ledger-app';
import { RejectedSubmissions1797670000000 } from '../migrations/1797670000000-rejected-submissions';
import { subscriptionsOf } from '../subscriptions';
import { aStore, aTrack, useQueue } from '../testing/a-submission';
import { remindOfOverdue } from './remind-of-overdue';
import { submissionsOf } from './submission-queries';

const subscriptions = subscriptionsOf('Ghostline', 'Europe/Moscow');
const queue = useQueue();
let sellerId: number;
beforeEach(async () => {
  sellerId = (await aStore(queue.source)).id;
  await queue.send().expect(201);
});

const decide = (status: string, reason?: string) =>
  request(queue.app).put('/api/track-submissions/1/status').set(asAdmin()).send({ status, reason }).expect(200);
const rows = () => queue.source.query<Record<string, unknown>[]>('SELECT * FROM track_submissions ORDER BY id');
/** The track of the submission, as the admin's and the seller's answers name it. */
const queueView = async () => {
  const { body } = await request(queue.app).get('/api/track-submissions/1').set(asAdmin()).expect(200);
  const [own] = await submissionsOf(queue.source, sellerId);
  return [(body as { data: { productId: number | null } }).data.productId, own!.productId];
};
const aProduct = (fields: Partial<Parameters<typeof ProductPublished>[0]> = {}) =>
  ProductPublished({
    productId: 31,
    version: 1,
    name: 'Harbour Lights',
    category: 'Deep House',
    img: '/media/catalog/a.webp',
    priceCents: 34900,
    oldPriceCents: null,
    bpm: 122,
    musicKey: 'F#',
    projectName: null,
    sellerId,
    sellerUserId: 7,
    storeName: 'Night Freight',
    downloadLink: 'https://www.dropbox.com/s/abc/harbour.zip',
    projectLink: null,
    createdAt: '2026-11-21T10:00:00.000Z',
    submissionId: 1,
    ...fields,
  });

describe('a submission is published with the track it became', () => {
  test('once, however often the news comes', async () => {
    await decide('approved');
    await deliver(queue.source, subscriptions, aProduct(), 2);
    await deliver(queue.source, subscriptions, aProduct());
    expect(await rows()).toMatchObject([{ status: 'published', product_id: 31, due_at: null, version: 3 }]);
    expect((await emitted(queue.source, SubmissionChanged)).filter((fact) => fact.status === 'published')).toMatchObject([
      { submissionId: 1, version: 3, productId: 31, trackName: 'Harbour Lights' },
    ]);
  });

  test('before its approval was noted as well; the late approval is then a conflict', async () => {
    await deliver(queue.source, subscriptions, aProduct());
    expect(await rows()).toMatchObject([{ status: 'published', product_id: 31 }]);
    await request(queue.app).put('/api/track-submissions/1/status').set(asAdmin()).send({ status: 'approved' }).expect(409);
  });

  test('by hand first: the track that comes after it is kept with it, and the seller is told of it once', async () => {
    await decide('approved');
    await decide('published');
    await deliver(queue.source, subscriptions, aProduct(), 2);
    expect(await rows()).toMatchObject([{ status: 'published', product_id: 31, version: 4 }]);
    const emissions = (await emitted(queue.source, SubmissionChanged)).filter(({ status }) => status === 'published');
    expect(emissions).toMatchObject([
      { version: 3, productId: null },
      { version: 4, productId: 31 },
    ]);
    await deliver(queue.source, subscriptions, aProduct({ productId: 32 }));
    expect((await emitted(queue.source, SubmissionChanged)).at(-1)).toMatchObject({ version: 5, productId: 32 });
  });

  test.each([
    ['without a submission', { submissionId: null }],
    ['of an unknown one', { submissionId: 99 }],
    ["of the operator's own", { sellerId: null, sellerUserId: null }],
    ['of another store', { sellerId: 99 }],
  ])('but not with a track %s', async (_, fields) => {
    await decide('approved');
    await deliver(queue.source, subscriptions, aProduct(fields), 2);
    expect(await rows()).toMatchObject([{ status: 'approved', product_id: null }]);
  });

  test('and with a track of another store once an edit has put that right', async () => {
    await decide('approved');
    await deliver(queue.source, subscriptions, aProduct({ sellerId: 99 }));
    await deliver(queue.source, subscriptions, ProductChanged(aProduct({ version: 2 }).data), 2);
    await deliver(queue.source, subscriptions, ProductChanged(aProduct({ version: 3 }).data));
    expect(await rows()).toMatchObject([{ status: 'published', product_id: 31, version: 3 }]);
    const emissions = (await emitted(queue.source, SubmissionChanged)).filter(({ status }) => status === 'published');
    expect(emissions).toMatchObject([{ productId: 31 }]);
  });

  test('but not with a change of it once an admin has rejected the submission, by which the queue was cleared', async () => {
    await decide('approved');
    await deliver(queue.source, subscriptions, aProduct({ sellerId: 99 }));
    await decide('rejected', 'It is on sale already.');
    await deliver(queue.source, subscriptions, ProductChanged(aProduct({ version: 2 }).data));
    expect(await rows()).toMatchObject([{ status: 'rejected', product_id: null }]);
    expect((await emitted(queue.source, SubmissionChanged)).map(({ status }) => status)).toEqual(['approved', 'rejected']);
  });

  test('and with the track that was published after the first one was removed, in whatever order that is heard', async () => {
    const second = aProduct({ productId: 32 });
    const removed = ProductRemoved({ productId: 31, version: 2 });
    await deliver(queue.source, subscriptions, aProduct());
    await deliver(queue.source, subscriptions, removed);
    await deliver(queue.source, subscriptions, second, 2);
    await deliver(queue.source, subscriptions, aProduct());
    expect(await rows()).toMatchObject([{ status: 'published', product_id: 32, version: 3 }]);
    expect((await emitted(queue.source, SubmissionChanged)).map(({ productId }) => productId)).toEqual([31, 32]);
  });

  test('and may become another track once the first one was removed: nobody is led to that any more', async () => {
    await deliver(queue.source, subscriptions, aProduct());
    expect(await queueView()).toEqual([31, 31]);
    await deliver(queue.source, subscriptions, ProductRemoved({ productId: 31, version: 2 }));
    expect(await queueView()).toEqual([null, null]);
    await deliver(queue.source, subscriptions, aProduct({ productId: 32 }));
    expect(await queueView()).toEqual([32, 32]);
  });

  test('but not while a buyer has the removed track', async () => {
    await deliver(queue.source, subscriptions, aProduct());
    await deliver(queue.source, subscriptions, ProductRemoved({ productId: 31, version: 2 }));
    const replies: unknown[] = [];
    for (const event of [
      TrackHeld({ productId: 31, orderId: 1, version: 1, until: '2030-01-01T12:00:00.000Z' }),
      captured(1, [{ productId: 31, claimVersion: 2, sellerId }]),
      TrackReleased({ productId: 31, orderId: 1, version: 3 }),
    ]) {
      await deliver(queue.source, subscriptions, event);
      replies.push(await queueView());
    }
    expect(replies).toEqual([
      [31, 31],
      [31, 31],
      [null, null],
    ]);
  });

  test('the track that it was before, heard of late, does not come back', async () => {
    await deliver(queue.source, subscriptions, aProduct({ productId: 32 }));
    await deliver(queue.source, subscriptions, aProduct());
    expect(await rows()).toMatchObject([{ product_id: 32, version: 2 }]);
  });
});

describe('a promise that was not kept', () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

  test('is told once: not before its time, not again, and not by a second replica', async () => {
    expect(await remindOfOverdue(queue.source, inHours(47))).toBe(0);
    const reminders = await Promise.all([remindOfOverdue(queue.source, inHours(49)), remindOfOverdue(queue.source, inHours(49))]);
    expect(reminders.reduce((sum, count) => sum + count)).toBe(1);
    expect(await remindOfOverdue(queue.source, inHours(100))).toBe(0);
    expect(await emitted(queue.source, SubmissionOverdue)).toMatchObject([
      { submissionId: 1, status: 'submitted', trackName: 'Harbour Lights' },
    ]);
  });

  test('the next promise is one of its own', async () => {
    await remindOfOverdue(queue.source, inHours(49));
    await decide('approved');
    expect(await remindOfOverdue(queue.source, inHours(23))).toBe(0);
    expect(await remindOfOverdue(queue.source, inHours(25))).toBe(1);
    expect((await emitted(queue.source, SubmissionOverdue)).map((fact) => fact.status)).toEqual(['submitted', 'approved']);
  });

  test('is none when it was decided, or when the store is gone', async () => {
    await decide('rejected', 'No.');
    await aStore(queue.source, { userId: 8, storeName: 'Other' });
    await queue.send(aTrack(), 8).expect(201);
    await queue.source.query('UPDATE sellers SET deleted_at = now() WHERE user_id = 8');
    await remindOfOverdue(queue.source, inHours(100));
    expect(await emitted(queue.source, SubmissionOverdue)).toEqual([]);
  });
});

describe('with its store goes', () => {
  beforeEach(async () => {
    await decide('approved');
    await decide('published');
    await queue.send(aTrack({ trackName: 'Rejected' })).expect(201);
    await queue.source.query(`UPDATE track_submissions SET status = 'rejected', reason = 'No.', due_at = NULL WHERE id = 2`);
  });

  test('what waits or was rejected; what was published stays without address and links', async () => {
    await queue.send(aTrack({ trackName: 'Waiting' })).expect(201);
    await deliver(queue.source, subscriptions, UserDeleted({ userId: 7, version: 3 }), 2);
    expect(await rows()).toMatchObject([
      { track_name: 'Harbour Lights', contact_email: '', track_files_link: '', project_files_link: null },
    ]);
  });

  test('by a migration what an earlier version kept; the rejected ones of open stores stay', async () => {
    await queue.migrateAgain(new RejectedSubmissions1797670000000());
    expect(await rows()).toHaveLength(2);
    await queue.source.query('UPDATE sellers SET deleted_at = now()');
    await queue.migrateAgain(new RejectedSubmissions1797670000000());
    expect(await rows()).toMatchObject([{ track_name: 'Harbour Lights' }]);
  });
});
