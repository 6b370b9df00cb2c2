import {
  ChangesAsked,
  MakerPackageLapsing,
  PayoutRecorded,
  PayoutReturned,
  PayoutReversed,
  PayoutUnclaimed,
  SaleBooked,
  PaypalConfirmationRequested,
  SaleReduced,
  SaleReversed,
  SellerDeleted,
  SellerPackageLapsing,
  SellerPaymentChanged,
  SellerStatusChanged,
  SellerVerificationUploaded,
  StatementReady,
  StoreNameCollided,
  SubmissionChanged,
  SubmissionCorrected,
  SubmissionOverdue,
  TrackRemoved,
  TrackSubmitted,
  TrackUnsold,
} from '@shop/contracts/events';
import { NORA, at, later, type MailCase } from './mail-people';
import { operator } from './notifications-app';

const store = { sellerId: 3, version: 2, storeName: 'Velvet Static', owner: { name: 'Nora', email: NORA } };
const track = {
  submissionId: 12,
  version: 1,
  sellerId: 3,
  storeName: 'Velvet Static',
  userId: 5,
  owner: { name: 'Nora', email: NORA },
  trackName: 'Harbour Lights',
  contactEmail: NORA,
  status: 'submitted' as const,
  dueAt: at,
};
const trackFacts = { genre: 'Deep House', bpm: 122, musicKey: 'F#', priceCents: 34900, hasProject: true };
const sale = { ...store, orderId: 7, productId: 11, trackName: 'Night Cargo', netCents: 20930 };
const saleFacts = { grossCents: 29900, sellerDiscountCents: 0, shopDiscountCents: 0, commissionCents: 8970, dueOn: '2026-11-25' };
const payout = { ...store, payoutId: 5, amountCents: 20930, method: 'paypal' as const, reference: 'PP-77' };
const payoutItem = { ...store, payoutItemId: 6, amountCents: 20930, paidTo: 'PayPal n…@example.com' };

export const STORE_MAIL_CASES: MailCase[] = [
  [
    'two stores of one name',
    StoreNameCollided({ sellerId: 4, wantedName: 'Velvet Static', storeName: 'Velvet Static 2' }),
    [[operator, '"Velvet Static"', 'Velvet Static 2']],
  ],
  [
    'a document',
    SellerVerificationUploaded({ ...store, uploadedAt: at }),
    [
      [operator, 'within 48 hours'],
      [NORA, 'within 48 hours'],
    ],
  ],
  ['a new status', SellerStatusChanged({ ...store, before: '0', status: 'active' }), [[NORA, 'verified and active']]],
  [
    'a seller that an admin deleted',
    SellerDeleted(store),
    [[NORA, 'closed your store Velvet Static for good', 'Nothing is owed to you']],
  ],
  [
    'new payout details',
    SellerPaymentChanged({ ...store, paidTo: 'the card ending in 4242', byAdmin: false, changedAt: at }),
    [[NORA, 'were changed on 20 Nov 2026, 18:00 (Moscow time).', 'the card ending in 4242']],
  ],
  [
    'a card number that was not used',
    SellerPaymentChanged({ ...store, paidTo: null, byAdmin: false, unused: true, changedAt: at }),
    [[NORA, 'say again where']],
  ],
  [
    'a PayPal address to be confirmed',
    PaypalConfirmationRequested({
      sellerId: 3,
      userId: 7,
      email: 'pay@example.com',
      confirmation: 'paypal-tok',
      expiresAt: later,
    }),
    [['pay@example.com', 'https://shop.example/confirm-email/paypal-tok?for=paypal', 'once, until 20 Nov 2126']],
  ],
  [
    'a track that an admin removed',
    TrackRemoved({ ...store, productId: 9, trackName: 'Harbour Lights' }),
    [[NORA, 'have taken "Harbour Lights" by Velvet Static out of the shop for good']],
  ],
  [
    'an unsold track',
    TrackUnsold({ ...store, productId: 9, trackName: 'Harbour Lights', publishedAt: at }),
    [[NORA, 'Harbour Lights']],
  ],
  [
    'files that lapse soon',
    SellerPackageLapsing({ ...store, packageId: 40, trackName: 'Harbour Lights', expiresAt: at }),
    [[NORA, 'the files of "Harbour Lights"', 'deleted on 20 Nov 2026, 18:00 (Moscow time)']],
  ],
  [
    'files without a store that lapse soon',
    MakerPackageLapsing({ userId: 5, maker: { name: 'Nora', email: NORA }, packageId: 41, trackName: null, expiresAt: at }),
    [[NORA, 'you brought files to', 'Give them to a track']],
  ],
  [
    'a sent track',
    TrackSubmitted({
      ...track,
      ...trackFacts,
      submittedAt: at,
    }),
    [
      [operator, '$349.00'],
      [NORA, '$349.00'],
    ],
  ],
  [
    'a decision',
    SubmissionChanged({ ...track, version: 2, status: 'rejected', reason: 'The kick clips.', productId: null }),
    [[NORA, 'The kick clips.']],
  ],
  [
    'changes that are asked for',
    ChangesAsked({
      ...track,
      version: 2,
      status: 'changes_asked',
      dueAt: null,
      reason: 'The intro is too long.',
      findings: [{ finding: 'clipping', text: 'The lead is cut off.', todo: 'Turn it down.' }],
      packageId: 8,
    }),
    [[NORA, 'The lead is cut off. Turn it down.']],
  ],
  [
    'a track that was sent again',
    SubmissionCorrected({ ...track, ...trackFacts, version: 3, submittedAt: at, packageId: 8 }),
    [
      [NORA, 'within 48 hours'],
      [operator, 'as you asked'],
    ],
  ],
  ['a promise that was not kept', SubmissionOverdue({ ...track, dueAt: at }), [[operator, 'Harbour Lights']]],
  ['a sale', SaleBooked({ ...sale, ...saleFacts }), [[NORA, '$209.30']]],
  ['a part of a sale taken back', SaleReduced({ ...sale, refundId: 'R-1', leftCents: 10465 }), [[NORA, '$104.65']]],
  [
    'the statement of a month',
    StatementReady({ ...store, month: '2026-11', openingCents: 0, closingCents: 20930 }),
    [[NORA, '$209.30 at its end', 'https://shop.example/api/sellers/3/statements/2026-11.pdf']],
  ],
  ['a sale taken back', SaleReversed(sale), [[NORA, '$209.30']]],
  ['a payout', PayoutRecorded(payout), [[NORA, 'PP-77']]],
  ['a payout taken back', PayoutReversed({ ...payout, reason: 'Sent to another store' }), [[NORA, 'Sent to another store']]],
  ['an unclaimed payout', PayoutUnclaimed(payoutItem), [[NORA, 'After 30 days']]],
  [
    'a payout that came back',
    PayoutReturned({ ...payoutItem, reason: 'It was not claimed in time' }),
    [[NORA, 'not claimed in time']],
  ],
];
