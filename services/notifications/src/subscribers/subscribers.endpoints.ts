import { pageAddress } from '@shop/contracts/pages';
import { LIMITS, type subscriberRoutes } from '@shop/contracts/routes';
import { rateLimiter, redirect, type Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import type { Site } from '../mails/render';
import { confirmSubscription, confirmationPage } from './confirm-subscription';
import { subscribe } from './subscribe';
import { unsubscribe } from './unsubscribe';

type SubscriberParts = { source: DataSource; site: Site; rateScale: number };

export function subscriberHandlers({ source, site, rateScale }: SubscriberParts): Handlers<typeof subscriberRoutes> {
  const perAddress = rateLimiter(source, LIMITS.subscriptions, rateScale);
  // Limits the confirmations that one inbox gets.
  const perEmail = rateLimiter(source, LIMITS.subscriptionMails, rateScale);

  return {
    async subscribe({ body, caller }) {
      await perAddress.use(caller.address);
      await perEmail.use(body.email);
      await inTx(source, (tx) => subscribe(tx, site, body.email, caller.requestId));
      return { success: true, message: 'Subscription successful! Please check your email for confirmation.' };
    },
    async confirmSubscription({ params, req }) {
      const isHead = req.method === 'HEAD';
      return confirmationPage(await inTx(source, (tx) => confirmSubscription(tx, site, params.token, isHead)));
    },
    async unsubscribe({ params }) {
      await inTx(source, (tx) => unsubscribe(tx, params.token));
      return { success: true, message: 'Unsubscribed successfully!' };
    },
    openUnsubscribe({ params }) {
      const page = `${site.url}${pageAddress('unsubscribe', { token: params.token })}`;
      return Promise.resolve(redirect(page, { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }));
    },
  };
}
