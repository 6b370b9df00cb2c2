import {
  DisputeChanged,
  OrderCaptured,
  PackageChecked,
  PackageLapsing,
  PackageReopened,
  PaymentDiffered,
  PaymentRefunded,
  RefundDone,
  PaymentsReconciled,
  PayoutNewsCame,
  PersonalDataRequested,
  ProductChanged,
  ProductPublished,
  ProductRemoved,
  StoreSettled,
  TrackFrozen,
  TrackHeld,
  TrackReleased,
  TrackThawed,
  UserChanged,
  UserDeleted,
  UserVerified,
} from '@shop/contracts/events';
import { on } from '@shop/messaging';
import { closeStoreWhenUserDeleted, forgetPayoutDetailsWhenStoreSettled } from './closing/close-store';
import { blockPayoutsWhenPaymentDiffered } from './ledger/payouts/refuse-doubtful-payout';
import { bookFeeWhenDisputeChanged } from './ledger/book-fee-when-dispute-changed';
import { bookSaleWhenOrderCaptured } from './ledger/book-sale-when-order-captured';
import { compareLedgerWhenPaymentsReconciled } from './ledger/compare-ledger-when-payments-reconciled';
import { holdLineWhenTrackFrozen, releaseLineWhenTrackThawed } from './ledger/held-lines';
import { reverseSaleWhenPaymentRefunded } from './ledger/reverse-sale-when-payment-refunded';
import { shrinkSaleWhenRefundDone } from './ledger/shrink-sale-when-refund-done';
import { lookAtBatchWhenPayoutNewsCame } from './payouts/payouts.endpoints';
import { tellPersonalDataWhenRequested } from './own-data/tell-personal-data';
import {
  copyProduct,
  markFreeWhenTrackReleased,
  markHeldWhenTrackHeld,
  markSoldWhenOrderCaptured,
} from './product-copies/copy-products';
import { keepLogHeadWhenPaymentsReconciled } from './statements/tell-statements';
import { openStoreWhenUserVerified } from './stores/open-store-when-user-verified';
import { forgetSubmissionsWhenUserDeleted, copyUser } from './submissions/forget-submissions-when-user-deleted';
import {
  copyPackageWhenChecked,
  forgetPackagesWhenUserDeleted,
  reopenPackageWhenReopened,
  tellOwnerWhenPackageLapsing,
} from './submissions/package-copies';
import {
  publishSubmissionWhenProductChanged,
  publishSubmissionWhenProductPublished,
} from './submissions/publish-submission-when-product-published';
import { dropProductWhenRemoved } from './tracks/drop-product-when-removed';
import { forgetUserWhenDeleted } from './user-copies/user-copies';

/** Promised days are counted in `timeZone`. */
export const subscriptionsOf = (siteName: string, timeZone: string) => [
  on(UserVerified, copyUser, 'copyUserWhenVerified'),
  on(UserVerified, openStoreWhenUserVerified(siteName)),
  on(UserChanged, copyUser, 'copyUserWhenChanged'),
  on(UserDeleted, forgetUserWhenDeleted, 'blankUserWhenDeleted'),
  on(UserDeleted, closeStoreWhenUserDeleted),
  on(StoreSettled, forgetPayoutDetailsWhenStoreSettled),
  on(UserDeleted, forgetSubmissionsWhenUserDeleted),
  on(UserDeleted, forgetPackagesWhenUserDeleted),
  on(PackageChecked, copyPackageWhenChecked),
  on(PackageLapsing, tellOwnerWhenPackageLapsing),
  on(PackageReopened, reopenPackageWhenReopened),
  on(ProductPublished, copyProduct, 'copyProductWhenPublished'),
  on(ProductPublished, publishSubmissionWhenProductPublished),
  on(ProductChanged, copyProduct, 'copyProductWhenChanged'),
  on(ProductChanged, publishSubmissionWhenProductChanged),
  on(ProductRemoved, dropProductWhenRemoved),
  on(OrderCaptured, markSoldWhenOrderCaptured),
  on(OrderCaptured, bookSaleWhenOrderCaptured(timeZone)),
  on(PaymentRefunded, reverseSaleWhenPaymentRefunded),
  on(RefundDone, shrinkSaleWhenRefundDone),
  on(DisputeChanged, bookFeeWhenDisputeChanged),
  on(TrackFrozen, holdLineWhenTrackFrozen),
  on(TrackThawed, releaseLineWhenTrackThawed),
  on(PaymentDiffered, blockPayoutsWhenPaymentDiffered),
  on(PaymentsReconciled, compareLedgerWhenPaymentsReconciled),
  on(PaymentsReconciled, keepLogHeadWhenPaymentsReconciled(timeZone)),
  on(PayoutNewsCame, lookAtBatchWhenPayoutNewsCame),
  on(TrackHeld, markHeldWhenTrackHeld),
  on(TrackReleased, markFreeWhenTrackReleased, 'unmarkSoldWhenTrackReleased'),
  on(PersonalDataRequested, tellPersonalDataWhenRequested),
];
