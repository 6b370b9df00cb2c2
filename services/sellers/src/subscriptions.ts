import {
  OrderCaptured,
  PaymentDiffered,
  PaymentRefunded,
  PaymentsReconciled,
  PersonalDataRequested,
  ProductChanged,
  ProductPublished,
  ProductRemoved,
  StoreSettled,
  TrackHeld,
  TrackReleased,
  UserChanged,
  UserDeleted,
  UserVerified,
} from '@shop/contracts/events';
import { on } from '@shop/messaging';
import { closeStoreWhenUserDeleted, forgetPayoutDetailsWhenStoreSettled } from './closing/close-store';
import { blockPayoutsWhenPaymentDiffered } from './ledger/payouts/block-payouts-when-payment-differed';
import { bookSales } from './ledger/book-sale-when-order-captured';
import { compareLedgerWhenPaymentsReconciled } from './ledger/compare-ledger-when-payments-reconciled';
import { reverseSaleWhenPaymentRefunded } from './ledger/reverse-sale-when-payment-refunded';
import { tellPersonalDataWhenRequested } from './own-data/tell-personal-data';
import {
  copyProductWhenChanged,
  copyProductWhenPublished,
  markHeldWhenTrackHeld,
  markSoldWhenOrderCaptured,
  unmarkSoldWhenTrackReleased,
} from './product-copies/copy-products';
import { openStores } from './stores/open-store-when-user-verified';
import { forgetSubmissionsWhenUserDeleted } from './submissions/forget-submissions-when-user-deleted';
import {
  publishSubmissionWhenProductChanged,
  publishSubmissionWhenProductPublished,
} from './submissions/publish-submission-when-product-published';
import { dropProductWhenRemoved } from './tracks/drop-product-when-removed';
import { blankUserWhenDeleted, copyUserWhenChanged, copyUserWhenVerified } from './user-copies/user-copies';

/** Promised days are counted in `timeZone`. */
export const subscriptionsOf = (siteName: string, timeZone: string) => [
  on(UserVerified, copyUserWhenVerified),
  on(UserVerified, openStores(siteName)),
  on(UserChanged, copyUserWhenChanged),
  on(UserDeleted, blankUserWhenDeleted),
  on(UserDeleted, closeStoreWhenUserDeleted),
  on(StoreSettled, forgetPayoutDetailsWhenStoreSettled),
  on(UserDeleted, forgetSubmissionsWhenUserDeleted),
  on(ProductPublished, copyProductWhenPublished),
  on(ProductPublished, publishSubmissionWhenProductPublished),
  on(ProductChanged, copyProductWhenChanged),
  on(ProductChanged, publishSubmissionWhenProductChanged),
  on(ProductRemoved, dropProductWhenRemoved),
  on(OrderCaptured, markSoldWhenOrderCaptured),
  on(OrderCaptured, bookSales(timeZone)),
  on(PaymentRefunded, reverseSaleWhenPaymentRefunded),
  on(PaymentDiffered, blockPayoutsWhenPaymentDiffered),
  on(PaymentsReconciled, compareLedgerWhenPaymentsReconciled),
  on(TrackHeld, markHeldWhenTrackHeld),
  on(TrackReleased, unmarkSoldWhenTrackReleased),
  on(PersonalDataRequested, tellPersonalDataWhenRequested),
];
