export const EXCHANGE = 'shop.events';

export const queueOf = (service: string) => `shop.${service}`;

/** The queue that receives every event, for the timeline. */
export const TIMELINE_QUEUE = 'shop.timeline';
