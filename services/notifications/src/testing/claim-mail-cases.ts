import { ClaimAnswerDue, ClaimEnded, ClaimMessageSent, ClaimOpened } from '@shop/contracts/events';
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

export const CLAIM_MAIL_CASES: MailCase[] = [
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
