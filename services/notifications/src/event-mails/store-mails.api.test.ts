import {
  SellerDeleted,
  SellerPaymentChanged,
  SellerStatusChanged,
  SellerVerificationUploaded,
  TrackRemoved,
  TrackUnsold,
} from '@shop/contracts/events';
import { expectBothSay } from '../testing/good-mail';
import { OPERATOR, SELLER, useMails } from '../testing/mails-after';
import type { Received } from '../testing/smtp-inbox';

const mailsAfter = useMails();

const store = { sellerId: 3, version: 2, storeName: 'Night <i>Freight</i>', owner: { name: 'Nora', email: SELLER } };
const at = '2026-11-20T15:00:00.000Z';

const saysSafely = (mail: Received | undefined, ...words: string[]) => {
  expectBothSay(mail!, words);
  expect(mail!.html).not.toContain('<i>Freight</i>');
};

test('a document: the operator gets a link to look at it, the seller a word that it has arrived; nobody gets the document', async () => {
  const mails = await mailsAfter(SellerVerificationUploaded({ ...store, uploadedAt: at }));
  expect(mails).toHaveLength(2);
  const operator = mails.find((mail) => /Verification document from/.test(mail.subject));
  saysSafely(operator, 'within 48 hours', 'https://shop.example/mdghost-panel-secur/sellers?q=%233');
  const seller = mails.find((mail) => mail.subject === 'We have your verification document');
  saysSafely(seller, 'Hello Nora', 'within 48 hours', 'https://shop.example/account?tab=seller');
  expect([operator!.to, seller!.to].flat()).toEqual([OPERATOR, SELLER]);
});

test.each([
  ['active', 'is active', 'You can send tracks for review now'],
  ['inactive', 'is inactive', 'you cannot send tracks for review, and its tracks are not for sale until it is active again'],
  ['pending', 'is being verified', 'its tracks are not for sale until then'],
])('the seller is told that their store is %s', async (status, subject, words) => {
  const [mail, ...more] = await mailsAfter(SellerStatusChanged({ ...store, before: '0', status }));
  expect(more).toEqual([]);
  expect(mail!.subject).toContain(subject);
  saysSafely(mail, words, 'https://shop.example/account?tab=seller');
});

test('a store that waits without a document: that it needs one, and nothing of a verification under way', async () => {
  const [mail, ...more] = await mailsAfter(
    SellerStatusChanged({ ...store, before: 'active', status: 'pending', documentWaits: false }),
  );
  expect(more).toEqual([]);
  expect(mail!.subject).toBe('Night <i>Freight</i> is not verified');
  saysSafely(
    mail,
    'its tracks are not for sale until then',
    'Send a document that shows who you are in the Seller Dashboard. We look at it within 48 hours.',
  );
  expect(mail!.text).not.toContain('being verified');
});

test('a refused document is told with the reason as it was written, and with the way to send another', async () => {
  const refusal = { before: 'pending', status: 'inactive', documentRefused: true, reason: 'Blurred.\nThe name is cut off.' };
  const [mail, ...more] = await mailsAfter(SellerStatusChanged({ ...store, ...refusal }));
  expect(more).toEqual([]);
  expect(mail!.subject).toBe('The document of Night <i>Freight</i> was not accepted');
  saysSafely(mail, 'cannot accept it. This is why:', 'Blurred.', 'The name is cut off.', 'You can send another one');
  expect(mail!.text).not.toContain('inactive');
});

test('a refused document of a store that was active: that its tracks are not for sale now', async () => {
  const refusal = { before: 'active', status: 'inactive', documentRefused: true, reason: 'Blurred.' };
  const [mail, ...more] = await mailsAfter(SellerStatusChanged({ ...store, ...refusal }));
  expect(more).toEqual([]);
  expect(mail!.subject).toBe('The document of Night <i>Freight</i> was not accepted');
  saysSafely(
    mail,
    'cannot accept it. Your store is inactive: you cannot send tracks for review, and its tracks are not for sale until it is active again. This is why:',
    'You can send another one',
  );
});

test('a store that an admin has deleted: what became of its tracks and its money, without a way to a dashboard that is gone', async () => {
  const [mail, ...more] = await mailsAfter(SellerDeleted(store));
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ to: [SELLER], replyTo: OPERATOR, subject: 'Night <i>Freight</i> is closed' });
  saysSafely(mail, 'Its tracks are out of the shop', 'Nothing is owed to you', 'Your account stays');
  expect(mail!.text).not.toContain('tab=seller');
});

test('changed payout details are told with what to do when it was somebody else', async () => {
  const change = { ...store, paidTo: 'the card ending in 4242', byAdmin: false, changedAt: at };
  const [mail, ...more] = await mailsAfter(SellerPaymentChanged(change));
  expect(more).toEqual([]);
  saysSafely(mail, 'the card ending in 4242', 'Was it not you?', 'https://shop.example/contact');
  const [cleared] = await mailsAfter(SellerPaymentChanged({ ...change, version: 3, paidTo: null, byAdmin: true }));
  saysSafely(cleared, 'were changed by our administrators on 20 Nov 2026', 'nowhere to pay you');
});

test('a card number that we have deleted as unused is no alarm', async () => {
  const change = { ...store, paidTo: null, byAdmin: false, unused: true, changedAt: at };
  const [mail, ...more] = await mailsAfter(SellerPaymentChanged(change));
  expect(more).toEqual([]);
  expect(mail!.subject).toBe('We have deleted your card number');
  saysSafely(mail, 'for 12 months', 'say again where we are to send it');
  expect(JSON.stringify(mail)).not.toContain('Was it not you?');
});

test('a track that an admin removed: that it is out of the shop, and how to ask why', async () => {
  const [mail, ...more] = await mailsAfter(TrackRemoved({ ...store, productId: 9, trackName: 'Harbour Lights' }));
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ to: [SELLER], replyTo: OPERATOR, subject: '"Harbour Lights" is out of the shop' });
  saysSafely(mail, 'Hello Nora', 'nobody can buy it any more', 'answer this mail', 'https://shop.example/account?tab=seller');
  expect(mail!.text).not.toContain('/track/');
});

test('an unsold track is told once, whatever becomes of its store meanwhile, and also when it was sold and is back', async () => {
  const track = { ...store, productId: 9, trackName: 'Harbour Lights', publishedAt: at };
  const [mail, ...more] = await mailsAfter(TrackUnsold(track));
  expect(more).toEqual([]);
  expect(mail!.subject).toBe('"Harbour Lights" has been in the shop for 6 months');
  saysSafely(mail, 'has been in the shop for 6 months and is not sold', 'can be removed');
  expect(await mailsAfter(TrackUnsold({ ...track, version: 8 }))).toEqual([]);
});

test('without an owner nobody but the operator gets a mail', async () => {
  const nobody = { ...store, owner: null };
  expect(await mailsAfter(SellerStatusChanged({ ...nobody, before: '0', status: 'active' }))).toEqual([]);
  expect(await mailsAfter(SellerDeleted(nobody))).toEqual([]);
  expect(await mailsAfter(TrackRemoved({ ...nobody, productId: 9, trackName: 'Harbour Lights' }))).toEqual([]);
  expect(await mailsAfter(SellerVerificationUploaded({ ...nobody, uploadedAt: at }))).toHaveLength(1);
});
