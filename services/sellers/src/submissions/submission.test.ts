import { SUBMISSION_STATUSES } from '@shop/contracts/constants';
import { aSubmission } from '../testing/a-submission';
import { dueOf, mayBecome } from './transitions';

const store = { userId: 9, storeName: 'Night Freight', status: 'active', owner: { name: 'Nora', email: 'nora@example.com' } };
const friday = new Date('2026-11-20T15:00:00.000Z');
const saturday = new Date('2026-11-21T09:30:00.000Z');

test('a submission goes from sent to published only on the ways that exist', () => {
  const ways = SUBMISSION_STATUSES.flatMap((from) =>
    SUBMISSION_STATUSES.filter((to) => mayBecome(from, to)).map((to) => `${from} > ${to}`),
  );
  expect(ways).toEqual([
    'submitted > in_review',
    'submitted > changes_asked',
    'submitted > approved',
    'submitted > rejected',
    'in_review > changes_asked',
    'in_review > approved',
    'in_review > rejected',
    'changes_asked > rejected',
    'approved > rejected',
    'approved > published',
  ]);
});

test.each(
  SUBMISSION_STATUSES.flatMap((from) =>
    SUBMISSION_STATUSES.filter((to) => !mayBecome(from, to)).map((to) => [from, to] as const),
  ),
)('one that is %s cannot become %s, and stays as it is', (from, to) => {
  const submission = aSubmission(friday, { status: from });
  expect(() => submission.become(to, 'why', saturday, store)).toThrow(
    expect.objectContaining({ status: 409, code: 'illegal-transition' }),
  );
  expect(submission).toMatchObject({ status: from, version: 1, changedAt: friday });
});

test('the review is promised two days from the sending, over a weekend too, and taking it into review wins no time', () => {
  const submission = aSubmission(friday);
  expect(submission.dueAt).toEqual(new Date('2026-11-22T15:00:00.000Z'));
  submission.become('in_review', null, saturday, store);
  expect(submission.dueAt).toEqual(new Date('2026-11-22T15:00:00.000Z'));
});

test('the publication is promised a day from the approval, and then nothing is', () => {
  const submission = aSubmission(friday);
  const approved = submission.become('approved', null, saturday, store);
  expect(approved.data).toMatchObject({
    status: 'approved',
    version: 2,
    dueAt: '2026-11-22T09:30:00.000Z',
    changedAt: '2026-11-21T09:30:00.000Z',
    storeName: 'Night Freight',
    storeStatus: 'active',
  });
  expect(dueOf('rejected', friday, saturday)).toBeNull();
  expect(dueOf('published', friday, saturday)).toBeNull();
});

test('a rejection says why, and an approval can still be taken back with one', () => {
  const submission = aSubmission(friday);
  expect(() => submission.become('rejected', null, saturday, store)).toThrow(
    expect.objectContaining({ status: 400, extra: { field: 'reason' } }),
  );
  submission.become('approved', null, saturday, store);
  const rejected = submission.become('rejected', 'The link to the files is dead.', saturday, store);
  expect(rejected.data).toMatchObject({ status: 'rejected', reason: 'The link to the files is dead.', dueAt: null });
});

test('a reason belongs to a rejection alone', () => {
  expect(aSubmission(friday).become('approved', 'nice', saturday, store).data).toMatchObject({ reason: null });
});

test('once it is a track it stays that track, until a newer one takes its place', () => {
  const submission = aSubmission(friday);
  const [published] = submission.publishAs(31, saturday, store);
  expect(published!.data).toMatchObject({ status: 'published', productId: 31 });
  expect(submission.publishAs(31, saturday, store)).toEqual([]);
  expect(submission.publishAs(30, saturday, store)).toEqual([]);
  expect(submission).toMatchObject({ productId: 31, version: 2 });
  expect(submission.publishAs(32, saturday, store)).toMatchObject([{ data: { productId: 32, version: 3 } }]);
});

test('a track that is put on sale before its approval was noted counts as published all the same', () => {
  const submission = aSubmission(friday, { status: 'rejected', reason: 'Too short.', dueAt: null });
  submission.publishAs(31, saturday, store);
  expect(submission).toMatchObject({ status: 'published', reason: null, productId: 31 });
});

test('no event says where the files are', () => {
  const submission = aSubmission(friday);
  const text = JSON.stringify([
    submission.submitted(store),
    submission.overdue(store),
    submission.become('approved', null, saturday, store),
  ]);
  expect(text).toContain('Harbour Lights');
  expect(text).not.toMatch(/dropbox|we\.tl/);
});
