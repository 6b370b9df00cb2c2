import { OrderCaptured, StoreChanged, StoreClosed, StoreOpened, TrackHeld, TrackReleased } from '@shop/contracts/events';
import { on } from '@shop/kit';
import { markFreeWhenTrackReleased, markHeldWhenTrackHeld, markSoldWhenOrderCaptured } from './products/follow-claims';
import { copyStoreWhenChanged, copyStoreWhenOpened } from './stores/copy-store';
import { removeTracksWhenStoreClosed } from './stores/remove-tracks-when-store-closed';

export const subscriptions = [
  on(TrackHeld, markHeldWhenTrackHeld),
  on(TrackReleased, markFreeWhenTrackReleased),
  on(OrderCaptured, markSoldWhenOrderCaptured),
  on(StoreOpened, copyStoreWhenOpened),
  on(StoreChanged, copyStoreWhenChanged),
  on(StoreClosed, removeTracksWhenStoreClosed),
];
