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
import { copyProduct, dropProductWhenRemoved, markFreeWhenTrackReleased, markSoldWhenOrderCaptured } from './lists/copy-products';
import { forgetStoreWhenClosed } from './store-names/forget-store-when-closed';
import { copyStoreName } from './store-names/store-names';

export const subscriptions = [
  on(ProductPublished, copyProduct, 'copyProductWhenPublished'),
  on(ProductChanged, copyProduct, 'copyProductWhenChanged'),
  on(ProductRemoved, dropProductWhenRemoved),
  on(OrderCaptured, markSoldWhenOrderCaptured),
  on(TrackReleased, markFreeWhenTrackReleased, 'unmarkSoldWhenTrackReleased'),
  on(StoreOpened, copyStoreName, 'copyNameWhenStoreOpened'),
  on(StoreChanged, copyStoreName, 'copyNameWhenStoreChanged'),
  on(StoreClosed, forgetStoreWhenClosed),
  on(OpenPurchasesChanged, keepOpenPurchasesWhenChanged),
  on(OpenEarningsChanged, keepOpenEarningsWhenChanged),
  on(PersonalDataGathered, keepPartWhenPersonalDataGathered),
  on(AdminActed, recordActWhenAdminActed),
];
