import {
  NewDeviceLoggedIn,
  EmailChanged,
  EmailChangeRequested,
  OrderCaptured,
  OrderPlaced,
  OrderResendRequested,
  PasswordResetRequested,
  PaymentNeedsReview,
  PaymentRefunded,
  PaymentsReconciled,
  PayoutRecorded,
  PayoutReversed,
  RegistrationRepeated,
  SaleBooked,
  SaleReversed,
  SecondFactorChanged,
  SellerPaymentChanged,
  SellerStatusChanged,
  SellerVerificationUploaded,
  ServiceRequested,
  StoreNameCollided,
  SubmissionChanged,
  SubmissionOverdue,
  TrackSubmitted,
  TrackUnsold,
  UserChanged,
  UserDeleted,
  UserRegistered,
  VerificationCodeRequested,
} from '@shop/contracts/events';
import { on } from '@shop/kit';
import { accountReactions } from './accounts/account-mails';
import { securityReactions } from './accounts/security-mails';
import { forgetAddressWhenUserDeleted } from './accounts/forget-address-when-user-deleted';
import { ledgerReactions } from './ledger/ledger-mails';
import type { Site } from './mails/render';
import { orderReactions } from './orders/order-mails';
import { serviceRequestReactions } from './service-requests/service-request-mails';
import { storeReactions } from './stores/store-mails';
import { submissionReactions } from './submissions/submission-mails';

/** `house` is the address that hears of sales and of what needs a person. */
export function subscriptionsOf(site: Site, house: string) {
  const account = accountReactions(site);
  const security = securityReactions(site);
  const order = orderReactions(site, house);
  const store = storeReactions(site, house);
  const submission = submissionReactions(site, house);
  const request = serviceRequestReactions(house);
  const ledger = ledgerReactions(site, house);
  return [
    on(UserRegistered, account.sendCodeWhenUserRegistered),
    on(VerificationCodeRequested, account.sendCodeWhenVerificationCodeRequested),
    on(RegistrationRepeated, account.tellOwnerWhenRegistrationRepeated),
    on(PasswordResetRequested, account.sendLinkWhenPasswordResetRequested),
    on(UserChanged, account.warnOwnerWhenUserChanged),
    on(NewDeviceLoggedIn, security.tellOwnerWhenNewDeviceLoggedIn),
    on(SecondFactorChanged, security.tellOwnerWhenSecondFactorChanged),
    on(EmailChangeRequested, account.askToConfirmWhenEmailChangeRequested),
    on(EmailChanged, account.tellOldAddressWhenEmailChanged),
    on(UserDeleted, forgetAddressWhenUserDeleted),
    on(OrderCaptured, order.sendLinksWhenOrderCaptured),
    on(OrderResendRequested, order.sendLinksWhenOrderResendRequested),
    on(OrderPlaced, order.confirmWhenOrderPlaced),
    on(PaymentNeedsReview, order.alarmWhenPaymentNeedsReview),
    on(PaymentRefunded, order.tellHouseWhenPaymentRefunded),
    on(PaymentsReconciled, order.reportWhenPaymentsReconciled),
    on(ServiceRequested, request.confirmWhenServiceRequested),
    on(StoreNameCollided, store.tellHouseWhenStoreNameCollided),
    on(SellerVerificationUploaded, store.confirmWhenVerificationUploaded),
    on(SellerStatusChanged, store.tellSellerWhenStatusChanged),
    on(SellerPaymentChanged, store.warnSellerWhenPaymentChanged),
    on(TrackUnsold, store.tellSellerWhenTrackUnsold),
    on(TrackSubmitted, submission.confirmWhenTrackSubmitted),
    on(SubmissionChanged, submission.tellSellerWhenSubmissionChanged),
    on(SubmissionOverdue, submission.remindHouseWhenSubmissionOverdue),
    on(SaleBooked, ledger.tellSellerWhenSaleBooked),
    on(SaleReversed, ledger.tellSellerWhenSaleReversed),
    on(PayoutRecorded, ledger.tellSellerWhenPayoutRecorded),
    on(PayoutReversed, ledger.tellSellerWhenPayoutReversed),
  ];
}
