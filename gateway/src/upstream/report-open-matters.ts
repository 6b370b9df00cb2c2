import { ROUTES } from '@shop/contracts/routes';
import { unavailable } from '@shop/http';
import type { Log } from '@shop/runtime';
import { callInternal } from './internal-call';
import type { Services } from './services';

/** Longer than a service needs for one account, shorter than a person's patience. */
const PATIENCE = { withinMs: 3000 };

/**
 * Asks orders and sellers what is open with an account at this moment, and tells identity, which then decides whether the account
 * may be deleted (record 0040). @throws Refusal 503 when one of them does not answer: nobody knows then
 */
export async function reportOpenMatters({ identity, orders, sellers }: Services, privateKey: string, log: Log, userId: number) {
  const question = { body: { userId } };
  try {
    const [purchases, earnings] = await Promise.all([
      callInternal(orders, ROUTES.orders.tellOpenPurchases, privateKey, question, PATIENCE),
      callInternal(sellers, ROUTES.sellers.tellOpenEarnings, privateKey, question, PATIENCE),
    ]);
    await callInternal(identity, ROUTES.identity.keepOpenMatters, privateKey, { body: { purchases, earnings } }, PATIENCE);
  } catch (error) {
    log.warn({ err: error, userId }, 'nobody could say what is open with an account that is to be deleted');
    throw unavailable('We cannot check right now what is still open with this account. Please try again in a moment.');
  }
}
