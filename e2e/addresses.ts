/** Ports of the shop that the journeys start for themselves, apart from those of `npm start`. */
export const PORTS = { shop: 18_080, inbox: 18_025, paypal: 18_090 };

export const SHOP = `http://localhost:${PORTS.shop}`;
export const INBOX = `http://localhost:${PORTS.inbox}`;
export const PAYPAL = `http://localhost:${PORTS.paypal}`;
