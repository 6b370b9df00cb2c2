import {
  ChangesAsked,
  LinksRevoked,
  TrackLinksRevoked,
  OrderCaptured,
  PersonalDataRequested,
  RefundDone,
  SalesAnnounced,
  StoreChanged,
  StoreClosed,
  StoreOpened,
  TrackFrozen,
  SubmissionChanged,
  SubmissionCorrected,
  TrackHeld,
  TrackReleased,
  TrackSubmitted,
  TrackThawed,
  UserDeleted,
} from '@shop/contracts/events';
import { on } from '@shop/messaging';
import { forgetPersonWhenUserDeleted, tellPersonalDataWhenRequested } from './own-data/personal-data';
import {
  endAccessWhenLinksRevoked,
  endAccessWhenRefundDone,
  saveBuyersWhenSalesAnnounced,
  saveBuyerWhenOrderCaptured,
} from './packages/bought-packages';
import {
  letPackagesLapseWhenStoreClosed,
  openPackageWhenChangesAsked,
  releasePackageWhenSubmissionChanged,
  usePackageWhenSubmissionCorrected,
  usePackageWhenTrackSubmitted,
} from './packages/change-package';
import {
  endAddressesWhenLinksRevoked,
  endAddressesWhenTrackLinksRevoked,
  freezeWhenTrackFrozen,
  thawWhenTrackThawed,
} from './packages/delivery/deliver-package';
import { copyStore } from './products/copy-store';
import { markFreeWhenTrackReleased, markHeldWhenTrackHeld, markSoldWhenOrderCaptured } from './products/follow-claims';
import { removeTracksWhenStoreClosed } from './products/remove-product';

export const subscriptions = [
  on(TrackHeld, markHeldWhenTrackHeld),
  on(TrackReleased, markFreeWhenTrackReleased),
  on(OrderCaptured, markSoldWhenOrderCaptured),
  on(OrderCaptured, saveBuyerWhenOrderCaptured),
  on(SalesAnnounced, saveBuyersWhenSalesAnnounced),
  on(RefundDone, endAccessWhenRefundDone),
  on(TrackSubmitted, usePackageWhenTrackSubmitted),
  on(ChangesAsked, openPackageWhenChangesAsked),
  on(SubmissionCorrected, usePackageWhenSubmissionCorrected),
  on(SubmissionChanged, releasePackageWhenSubmissionChanged),
  on(LinksRevoked, endAddressesWhenLinksRevoked),
  on(LinksRevoked, endAccessWhenLinksRevoked),
  on(TrackLinksRevoked, endAddressesWhenTrackLinksRevoked),
  on(TrackFrozen, freezeWhenTrackFrozen),
  on(TrackThawed, thawWhenTrackThawed),
  on(StoreOpened, copyStore, 'copyStoreWhenOpened'),
  on(StoreChanged, copyStore, 'copyStoreWhenChanged'),
  on(StoreClosed, removeTracksWhenStoreClosed),
  on(StoreClosed, letPackagesLapseWhenStoreClosed),
  on(PersonalDataRequested, tellPersonalDataWhenRequested),
  on(UserDeleted, forgetPersonWhenUserDeleted),
];
