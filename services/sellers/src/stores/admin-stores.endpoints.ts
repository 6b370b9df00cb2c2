import { MAY } from '@shop/contracts/constants';
import type { SellerForm } from '@shop/contracts/forms';
import { LIMITS, type adminStoreRoutes } from '@shop/contracts/routes';
import { forbidden, hasRole, rateLimiter, stepUpRequired, type Caller, type Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { KeyRing } from '@shop/shared';
import type { DataSource } from 'typeorm';
import { paypalToConfirm } from './confirm-paypal';
import { editStore } from './edit-store';
import { listSellers } from './list-sellers';
import { answerOf } from './seller.entity';
import { setSellerStatus } from './set-seller-status';
import { showCardNumber } from './show-card-number';

const PAYOUT_DETAILS = ['payment_method', 'payout_changed_at', 'paypal_email', 'card_number', 'card_holder_name'] as const;

/**
 * Refuses fields that the admin's role may not change: support changes stores; finance changes payout details, with a step-up.
 * @throws Refusal 403 `forbidden`, `step-up-required`
 */
function refuseOtherFields(caller: Caller, form: SellerForm): void {
  const fields = Object.entries(form).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  const payout = fields.filter((field) => (PAYOUT_DETAILS as readonly string[]).includes(field));
  const isAllowed =
    (payout.length === 0 || hasRole(caller, MAY.changeMoney)) &&
    (payout.length === fields.length || hasRole(caller, MAY.changeStores));
  if (!isAllowed) throw forbidden('Your role does not allow this.');
  if (payout.length > 0 && !caller.steppedUp) throw stepUpRequired();
}

type AdminStoreParts = { source: DataSource; siteName: string; cardKeys: KeyRing; rateScale: number };

/** The calls of admins about stores (docs/product/administration.md#sellers). */
export function adminStoreHandlers(parts: AdminStoreParts): Handlers<typeof adminStoreRoutes> {
  const { source, cardKeys, rateScale } = parts;
  const limit = rateLimiter(source, LIMITS.cardNumbers, rateScale);
  const mailsTo = rateLimiter(source, LIMITS.confirmationMails, rateScale);
  return {
    listSellers: async ({ query }) => ({ message: 'Sellers loaded', ...(await listSellers(source, query)) }),
    async changeSeller({ params, body, caller }) {
      refuseOtherFields(caller, body);
      const address = await paypalToConfirm(source, params.id, body.paypal_email);
      if (address) await mailsTo.use(address.toLowerCase());
      return answerOf(await inTx(source, (tx) => editStore(tx, parts, caller.userId, params.id, body)));
    },
    async showCardNumber({ params, body, caller }) {
      await limit.use(String(caller.userId));
      const number = await inTx(source, (tx) => showCardNumber(tx, cardKeys, caller.userId, params.id, body.reason));
      return { success: true, data: { card_number: number } };
    },
    setSellerStatus: async ({ params, body, caller }) =>
      answerOf(await inTx(source, (tx) => setSellerStatus(tx, caller.userId, params.id, body))),
  };
}
