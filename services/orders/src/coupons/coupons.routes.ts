import { MAY } from '@shop/contracts/constants';
import { CouponForm, CouponStatusForm, id, line, ListQuery } from '@shop/contracts/forms';
import { endpoint, inTx, type Endpoint } from '@shop/kit';
import { z } from 'zod';
import type { Shop } from '../shop';
import { couponLimit } from './coupon-limit';
import { checkCoupon, createCoupon, deleteCoupon, listCoupons, setCouponActive } from './coupons';

const CouponId = z.object({ id });

export function couponEndpoints(shop: Shop): Endpoint[] {
  const { source, settings } = shop;
  const { timeZone } = settings;
  const limit = couponLimit(shop, 'coupon-check');

  return [
    endpoint({
      method: 'get',
      path: '/api/coupons/validate',
      who: 'anyone',
      summary: 'What a coupon code gives; 404 for unknown, expired and inactive ones alike',
      query: z.object({ code: line(40, 'Please enter a coupon code') }),
      handle: async ({ query, caller }) => {
        await limit(caller);
        return inTx(source, (tx) => checkCoupon(tx, caller.userId, query.code, timeZone));
      },
    }),
    endpoint({
      method: 'get',
      path: '/api/coupons',
      who: { roles: MAY.readMoney },
      summary: 'All coupons, newest first',
      query: ListQuery,
      handle: ({ query }) => listCoupons(source.manager, query),
    }),
    endpoint({
      method: 'post',
      path: '/api/coupons',
      who: { roles: MAY.changeMoney },
      status: 201,
      summary: 'Create a coupon',
      body: CouponForm,
      handle: async ({ body, caller }) => ({
        success: true,
        data: await inTx(source, (tx) => createCoupon(tx, caller.userId!, body, timeZone)),
      }),
    }),
    endpoint({
      method: 'patch',
      path: '/api/coupons/:id/status',
      who: { roles: MAY.changeMoney },
      summary: 'Activate or deactivate a coupon',
      params: CouponId,
      body: CouponStatusForm,
      handle: async ({ params, body, caller }) => {
        const coupon = await inTx(source, (tx) => setCouponActive(tx, caller.userId!, params.id, body.is_active));
        return { success: true, id: coupon.id, is_active: coupon.isActive };
      },
    }),
    endpoint({
      method: 'delete',
      path: '/api/coupons/:id',
      who: { roles: MAY.changeMoney },
      summary: 'Delete a coupon; one that orders have used is only hidden',
      params: CouponId,
      handle: async ({ params, caller }) => {
        await inTx(source, (tx) => deleteCoupon(tx, caller.userId!, params.id));
        return { success: true };
      },
    }),
  ];
}
