import { z } from 'zod';
import { FREEZE_KINDS } from '../../constants';
import { defineEvent } from '../../declare';
import { id, instant, version } from '../shapes';

/** An order holds a track until `until`. The track is not sold, and nobody else can buy it meanwhile. */
export const TrackHeld = defineEvent('orders.track-held', z.object({ productId: id, orderId: id, version, until: instant }), {
  heardBy: ['catalog', 'sellers'],
  timeline: {
    title: 'Track held',
    keep: ({ productId, orderId, until }) => ({ track: productId, order: orderId, facts: { until } }),
  },
});

/** The hold ended without a sale; anybody may buy the track again. */
export const TrackReleased = defineEvent('orders.track-released', z.object({ productId: id, orderId: id, version }), {
  heardBy: ['catalog', 'identity', 'sellers', 'notifications'],
  timeline: { title: 'Hold ended without a sale', keep: ({ productId, orderId }) => ({ track: productId, order: orderId }) },
});

/** A track is free again for which this buyer had asked for a reminder. */
export const AwaitedTrackReleased = defineEvent(
  'orders.awaited-track-released',
  z.object({
    productId: id,
    claimVersion: version,
    name: z.string(),
    sellerId: id.nullable().default(null),
    storeName: z.string(),
    buyerId: id,
    accountEmail: z.string(),
  }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: 'Awaited track is free again',
      keep: ({ productId, sellerId, buyerId }) => ({ track: productId, store: sellerId, account: buyerId }),
    },
    secret: ['accountEmail'],
  },
);

/**
 * A buyer's open purchases have changed: unpaid orders that hold tracks, unfinished payments, and disputes at PayPal. When all
 * numbers are zero, nothing is open.
 */
export const OpenPurchasesChanged = defineEvent(
  'orders.open-purchases-changed',
  z.object({ userId: id, version, holds: z.int(), payments: z.int(), disputes: z.int() }),
  {
    heardBy: ['identity'],
    timeline: {
      title: 'Open purchases changed',
      keep: ({ userId, holds, payments, disputes }) => ({ account: userId, facts: { holds, payments, disputes } }),
    },
  },
);

/**
 * A closed store sells nothing any more: no payment for its tracks is under way, and none will begin. `sales` counts all its sales
 * that were ever paid, so a service that has booked as many has seen the last one.
 */
export const StoreSettled = defineEvent('orders.store-settled', z.object({ sellerId: id, sales: z.int() }), {
  heardBy: ['sellers'],
  timeline: { title: 'Closed store settled', keep: ({ sellerId, sales }) => ({ store: sellerId, facts: { sales } }) },
});

const frozenTrack = { orderId: id, productId: id, sellerId: id.nullable(), version };

/**
 * A sold track is frozen: its files are not handed out, its certificate is suspended, and its seller's line is not paid out. Sent
 * again when another reason takes the place of the first. `version` counts the freezes and thaws of this sale of the track.
 */
export const TrackFrozen = defineEvent('orders.track-frozen', z.object({ ...frozenTrack, reason: z.enum(FREEZE_KINDS) }), {
  heardBy: ['catalog', 'sellers'],
  timeline: {
    title: 'Sold track frozen',
    keep: ({ orderId, productId, sellerId, reason }) => ({
      order: orderId,
      track: productId,
      store: sellerId,
      facts: { reason },
    }),
  },
});

/** Nothing freezes the sold track any more. Its certificate stays revoked if the money went back. */
export const TrackThawed = defineEvent('orders.track-thawed', z.object(frozenTrack), {
  heardBy: ['catalog', 'sellers'],
  timeline: {
    title: 'Sold track thawed',
    keep: ({ orderId, productId, sellerId }) => ({ order: orderId, track: productId, store: sellerId }),
  },
});
