import { LIMITS, type contactAddressRoutes } from '@shop/contracts/routes';
import { rateLimiter, type Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { confirmContact } from './confirm-contact';

export function contactAddressHandlers({
  source,
  rateScale,
}: {
  source: DataSource;
  rateScale: number;
}): Handlers<typeof contactAddressRoutes> {
  const links = rateLimiter(source, LIMITS.contactLinks, rateScale);
  return {
    async confirmContact({ params, caller }) {
      await links.use(caller.address);
      await inTx(source, (tx) => confirmContact(tx, params.token));
      return { message: 'This address is confirmed. What waited for it is on its way.' };
    },
  };
}
