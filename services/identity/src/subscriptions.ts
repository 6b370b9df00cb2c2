import {
  AdminActed,
  OrderCaptured,
  ProductChanged,
  ProductPublished,
  ProductRemoved,
  StoreChanged,
  StoreClosed,
  StoreOpened,
  TrackReleased,
} from '@shop/contracts/events';
import { on } from '@shop/kit';
import { recordActWhenAdminActed } from './audit/record-act';
import {
  copyProductWhenChanged,
  copyProductWhenPublished,
  dropProductWhenRemoved,
  markSoldWhenOrderCaptured,
  unmarkSoldWhenTrackReleased,
} from './product-copies/copy-products';
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
  on(AdminActed, recordActWhenAdminActed),
];
