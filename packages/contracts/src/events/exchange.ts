/** The exchange that all events pass through. */
export const EXCHANGE = 'shop.events';

/** The queue in which a service hears its events. */
export const queueOf = (service: string) => `shop.${service}`;

/** The queue that receives every event, for the timeline. */
export const TIMELINE_QUEUE = 'shop.timeline';
