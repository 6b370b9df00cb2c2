import {
  LedgerCompared,
  ProductChanged,
  ProductPublished,
  ProductRemoved,
  StoreChanged,
  StoreOpened,
  UserChanged,
  UserDeleted,
  UserReinstated,
  UserSuspended,
  UserVerified,
} from '@shop/contracts/events';
import { on } from '@shop/kit';
import { forgetBuyerWhenDeleted } from './buyers/forget-buyer-when-deleted';
import { rememberBuyerWhenChanged } from './buyers/remember-buyer-when-changed';
import { admitBuyerWhenUserReinstated, endHoldsWhenUserSuspended } from './buyers/suspend-buyer';
import { copyProductWhenPublished } from './product-copies/copy-product-when-published';
import { removeProductWhenRemoved } from './product-copies/remove-product-when-removed';
import { renameStoreWhenChanged } from './product-copies/rename-store-when-changed';
import { keepDifferencesWhenLedgerCompared } from './reconciliation/keep-ledger-differences';

export const subscriptions = [
  on(ProductPublished, copyProductWhenPublished),
  on(ProductChanged, copyProductWhenPublished),
  on(ProductRemoved, removeProductWhenRemoved),
  on(StoreOpened, renameStoreWhenChanged),
  on(StoreChanged, renameStoreWhenChanged),
  on(UserVerified, rememberBuyerWhenChanged),
  on(UserChanged, rememberBuyerWhenChanged),
  on(UserDeleted, forgetBuyerWhenDeleted),
  on(UserSuspended, endHoldsWhenUserSuspended),
  on(UserReinstated, admitBuyerWhenUserReinstated),
  on(LedgerCompared, keepDifferencesWhenLedgerCompared),
];
