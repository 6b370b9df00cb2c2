import { endpoint, type Endpoint } from '@shop/kit';
import { text } from 'express';
import type { Shop } from '../shop';
import { hearWebhook } from './webhook';

export const webhookEndpoints = (shop: Shop): Endpoint[] => [
  endpoint({
    method: 'post',
    path: '/api/orders/paypal/webhook',
    who: 'anyone',
    summary: 'PayPal tells what happened; its signature is the credential',
    accepts: 'application/json',
    // the very bytes that were signed
    middleware: [text({ type: () => true, limit: '512kb' })],
    handle: async ({ req }) => {
      await hearWebhook(shop, { headers: req.headers, rawBody: typeof req.body === 'string' ? req.body : '' });
      return { received: true };
    },
  }),
];
