import { SubscribeForm } from '@shop/contracts/forms';
import { endpoint, inTx, rateLimiter, type Endpoint } from '@shop/kit';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import type { Site } from '../mails/render';
import { confirmationPage } from './confirmation-page';
import { confirmSubscription } from './confirm-subscription';
import { subscribe } from './subscribe';
import { unsubscribe } from './unsubscribe';

export type SubscriberParts = { source: DataSource; site: Site; scale: number };

const Token = z.object({ token: z.string() });

export function subscriberEndpoints({ source, site, scale }: SubscriberParts): Endpoint[] {
  const perAddress = rateLimiter(source, { name: 'subscribe', points: 10, seconds: 3600 }, scale);
  // nobody's inbox is filled with confirmations
  const perEmail = rateLimiter(source, { name: 'subscribe-email', points: 3, seconds: 3600 }, scale);

  return [
    endpoint({
      method: 'post',
      path: '/api/subscribe/subscribe',
      who: 'anyone',
      summary: 'Asks for the newsletter: a link to confirm it is mailed',
      body: SubscribeForm,
      async handle({ body, caller }) {
        await perAddress.use(caller.address);
        await perEmail.use(body.email);
        await inTx(source, (tx) => subscribe(tx, site, body.email, caller.requestId));
        return { success: true, message: 'Subscription successful! Please check your email for confirmation.' };
      },
    }),
    endpoint({
      method: 'get',
      path: '/api/confirm-subscription/:token',
      who: 'anyone',
      summary: 'Confirms a subscription; a small page for a hidden frame',
      params: Token,
      handle: async ({ params, req }) => {
        const look = req.method === 'HEAD';
        return confirmationPage(await inTx(source, (tx) => confirmSubscription(tx, site, params.token, look)));
      },
    }),
    endpoint({
      method: 'post',
      path: '/api/subscribe/unsubscribe/:token',
      who: 'anyone',
      summary: 'Ends a subscription; the body is not read, so that one-click unsubscribing may send its form',
      params: Token,
      async handle({ params }) {
        await inTx(source, (tx) => unsubscribe(tx, params.token));
        return { success: true, message: 'Unsubscribed successfully!' };
      },
    }),
  ];
}
