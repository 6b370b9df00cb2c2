import { endpoint, rateLimiter, type Endpoint } from '@shop/kit';
import { raw } from 'express';
import type { Shop } from '../shop';
import { hearWebhook } from './webhook';

/** Per address; the provider's own webhooks fit and are never counted. */
const FORGERIES = { name: 'webhook-forged', points: 20, seconds: 3600 };

export const webhookEndpoints = (shop: Shop): Endpoint[] => {
  const forgeries = rateLimiter(shop.source, FORGERIES, shop.settings.rateScale);
  return [
    endpoint({
      method: 'post',
      path: '/api/orders/paypal/webhook',
      who: 'anyone',
      summary: 'PayPal tells what happened; its signature is the credential',
      accepts: 'application/json',
      // the very bytes that were signed
      middleware: [raw({ type: () => true, limit: '512kb' })],
      handle: async ({ req, caller }) => {
        await hearWebhook(shop, { headers: req.headers, rawBody: textOf(req.body) }, { forgeries, address: caller.address });
        return { received: true };
      },
    }),
  ];
};

/** JSON is UTF-8: what is not is not what anybody signed. */
function textOf(body: unknown): string {
  if (!Buffer.isBuffer(body)) return '';
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return '';
  }
}
