/** Ports of the shop that the journeys start for themselves, apart from those of `npm start`; `E2E_PORTS=shop,inbox,paypal` chooses others. */
const [shop = 18_080, inbox = 18_025, paypal = 18_090] = process.env.E2E_PORTS?.split(',').map(Number) ?? [];
export const PORTS = { shop, inbox, paypal };

export const SHOP = `http://localhost:${PORTS.shop}`;
export const INBOX = `http://localhost:${PORTS.inbox}`;
export const PAYPAL = `http://localhost:${PORTS.paypal}`;
