export type Ports = { shop: number; inbox: number; paypal: number };

const chosen = process.env.E2E_PORTS?.split(',').map(Number) ?? [18_080, 18_025, 18_090];

/**
 * Ports of the shops that the journeys start for themselves, one for each worker, apart from those of `npm start`.
 * `E2E_PORTS=shop,inbox,paypal` chooses others; three more make a second shop and a second worker, and so on.
 */
export const SHOPS: Ports[] = Array.from({ length: chosen.length / 3 }, (_, at) => {
  const [shop, inbox, paypal] = chosen.slice(at * 3);
  return { shop: shop!, inbox: inbox!, paypal: paypal! };
});

/** The shop of this worker; every worker loads the configuration and the journeys anew. */
const ours = SHOPS[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]!;
export const SHOP = `http://localhost:${ours.shop}`;
export const INBOX = `http://localhost:${ours.inbox}`;
export const PAYPAL = `http://localhost:${ours.paypal}`;
