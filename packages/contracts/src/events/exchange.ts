/** The exchange that all events go through. */
export const EXCHANGE = 'shop.events';

/** The queue in which a service hears its events. */
export const queueOf = (service: string) => `shop.${service}`;
