import { test } from '@playwright/test';
import {
  findItInTheAuditLog,
  recordNothingBeforeItIsDue,
  recordPayout,
  seeWhatIsPaid,
} from '../../parts/seller-journey/being-paid';
import { refuseDocument, sendAnotherDocument } from '../../parts/seller-journey/being-verified';
import { acceptOfferAndSayWhereToBePaid, register, sendIdentityDocument } from '../../parts/seller-journey/opening-a-store';
import { listenAndApprove, publishSubmission, seeItInTheShop, sendTrackWithProject } from '../../parts/seller-journey/publishing';
import { buyWithProjectAndCoupon, readWhatTheSaleBrings } from '../../parts/seller-journey/selling';
import { aStory, openOffice } from '../../parts/seller-journey/story';

test('a seller opens a store, sends a track, sees it on sale, sold and paid out', async ({ page, browser, request }, {
  project,
}) => {
  test.setTimeout(480_000);
  const office = await openOffice(browser, page);
  const story = aStory({ browser, request, page, office }, project.name);

  await test.step('registers as a seller', () => register(story));
  await test.step('sends the identity document, which nobody else may see', () => sendIdentityDocument(story));
  await test.step('accepts the offer and says where to be paid', () => acceptOfferAndSayWhereToBePaid(story));

  await test.step('an admin looks at the document and refuses it with a reason', () => refuseDocument(story));
  await test.step('the seller reads why, sends another one, and the admin activates the store', () => sendAnotherDocument(story));

  await test.step('the seller sends a track with its project', () => sendTrackWithProject(story));
  await test.step('the admin listens, approves, and finds the product form filled in', () => listenAndApprove(story));
  await test.step('adds what is missing and publishes', () => publishSubmission(story));
  await test.step('the track is in the shop, and its seller knows', () => seeItInTheShop(story));

  await test.step('a buyer buys it with its project and a coupon of 40 percent', () => buyWithProjectAndCoupon(story));
  await test.step('the seller reads what the sale brings, why, and when it is due', () => readWhatTheSaleBrings(story));

  await test.step('before it is due nothing can be recorded as paid', () => recordNothingBeforeItIsDue(story));
  await test.step('what was paid for long ago is due, sent, and recorded', () => recordPayout(story));
  await test.step('the seller sees what is paid and what is still owed', () => seeWhatIsPaid(story));
  await test.step('the audit log has all of it', () => findItInTheAuditLog(story));

  await office.context().close();
});
