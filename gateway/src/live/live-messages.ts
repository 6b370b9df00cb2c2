import assert from 'node:assert/strict';
import { OrderCaptured, ProductRemoved, TrackHeld, TrackReleased } from '@shop/contracts/events';
import type { LiveKind } from '@shop/contracts/views';
import type { Message } from '@shop/messaging';

type LiveMessage = { kind: LiveKind; ids: number[] };

/** The events that browsers receive, only as ids of tracks. */
const SAYINGS: Record<string, (data: unknown) => LiveMessage> = {
  [TrackHeld.type]: (data) => ({ kind: 'held', ids: [TrackHeld.shape.parse(data).productId] }),
  [TrackReleased.type]: (data) => ({ kind: 'released', ids: [TrackReleased.shape.parse(data).productId] }),
  [OrderCaptured.type]: (data) => ({
    kind: 'sold',
    ids: OrderCaptured.shape.parse(data).items.map(({ productId }) => productId),
  }),
  [ProductRemoved.type]: (data) => ({ kind: 'removed', ids: [ProductRemoved.shape.parse(data).productId] }),
};

export const LIVE_TYPES = Object.keys(SAYINGS);

/** @throws ZodError when the event does not have its declared shape */
export function liveMessageOf({ type, data }: Message): LiveMessage {
  const messageMaker = SAYINGS[type];
  assert(messageMaker, 'only LIVE_TYPES are listened to');
  return messageMaker(data);
}

/** A message in the format of server-sent events. */
export const asText = ({ kind, ids }: LiveMessage) => `event: ${kind}\ndata: ${JSON.stringify({ ids })}\n\n`;
