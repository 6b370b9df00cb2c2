/** For how many milliseconds the gateway waits until a service begins to answer. */
export const GATEWAY_WAITS_MS = 30_000;

/** What an answer 503 says while a part of the shop is away, and what the description of a call says of that. */
export const AWAY = {
  says: 'This part of the shop is not available right now. Please try again in a moment.',
  means: 'This part of the shop cannot answer right now',
};

/** The tracer whose spans the gateway and the services send. */
export const TRACER_NAME = 'shop';

/** The bucket of an object store, unless the configuration names another. */
export const BUCKET = 'shop';
