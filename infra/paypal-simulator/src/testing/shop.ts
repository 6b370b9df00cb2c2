import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PaypalSimulator } from '../index';

/** The parts of PayPal's bodies that the tests read. */
type Body = {
  id: string;
  status: string;
  name?: string;
  details?: { issue: string; field?: string }[];
  links: { rel: string; href: string }[];
  verification_status?: string;
  amount: { value: string; currency_code: string };
  custom_id?: string;
  create_time: string;
  purchase_units: {
    custom_id?: string;
    amount: { value: string; currency_code: string };
    payments?: { captures: Body[] };
  }[];
};

export type Reply = { status: number; body: Body; headers: Headers; issue: string | undefined };

export const anOrder = (changes: Record<string, unknown> = {}) => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      custom_id: 'order-7f3c',
      amount: {
        currency_code: 'USD',
        value: '208.95',
        breakdown: {
          item_total: { currency_code: 'USD', value: '199.00' },
          handling: { currency_code: 'USD', value: '9.95' },
        },
      },
      items: [{ name: 'Night Drive', quantity: '1', unit_amount: { currency_code: 'USD', value: '199.00' } }],
    },
  ],
  ...changes,
});

/** A shop's server from PayPal's point of view: it gets one token, then makes calls with it. */
export async function aShop(simulator: PaypalSimulator) {
  const token = async () => {
    const response = await fetch(`${simulator.url}/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${simulator.clientId}:${simulator.secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  };
  const accessToken = await token();

  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const response = await fetch(simulator.url + path, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json', ...headers },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const json = (await response.json()) as Body;
    return { status: response.status, body: json, headers: response.headers, issue: json.details?.[0]?.issue };
  }
  const withId = (requestId?: string, headers: Record<string, string> = {}) => ({
    prefer: 'return=representation',
    ...(requestId && { 'paypal-request-id': requestId }),
    ...headers,
  });

  return {
    token,
    call,
    create: (requestId?: string, body: unknown = anOrder(), headers = {}) =>
      call('POST', '/v2/checkout/orders', body, withId(requestId, headers)),
    get: (orderId: string) => call('GET', `/v2/checkout/orders/${orderId}`),
    capture: (orderId: string, requestId?: string, headers = {}) =>
      call('POST', `/v2/checkout/orders/${orderId}/capture`, undefined, withId(requestId, headers)),
    refund: (captureId: string, body: unknown = {}, requestId?: string) =>
      call('POST', `/v2/payments/captures/${captureId}/refund`, body, withId(requestId)),
    async approvedOrder() {
      const { body } = await this.create();
      simulator.control.approve(body.id);
      return body.id;
    },
    async paidOrder() {
      const orderId = await this.approvedOrder();
      const { body } = await this.capture(orderId);
      return { orderId, captureId: body.purchase_units[0]!.payments!.captures[0]!.id };
    },
  };
}

type Delivery = { headers: IncomingHttpHeaders; raw: string; event: { id: string; event_type: string; resource: Body } };

/** A server at the shop's webhook address. It answers each delivery with the next of `statuses`, then with 200. */
export async function anEar(statuses: number[] = []) {
  const deliveries: Delivery[] = [];
  const server = createServer(async (request, response) => {
    let raw = '';
    for await (const part of request) raw += String(part);
    deliveries.push({ headers: request.headers, raw, event: JSON.parse(raw) as Delivery['event'] });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    heard: deliveries,
    types: () => deliveries.map(({ event }) => event.event_type),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Waits, at most `ms` milliseconds, until the condition holds. */
export async function until(happened: () => boolean, ms = 60_000) {
  const end = Date.now() + ms;
  while (!happened()) {
    if (Date.now() > end) throw new Error('It did not happen in time.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
