export type Ports = { shop: number; inbox: number; paypal: number };

const chosen = process.env.E2E_PORTS?.split(',').map(Number) ?? [18_080, 18_025, 18_090];

/**
 * The ports of the shops that the journeys start, one shop for each worker. They differ from those of `npm start`, so that both
 * can run.
 * `E2E_PORTS=shop,inbox,paypal` chooses others. Each further three ports make one more shop and worker.
 */
export const SHOPS: Ports[] = Array.from({ length: chosen.length / 3 }, (_, at) => {
  const [shop, inbox, paypal] = chosen.slice(at * 3);
  return { shop: shop!, inbox: inbox!, paypal: paypal! };
});

/** The shop of this worker. Every worker is a process that loads this file anew, so a constant is enough. */
const ours = SHOPS[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]!;
export const SHOP = `http://localhost:${ours.shop}`;
/** The same shop over plain http, where browsers have no Web Locks: only localhost counts as secure without TLS. */
export const PLAIN_SHOP = `http://plain.test:${ours.shop}`;
export const INBOX = `http://localhost:${ours.inbox}`;
export const PAYPAL = `http://localhost:${ours.paypal}`;
