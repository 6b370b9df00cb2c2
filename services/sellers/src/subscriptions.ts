import {
  OrderCaptured,
  ProductChanged,
  ProductPublished,
  ProductRemoved,
  TrackReleased,
  UserVerified,
} from '@shop/contracts/events';
import { on } from '@shop/kit';
import {
  copyProductWhenChanged,
  copyProductWhenPublished,
  dropProductWhenRemoved,
  markSoldWhenOrderCaptured,
  unmarkSoldWhenTrackReleased,
} from './product-copies/copy-products';
import { openStoreWhenUserVerified } from './stores/open-store-when-user-verified';

export const subscriptions = [
  on(UserVerified, openStoreWhenUserVerified),
  on(ProductPublished, copyProductWhenPublished),
  on(ProductChanged, copyProductWhenChanged),
  on(ProductRemoved, dropProductWhenRemoved),
  on(OrderCaptured, markSoldWhenOrderCaptured),
  on(TrackReleased, unmarkSoldWhenTrackReleased),
];
