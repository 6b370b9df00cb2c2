import { NO_SELLER_STATUS } from '@shop/contracts/constants';
import { LIMITS, type storeRoutes } from '@shop/contracts/routes';
import { rateLimiter, type Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import { IsNull, type DataSource } from 'typeorm';
import type { KeyRing } from '@shop/shared';
import { acceptOffer } from './accept-offer';
import { changePayment } from './change-payment';
import { answerOf, Seller } from './seller.entity';

type StoreParts = { source: DataSource; cardKeys: KeyRing; rateScale: number };

export function storeHandlers({ source, cardKeys, rateScale }: StoreParts): Handlers<typeof storeRoutes> {
  // Each change mails the seller.
  const limit = rateLimiter(source, LIMITS.payoutDetails, rateScale);
  return {
    async storeOfUser({ params: { userId } }) {
      const seller = await source.manager.findOneBy(Seller, { userId, deletedAt: IsNull() });
      return seller ? answerOf(seller) : { success: true, data: { status: NO_SELLER_STATUS } };
    },
    acceptOffer: async ({ params, body, caller }) =>
      answerOf(await inTx(source, (tx) => acceptOffer(tx, caller, params.id, body))),
    async changePayment({ params, body, caller }) {
      await limit.use(String(caller.userId));
      return answerOf(await inTx(source, (tx) => changePayment(tx, cardKeys, caller.userId, params.id, body)));
    },
  };
}
