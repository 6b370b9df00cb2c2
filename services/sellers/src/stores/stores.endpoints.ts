import { MAY, NO_SELLER_STATUS } from '@shop/contracts/constants';
import { LIMITS, type storeRoutes } from '@shop/contracts/routes';
import { hasRole, rateLimiter, type Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import { IsNull, type DataSource, type EntityManager } from 'typeorm';
import type { KeyRing } from '@shop/shared';
import { acceptOffer } from './accept-offer';
import { changePayment } from './change-payment';
import { confirmPaypal, paypalToConfirm, sendPaypalLinkAgain } from './confirm-paypal';
import { anyStore, ownStore } from './own-store';
import { answerOf, Seller } from './seller.entity';

type StoreParts = { source: DataSource; cardKeys: KeyRing; rateScale: number };

export function storeHandlers({ source, cardKeys, rateScale }: StoreParts): Handlers<typeof storeRoutes> {
  // Each change mails the seller.
  const limit = rateLimiter(source, LIMITS.payoutDetails, rateScale);
  const links = rateLimiter(source, LIMITS.emailLinks, rateScale);
  const mailsTo = rateLimiter(source, LIMITS.confirmationMails, rateScale);
  return {
    async storeOfUser({ params: { userId } }) {
      const seller = await source.manager.findOneBy(Seller, { userId, deletedAt: IsNull() });
      return seller ? answerOf(seller) : { success: true, data: { status: NO_SELLER_STATUS } };
    },
    acceptOffer: async ({ params, body, caller }) =>
      answerOf(await inTx(source, (tx) => acceptOffer(tx, caller, params.id, body))),
    async changePayment({ params, body, caller }) {
      await limit.use(String(caller.userId));
      const address = await paypalToConfirm(source, params.id, body.paypal_email);
      if (address) await mailsTo.use(address.toLowerCase());
      return answerOf(await inTx(source, (tx) => changePayment(tx, cardKeys, caller.userId, params.id, body)));
    },
    async confirmPaypal({ params, caller }) {
      await links.use(caller.address);
      await inTx(source, (tx) => confirmPaypal(tx, params.token));
      return { message: 'Your PayPal address is confirmed. We can pay you to it from now on.' };
    },
    async sendPaypalLink({ params, caller }) {
      const isAdmin = hasRole(caller, MAY.changeMoney);
      const storeFor = (db: EntityManager) => (isAdmin ? anyStore(db, params.id) : ownStore(db, caller.userId, params.id));
      const seller = await inTx(source, ({ db }) => storeFor(db));
      if (seller.paypalEmail) await mailsTo.use(seller.paypalEmail.toLowerCase());
      await inTx(source, async (tx) => {
        const store = await storeFor(tx.db);
        await sendPaypalLinkAgain(tx, store, store.userId === caller.userId ? null : caller.userId);
      });
      return { message: 'We have sent the link again.' };
    },
  };
}
