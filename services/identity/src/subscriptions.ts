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
import { recordActWhenAdminActed } from './administration/audit-log';
import { keepOpenEarningsWhenChanged, keepOpenPurchasesWhenChanged } from './own-data/open-matters';
import { keepPartWhenPersonalDataGathered } from './own-data/finish-data-exports';
import { copyProduct, dropProductWhenRemoved, markFreeWhenTrackReleased, markSoldWhenOrderCaptured } from './lists/copy-products';
import { copyStoreName, forgetStoreWhenClosed } from './store-names/store-names';

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
