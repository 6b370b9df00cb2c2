import { CouponForm, CouponStatusForm, id, line, ListQuery } from '@shop/contracts/forms';
import { endpoint, inTx, rateLimiter, type Endpoint } from '@shop/kit';
import { z } from 'zod';
import type { Shop } from '../shop';
import { checkCoupon, createCoupon, deleteCoupon, listCoupons, setCouponActive } from './coupons';

const CouponId = z.object({ id });

export function couponEndpoints({ source, settings }: Shop): Endpoint[] {
  const { rateScale, timeZone } = settings;
  const perClient = rateLimiter(source, { name: 'coupon-check', points: 10, seconds: 60 }, rateScale);
  const perAddress = rateLimiter(source, { name: 'coupon-check-day', points: 100, seconds: 24 * 3600 }, rateScale);

  return [
    endpoint({
      method: 'get',
      path: '/api/coupons/validate',
      who: 'anyone',
      summary: 'What a coupon code gives; 404 for unknown, expired and inactive ones alike',
      query: z.object({ code: line(40, 'Please enter a coupon code') }),
      handle: async ({ query, caller }) => {
        // guessing codes is slow: 10 a minute for a client, 100 a day for an address (decision 60)
        await perClient.use(caller.sessionId ?? caller.address);
        await perAddress.use(caller.address);
        return checkCoupon(source.manager, query.code, timeZone);
      },
    }),
    endpoint({
      method: 'get',
      path: '/api/coupons',
      who: 'admin',
      summary: 'All coupons, newest first',
      query: ListQuery,
      handle: ({ query }) => listCoupons(source.manager, query),
    }),
    endpoint({
      method: 'post',
      path: '/api/coupons',
      who: 'admin',
      status: 201,
      summary: 'Create a coupon',
      body: CouponForm,
      handle: async ({ body }) => ({ success: true, data: await inTx(source, (tx) => createCoupon(tx, body, timeZone)) }),
    }),
    endpoint({
      method: 'patch',
      path: '/api/coupons/:id/status',
      who: 'admin',
      summary: 'Activate or deactivate a coupon',
      params: CouponId,
      body: CouponStatusForm,
      handle: async ({ params, body }) => {
        const coupon = await inTx(source, (tx) => setCouponActive(tx, params.id, body.is_active));
        return { success: true, id: coupon.id, is_active: coupon.isActive };
      },
    }),
    endpoint({
      method: 'delete',
      path: '/api/coupons/:id',
      who: 'admin',
      summary: 'Delete a coupon; one that orders have used is only hidden',
      params: CouponId,
      handle: async ({ params }) => {
        await inTx(source, (tx) => deleteCoupon(tx, params.id));
        return { success: true };
      },
    }),
  ];
}
