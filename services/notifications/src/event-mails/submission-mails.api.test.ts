import type { SubmissionStatus } from '@shop/contracts/constants';
import { SubmissionChanged, SubmissionOverdue, TrackSubmitted } from '@shop/contracts/events';
import { expectBothSay } from '../testing/good-mail';
import { OPERATOR, SELLER, useMails } from '../testing/mails-after';
import type { Received } from '../testing/smtp-inbox';

const mailsAfter = useMails();

const facts = {
  submissionId: 12,
  version: 1,
  sellerId: 3,
  storeName: 'Night <i>Freight</i>',
  userId: 5,
  owner: { name: 'Nora', email: SELLER },
  trackName: 'Harbour Lights',
  contactEmail: SELLER,
  dueAt: '2026-11-22T15:00:00.000Z',
};
const track = {
  genre: 'Deep House',
  bpm: 122,
  musicKey: 'F#',
  priceCents: 34900,
  hasProject: true,
  submittedAt: '2026-11-20T15:00:00.000Z',
};
const submitted = () => TrackSubmitted({ ...facts, ...track, status: 'submitted' });
const changed = (status: SubmissionStatus, more: Partial<Parameters<typeof SubmissionChanged>[0]> = {}) =>
  SubmissionChanged({ ...facts, version: 2, reason: null, productId: null, status, ...more });

const says = (mail: Received, ...words: string[]) => expectBothSay(mail, words);
const theMailAfter = async (event: { type: string; data: unknown }) => {
  const mails = await mailsAfter(event);
  expect(mails).toHaveLength(1);
  return mails[0]!;
};

test('a track that was sent: its seller is told that it arrived, the operator what waits and until when, once each', async () => {
  const mails = await mailsAfter(submitted());
  expect(mails.map((mail) => mail.to).sort()).toEqual([[OPERATOR], [SELLER]]);
  const [operator, seller] = [mails.find((mail) => mail.to[0] === OPERATOR)!, mails.find((mail) => mail.to[0] === SELLER)!];
  expect(seller).toMatchObject({ subject: 'We have your track "Harbour Lights"', replyTo: OPERATOR });
  says(
    seller,
    'within 48 hours',
    '22 Nov 2026, 18:00 (Moscow time)',
    'Deep House',
    '122',
    'F#',
    '$349.00',
    'https://shop.example/account?tab=seller',
  );
  expect(operator).toMatchObject({ subject: 'New track for review: "Harbour Lights" by Night <i>Freight</i>', replyTo: SELLER });
  says(operator, '22 Nov 2026, 18:00 (Moscow time)', '$349.00', 'https://shop.example/mdghost-panel-secur/review-queue');
  expect(operator.html).not.toContain('<i>Freight</i>');
});

test('in review: by when the answer comes', async () => {
  const mail = await theMailAfter(changed('in_review'));
  expect(mail).toMatchObject({ to: [SELLER], replyTo: OPERATOR, subject: '"Harbour Lights" is in review' });
  says(mail, 'We are listening to', 'by 22 Nov 2026, 18:00 (Moscow time)');
});

test('in review too late: the broken promise is not made again', async () => {
  const mail = await theMailAfter(changed('in_review', { changedAt: '2026-11-22T15:00:00.001Z' }));
  says(mail, 'You were promised an answer by 22 Nov 2026, 18:00 (Moscow time): we are late', 'as soon as we know');
  const inTime = await theMailAfter(changed('in_review', { version: 3, changedAt: '2026-11-22T15:00:00.000Z' }));
  says(inTime, 'You hear what becomes of it by 22 Nov 2026');
});

test('approved: by when it is on sale', async () => {
  const mail = await theMailAfter(changed('approved'));
  expect(mail).toMatchObject({ to: [SELLER], subject: '"Harbour Lights" is approved' });
  says(mail, 'is approved', 'by 22 Nov 2026, 18:00 (Moscow time)', 'within 24 hours');
});

test.each(['pending', 'inactive'])(
  'approved in a store that is %s: by when it is published, and that no sale is promised',
  async (storeStatus) => {
    const mail = await theMailAfter(changed('approved', { storeStatus }));
    expect(mail).toMatchObject({ to: [SELLER], subject: '"Harbour Lights" is approved' });
    says(
      mail,
      'It becomes a track of Night <i>Freight</i> by 22 Nov 2026, 18:00 (Moscow time), within 24 hours.',
      'The store is not active: its tracks are not for sale until it is.',
    );
    expect(mail.text).not.toMatch(/appears in the shop|nothing left/);
  },
);

test('rejected: why, line by line and as text, and where it says how to do better', async () => {
  const mail = await theMailAfter(changed('rejected', { reason: 'The kick clips.\n\nThe <b>break</b> is too long.' }));
  expect(mail).toMatchObject({ to: [SELLER], subject: '"Harbour Lights" was not accepted' });
  says(mail, 'The kick clips.', 'https://shop.example/upload-instructions');
  expect(mail.text).toContain('The <b>break</b> is too long.');
  expect(mail.html).toContain('The &lt;b&gt;break&lt;/b&gt; is too long.');
});

test('published: where it can be seen', async () => {
  const mail = await theMailAfter(changed('published', { productId: 31 }));
  expect(mail).toMatchObject({ to: [SELLER], subject: '"Harbour Lights" is on sale' });
  says(mail, 'is in the shop now', 'https://shop.example/track/31');
});

test.each(['active', 'inactive'])(
  'published by hand in a store that is %s: where its track is to be found; that it is on sale is told once it is',
  async (storeStatus) => {
    const mail = await theMailAfter(changed('published', { storeStatus }));
    expect(mail).toMatchObject({ to: [SELLER], subject: '"Harbour Lights" is published' });
    says(mail, 'You find it under Your Tracks once it is in the shop', 'https://shop.example/account?tab=seller');
    expect(mail.text).not.toMatch(/\/track\/|on sale|in the shop now|a track of/);
    says(await theMailAfter(changed('published', { version: 3, productId: 31 })), 'is in the shop now');
  },
);

test('published in a store that is not active: that it is not for sale until then, without a page that nobody can open', async () => {
  const mail = await theMailAfter(changed('published', { productId: 31, storeStatus: 'inactive' }));
  expect(mail).toMatchObject({ to: [SELLER], subject: '"Harbour Lights" is published' });
  says(mail, 'its tracks are not for sale until it is', 'https://shop.example/account?tab=seller');
  expect(mail.text).not.toMatch(/\/track\/|on sale|in the shop now/);
});

test('a seller who has closed their store gets no more mails', async () => {
  expect(await mailsAfter(changed('published', { contactEmail: '', productId: 31 }))).toEqual([]);
});

test('only the operator hears of a late review; a later promise is another reminder', async () => {
  const mail = await theMailAfter(SubmissionOverdue({ ...facts, status: 'submitted' }));
  expect(mail).toMatchObject({ to: [OPERATOR], subject: 'Overdue: "Harbour Lights" by Night <i>Freight</i>' });
  says(mail, 'Nobody has decided', '22 Nov 2026, 18:00 (Moscow time)', 'https://shop.example/mdghost-panel-secur/review-queue');
  expect(await mailsAfter(SubmissionOverdue({ ...facts, status: 'submitted' }))).toEqual([]);
  says(
    await theMailAfter(SubmissionOverdue({ ...facts, status: 'approved', dueAt: '2026-11-24T15:00:00.000Z' })),
    'is approved, but not published',
  );
});

test('a mail about a submission whose owner is erased is answered to the typed address', async () => {
  const owner = { name: '', email: '' };
  const mails = await mailsAfter(TrackSubmitted({ ...submitted().data, owner }));
  expect(mails.find((mail) => mail.to[0] === OPERATOR)).toMatchObject({ replyTo: SELLER });
});

test('another address that the seller typed gets a link alone; the store hears at the address of its account', async () => {
  const typed = { contactEmail: 'studio@example.com', owner: { name: 'Nora', email: SELLER } };
  const mails = await mailsAfter(changed('rejected', { reason: 'The kick clips.', ...typed }));
  expect(mails.map((mail) => mail.to).sort()).toEqual([[SELLER], ['studio@example.com']]);
  says(
    mails.find((mail) => mail.to[0] === SELLER)!,
    'The kick clips.',
    'studio@example.com',
  );
  const link = mails.find((mail) => mail.to[0] === 'studio@example.com')!;
  says(link, 'https://shop.example/confirm-contact/');
  for (const version of [link.html, link.text]) expect(version).not.toMatch(/kick|Harbour|Freight|Nora/i);
});
