/** How many milliseconds the gateway waits for the first byte of a service's answer. */
export const GATEWAY_WAITS_MS = 30_000;

/** The text of an answer 503 while a part of the shop is away, and the API description's text about it. */
export const AWAY = {
  says: 'This part of the shop is not available right now. Please try again in a moment.',
  means: 'This part of the shop cannot answer right now',
};

/** The tracer whose spans the gateway and the services send. */
export const TRACER_NAME = 'shop';

/** The bucket of an object store, unless the configuration names another. */
export const BUCKET = 'shop';
