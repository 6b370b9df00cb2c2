/** The exchange that all events go through. */
export const EXCHANGE = 'shop.events';

/** The queue in which a service hears its events. */
export const queueOf = (service: string) => `shop.${service}`;

/** The queue that every event goes to, for the timeline. */
export const TIMELINE_QUEUE = 'shop.timeline';
