import { LIMITS, type webhookRoutes } from '@shop/contracts/routes';
import { rateLimiter, type Handlers } from '@shop/http';
import { raw } from 'express';
import type { ServiceContext } from '../../context';
import { handleWebhook } from './webhook';

export const webhookHandlers = (context: ServiceContext): Handlers<typeof webhookRoutes> => {
  // PayPal's own webhooks have good signatures and are never counted.
  const forgeries = rateLimiter(context.source, LIMITS.forgedWebhooks, context.rateScale);
  return {
    hearWebhook: {
      // The signature covers exactly these bytes.
      before: [raw({ type: () => true, limit: '512kb' })],
      async handle({ req, caller }) {
        await handleWebhook(context, { headers: req.headers, rawBody: textOf(req.body) }, { forgeries, address: caller.address });
        return { received: true };
      },
    },
  };
};

/** JSON is UTF-8: a body that is not UTF-8 has no valid signature. */
function textOf(body: unknown): string {
  if (!Buffer.isBuffer(body)) return '';
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return '';
  }
}
