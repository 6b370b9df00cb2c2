/** For how many milliseconds the gateway waits until a service begins to answer. */
export const GATEWAY_WAITS_MS = 30_000;
