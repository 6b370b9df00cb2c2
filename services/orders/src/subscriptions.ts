import {
  ContractsDrawn,
  LedgerCompared,
  PersonalDataRequested,
  ProductChanged,
  ProductPublished,
  ProductRemoved,
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
import { rememberBuyerWhenChanged } from './buyers/remember-buyer-when-changed';
import { admitBuyerWhenUserReinstated, endHoldsWhenUserSuspended } from './checkout/suspend-buyer';
import { keepHashesWhenContractsDrawn } from './orders/downloads/keep-hashes-when-contracts-drawn';
import { forgetBuyerWhenDeleted } from './own-data/forget-buyer-when-deleted';
import { tellPersonalDataWhenRequested } from './own-data/tell-personal-data';
import { closeStoreWhenClosed } from './product-copies/close-store-when-closed';
import { copyProductWhenPublished } from './product-copies/copy-product-when-published';
import { removeProductWhenRemoved } from './product-copies/remove-product-when-removed';
import { renameStoreWhenChanged } from './product-copies/rename-store-when-changed';
import { keepDifferencesWhenLedgerCompared } from './payments/reconciliation/keep-ledger-differences';

export const subscriptions = [
  on(ProductPublished, copyProductWhenPublished),
  on(ProductChanged, copyProductWhenPublished),
  on(ProductRemoved, removeProductWhenRemoved),
  on(StoreOpened, renameStoreWhenChanged),
  on(StoreChanged, renameStoreWhenChanged),
  on(StoreClosed, closeStoreWhenClosed),
  on(UserVerified, rememberBuyerWhenChanged),
  on(UserChanged, rememberBuyerWhenChanged),
  on(UserDeleted, forgetBuyerWhenDeleted),
  on(UserSuspended, endHoldsWhenUserSuspended),
  on(UserReinstated, admitBuyerWhenUserReinstated),
  on(PersonalDataRequested, tellPersonalDataWhenRequested),
  on(ContractsDrawn, keepHashesWhenContractsDrawn),
  on(LedgerCompared, keepDifferencesWhenLedgerCompared),
];
