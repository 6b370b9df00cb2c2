import {
  ContractsDrawn,
  MailSent,
  LedgerCompared,
  PaymentRefunded,
  PersonalDataRequested,
  ProductChanged,
  ProductPublished,
  ProductRemoved,
  RefundDone,
  StoreChanged,
  StoreClosed,
  StoreOpened,
  UserChanged,
  UserDeleted,
  UserReinstated,
  UserSuspended,
  UserVerified,
} from '@shop/contracts/events';
import { on } from '@shop/messaging';
import { endClaimsWhenPaymentRefunded, endClaimsWhenRefundDone } from './buyer-claims/end-claim';
import { copyBuyer } from './buyers/copy-buyer';
import { admitBuyerWhenUserReinstated, endHoldsWhenUserSuspended } from './administration/suspend-buyer';
import { noteDeliveryWhenMailSent } from './orders/deliveries';
import { keepHashesWhenContractsDrawn } from './orders/downloads/contracts';
import { forgetBuyerWhenUserDeleted } from './own-data/forget-buyer-when-user-deleted';
import { tellPersonalDataWhenRequested } from './own-data/tell-personal-data';
import { closeStoreWhenClosed, copyStore } from './product-copies/copy-store';
import { copyProduct, dropProductWhenRemoved } from './product-copies/copy-product';
import { keepDifferencesWhenLedgerCompared } from './payments/reconciliation/keep-ledger-differences';

export const subscriptions = [
  on(ProductPublished, copyProduct, 'copyProductWhenPublished'),
  on(ProductChanged, copyProduct, 'copyProductWhenPublished'),
  on(ProductRemoved, dropProductWhenRemoved, 'removeProductWhenRemoved'),
  on(StoreOpened, copyStore, 'renameStoreWhenChanged'),
  on(StoreChanged, copyStore, 'renameStoreWhenChanged'),
  on(StoreClosed, closeStoreWhenClosed),
  on(UserVerified, copyBuyer, 'rememberBuyerWhenChanged'),
  on(UserChanged, copyBuyer, 'rememberBuyerWhenChanged'),
  on(UserDeleted, forgetBuyerWhenUserDeleted, 'forgetBuyerWhenDeleted'),
  on(UserSuspended, endHoldsWhenUserSuspended),
  on(UserReinstated, admitBuyerWhenUserReinstated),
  on(PersonalDataRequested, tellPersonalDataWhenRequested),
  on(ContractsDrawn, keepHashesWhenContractsDrawn),
  on(MailSent, noteDeliveryWhenMailSent),
  on(PaymentRefunded, endClaimsWhenPaymentRefunded),
  on(RefundDone, endClaimsWhenRefundDone),
  on(LedgerCompared, keepDifferencesWhenLedgerCompared),
];
