import {
  OrderCaptured,
  PersonalDataRequested,
  StoreChanged,
  StoreClosed,
  StoreOpened,
  TrackHeld,
  TrackReleased,
  UserDeleted,
} from '@shop/contracts/events';
import { on } from '@shop/messaging';
import { forgetPersonWhenUserDeleted } from './own-data/forget-person-when-user-deleted';
import { tellPersonalDataWhenRequested } from './own-data/tell-personal-data';
import { copyStore } from './products/copy-store';
import { markFreeWhenTrackReleased, markHeldWhenTrackHeld, markSoldWhenOrderCaptured } from './products/follow-claims';
import { removeTracksWhenStoreClosed } from './products/remove-tracks-when-store-closed';

export const subscriptions = [
  on(TrackHeld, markHeldWhenTrackHeld),
  on(TrackReleased, markFreeWhenTrackReleased),
  on(OrderCaptured, markSoldWhenOrderCaptured),
  on(StoreOpened, copyStore, 'copyStoreWhenOpened'),
  on(StoreChanged, copyStore, 'copyStoreWhenChanged'),
  on(StoreClosed, removeTracksWhenStoreClosed),
  on(PersonalDataRequested, tellPersonalDataWhenRequested),
  on(UserDeleted, forgetPersonWhenUserDeleted),
];
