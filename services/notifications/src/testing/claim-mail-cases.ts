import { ClaimAnswerDue, ClaimEnded, ClaimMessageSent, ClaimOpened, DisputeChanged } from '@shop/contracts/events';
import { at, MARA, NORA, type MailCase } from './mail-people';
import { operator } from './notifications-app';

const claim = {
  claimId: 4,
  version: 1,
  orderId: 7,
  productId: 11,
  trackName: 'Night Cargo',
  buyerId: 7,
  accountEmail: MARA,
  sellerId: 3,
  sellerUserId: 5,
  sellerEmail: NORA,
  reason: 'files-broken' as const,
};

const dispute = {
  disputeId: 'PP-D-1',
  version: 1,
  orderId: 7,
  buyerId: 7,
  change: 'opened' as const,
  amountCents: 31_395,
  currency: 'USD',
  reason: 'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED',
  stage: 'CHARGEBACK',
  status: 'WAITING_FOR_SELLER_RESPONSE',
  dueAt: at as string | null,
  outcome: null as string | null,
};

export const CLAIM_MAIL_CASES: MailCase[] = [
  [
    'a dispute that was opened at PayPal',
    DisputeChanged(dispute),
    [[operator, 'frozen until it is resolved', 'Waits for the shop', 'Answer by']],
  ],
  [
    'a dispute that no order fits',
    DisputeChanged({ ...dispute, orderId: null, buyerId: null, currency: 'EUR' }),
    [[operator, 'No order of the shop', '313.95 EUR']],
  ],
  [
    'a resolved dispute',
    DisputeChanged({
      ...dispute,
      version: 3,
      change: 'resolved',
      status: 'RESOLVED',
      dueAt: null,
      outcome: 'RESOLVED_SELLER_FAVOUR',
      feeCents: 2000,
    }),
    [[operator, 'free again', 'Decided for the shop', '$20.00']],
  ],
  [
    'a fee that PayPal takes after it has decided a dispute',
    DisputeChanged({ ...dispute, version: 4, change: 'updated', status: 'RESOLVED', dueAt: null, feeCents: 2000 }),
    [],
  ],
  [
    'a reported problem',
    ClaimOpened({ ...claim, sellerDueAt: at, houseDueAt: at }),
    [
      [MARA, 'You reported a problem', 'cannot be downloaded'],
      [NORA, 'files are broken or missing', 'on hold'],
      [operator, 'files are broken or missing'],
    ],
  ],
  [
    "a problem with the operator's own track",
    ClaimOpened({ ...claim, sellerId: null, sellerUserId: null, sellerEmail: null, sellerDueAt: null, houseDueAt: at }),
    [
      [MARA, 'We decide by'],
      [operator, 'files are broken or missing'],
    ],
  ],
  [
    'a message of the seller',
    ClaimMessageSent({ ...claim, messageId: 9, from: 'seller', files: 1 }),
    [
      [MARA, 'The seller wrote'],
      [operator, 'The seller wrote'],
    ],
  ],
  [
    'a decided claim',
    ClaimEnded({ ...claim, state: 'refused', byHouse: true }),
    [
      [MARA, 'the sale stays as it is', 'The reason stands in the messages'],
      [NORA, 'the sale stays as it is'],
      [operator, 'the sale stays as it is'],
    ],
  ],
  ['an answer that is due', ClaimAnswerDue({ ...claim, waitsFor: 'seller', late: false, dueAt: at }), [[NORA, 'is promised by']]],
  [
    'an answer that is late',
    ClaimAnswerDue({ ...claim, waitsFor: 'seller', late: true, dueAt: at }),
    [
      [NORA, 'was promised by'],
      [operator, 'was promised by'],
    ],
  ],
  [
    'a decision that is due',
    ClaimAnswerDue({ ...claim, waitsFor: 'house', late: false, dueAt: at }),
    [[operator, 'The decision']],
  ],
];
