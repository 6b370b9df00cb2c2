import {
  AdminActed,
  OpenEarningsChanged,
  OpenPurchasesChanged,
  OrderCaptured,
  PersonalDataGathered,
  ProductChanged,
  ProductPublished,
  ProductRemoved,
  StoreChanged,
  StoreClosed,
  StoreOpened,
  TrackReleased,
} from '@shop/contracts/events';
import { on } from '@shop/messaging';
import { recordActWhenAdminActed } from './administration/record-act';
import { keepOpenEarningsWhenChanged, keepOpenPurchasesWhenChanged } from './own-data/open-matters';
import { keepPartWhenPersonalDataGathered } from './own-data/keep-part';
import {
  copyProductWhenChanged,
  copyProductWhenPublished,
  dropProductWhenRemoved,
  markSoldWhenOrderCaptured,
  unmarkSoldWhenTrackReleased,
} from './lists/copy-products';
import { forgetStoreWhenClosed } from './store-names/forget-store-when-closed';
import { copyNameWhenStoreChanged, copyNameWhenStoreOpened } from './store-names/store-names';

export const subscriptions = [
  on(ProductPublished, copyProductWhenPublished),
  on(ProductChanged, copyProductWhenChanged),
  on(ProductRemoved, dropProductWhenRemoved),
  on(OrderCaptured, markSoldWhenOrderCaptured),
  on(TrackReleased, unmarkSoldWhenTrackReleased),
  on(StoreOpened, copyNameWhenStoreOpened),
  on(StoreChanged, copyNameWhenStoreChanged),
  on(StoreClosed, forgetStoreWhenClosed),
  on(OpenPurchasesChanged, keepOpenPurchasesWhenChanged),
  on(OpenEarningsChanged, keepOpenEarningsWhenChanged),
  on(PersonalDataGathered, keepPartWhenPersonalDataGathered),
  on(AdminActed, recordActWhenAdminActed),
];
