import type { couponRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { ServiceContext } from '../context';
import { couponLimit } from './coupon-limits';
import { checkCoupon, createCoupon, deleteCoupon, listCoupons, setCouponActive } from './coupons';

export function couponHandlers(context: ServiceContext): Handlers<typeof couponRoutes> {
  const { source, timeZone } = context;
  const limit = couponLimit(context, 'check');

  return {
    async checkCoupon({ query, caller }) {
      await limit(caller);
      return inTx(source, (tx) => checkCoupon(tx, caller.userId, query.code, timeZone));
    },
    listCoupons: ({ query }) => listCoupons(source.manager, query),
    createCoupon: async ({ body, caller }) => ({
      success: true,
      data: await inTx(source, (tx) => createCoupon(tx, caller.userId, body, timeZone)),
    }),
    async setCouponActive({ params, body, caller }) {
      const coupon = await inTx(source, (tx) => setCouponActive(tx, caller.userId, params.id, body.is_active));
      return { success: true, id: coupon.id, is_active: coupon.isActive };
    },
    async deleteCoupon({ params, caller }) {
      await inTx(source, (tx) => deleteCoupon(tx, caller.userId, params.id));
      return { success: true };
    },
  };
}
