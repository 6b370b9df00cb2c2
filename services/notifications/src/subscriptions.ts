import {
  AccountDeletionPostponed,
  AccountDeletionScheduled,
  AccountDeletionWithdrawn,
  AwaitedTrackReleased,
  ChangesAsked,
  ClaimAnswerDue,
  ClaimEnded,
  ClaimMessageSent,
  ClaimOpened,
  DataExportReady,
  DisputeChanged,
  EmailChanged,
  EmailChangeRequested,
  InvoiceIssued,
  NewDeviceLoggedIn,
  OrderCaptured,
  OrderEnded,
  OrderPlaced,
  OrderResendRequested,
  PasswordResetRequested,
  PaymentNeedsReview,
  PaymentRefunded,
  PaymentsReconciled,
  RefundDone,
  PayoutRecorded,
  PayoutReturned,
  PayoutReversed,
  PayoutUnclaimed,
  PersonalDataRequested,
  PersonForgotten,
  RegistrationRepeated,
  SaleBooked,
  SaleReduced,
  SaleReversed,
  SealsChecked,
  SecondFactorChanged,
  SellerDeleted,
  SellerPackageLapsing,
  MakerPackageLapsing,
  PaypalConfirmationRequested,
  SellerPaymentChanged,
  SellerStatusChanged,
  SellerVerificationUploaded,
  StatementReady,
  ServiceRequested,
  StoreNameCollided,
  SubmissionChanged,
  SubmissionCorrected,
  SubmissionOverdue,
  TrackReleased,
  TrackRemoved,
  TrackSubmitted,
  TrackUnsold,
  UserChanged,
  UserDeleted,
  UserRegistered,
  VerificationCodeRequested,
} from '@shop/contracts/events';
import { on } from '@shop/messaging';
import { personMailer } from './contact-addresses/mail-to-person';
import { accountReactions } from './event-mails/account-mails';
import { claimReactions } from './event-mails/claim-mails';
import { dataExportReactions } from './event-mails/data-export-mails';
import { deletionReactions } from './event-mails/deletion-mails';
import { forgetReactions } from './own-data/forget-address-when-user-deleted';
import { securityReactions } from './event-mails/security-mails';
import { ledgerReactions } from './event-mails/ledger-mails';
import type { Site } from './mails/render';
import { orderReactions } from './event-mails/order-mails';
import { paymentReactions } from './event-mails/payment-mails';
import { ownDataReactions } from './own-data/tell-personal-data';
import { salesLogReactions } from './seals/sales-log-head';
import { keepHeadWhenSealsChecked } from './seals/seal-checks';
import { serviceRequestReactions } from './event-mails/service-request-mails';
import { storeReactions } from './event-mails/store-mails';
import { submissionReactions } from './event-mails/submission-mails';

/** `operator` is the address for sales and problems that need a person; `rateScale` multiplies the limit on mailed links. */
export function subscriptionsOf(site: Site, operator: string, rateScale = 1) {
  const mailToPerson = personMailer(site, rateScale);
  const account = accountReactions(site);
  const security = securityReactions(site);
  const deletion = deletionReactions(site);
  const dataExport = dataExportReactions(site);
  const ownData = ownDataReactions(operator);
  const forget = forgetReactions(site, operator);
  const order = orderReactions(site, operator, mailToPerson);
  const payment = paymentReactions(site, operator);
  const store = storeReactions(site, operator);
  const submission = submissionReactions(site, operator, mailToPerson);
  const request = serviceRequestReactions(operator);
  const ledger = ledgerReactions(site, operator);
  const claim = claimReactions(site, operator);
  const salesLog = salesLogReactions(operator);
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
    on(AccountDeletionScheduled, deletion.confirmWhenAccountDeletionScheduled),
    on(AccountDeletionPostponed, deletion.tellWhenAccountDeletionPostponed),
    on(AccountDeletionWithdrawn, deletion.confirmWhenAccountDeletionWithdrawn),
    on(PersonalDataRequested, ownData.tellPersonalDataWhenRequested),
    on(DataExportReady, dataExport.sendLinkWhenDataExportReady),
    on(UserDeleted, forget.forgetAddressWhenUserDeleted),
    on(PersonForgotten, forget.forgetWordsWhenPersonForgotten),
    on(OrderCaptured, order.sendLinksWhenOrderCaptured),
    on(OrderCaptured, salesLog.checkHeadWhenOrderCaptured),
    on(OrderResendRequested, order.sendLinksWhenOrderResendRequested),
    on(OrderPlaced, order.confirmWhenOrderPlaced),
    on(TrackReleased, order.forgetHeldMailWhenTrackReleased),
    on(OrderEnded, order.tellBuyerWhenOrderEnded),
    on(InvoiceIssued, order.sendLinkWhenInvoiceIssued),
    on(AwaitedTrackReleased, order.tellBuyerWhenAwaitedTrackReleased),
    on(PaymentNeedsReview, payment.alarmWhenPaymentNeedsReview),
    on(PaymentRefunded, order.forgetHeldMailsWhenPaymentRefunded),
    on(PaymentRefunded, payment.tellOperatorWhenPaymentRefunded),
    on(DisputeChanged, payment.tellOperatorWhenDisputeChanged),
    on(RefundDone, payment.tellBuyerWhenRefundDone),
    on(PaymentsReconciled, payment.reportWhenPaymentsReconciled),
    on(PaymentsReconciled, salesLog.checkHeadWhenPaymentsReconciled),
    on(SealsChecked, keepHeadWhenSealsChecked),
    on(ServiceRequested, request.confirmWhenServiceRequested),
    on(StoreNameCollided, store.tellOperatorWhenStoreNameCollided),
    on(SellerVerificationUploaded, store.confirmWhenSellerVerificationUploaded, 'confirmWhenVerificationUploaded'),
    on(SellerStatusChanged, store.tellSellerWhenStatusChanged),
    on(SellerDeleted, store.tellOwnerWhenSellerDeleted),
    on(SellerPaymentChanged, store.warnSellerWhenPaymentChanged),
    on(PaypalConfirmationRequested, store.askToConfirmWhenPaypalConfirmationRequested),
    on(TrackRemoved, store.tellSellerWhenTrackRemoved),
    on(TrackUnsold, store.tellSellerWhenTrackUnsold),
    on(SellerPackageLapsing, store.tellSellerWhenPackageLapsing),
    on(MakerPackageLapsing, store.tellMakerWhenPackageLapsing),
    on(TrackSubmitted, submission.confirmWhenTrackSubmitted),
    on(ChangesAsked, submission.tellSellerWhenChangesAsked),
    on(SubmissionCorrected, submission.confirmWhenSubmissionCorrected),
    on(SubmissionChanged, submission.tellSellerWhenSubmissionChanged),
    on(SubmissionOverdue, submission.remindOperatorWhenSubmissionOverdue),
    on(SaleBooked, ledger.tellSellerWhenSaleBooked),
    on(StatementReady, ledger.sendStatementWhenReady),
    on(SaleReversed, ledger.tellSellerWhenSaleReversed),
    on(SaleReduced, ledger.tellSellerWhenSaleReduced),
    on(PayoutRecorded, ledger.tellSellerWhenPayoutRecorded),
    on(PayoutReversed, ledger.tellSellerWhenPayoutReversed),
    on(PayoutUnclaimed, ledger.tellSellerWhenPayoutUnclaimed),
    on(PayoutReturned, ledger.tellSellerWhenPayoutReturned),
    on(ClaimOpened, claim.tellAllWhenClaimOpened),
    on(ClaimMessageSent, claim.tellOthersWhenClaimMessageSent),
    on(ClaimEnded, claim.tellAllWhenClaimEnded),
    on(ClaimAnswerDue, claim.remindWhenClaimAnswerDue),
  ];
}
