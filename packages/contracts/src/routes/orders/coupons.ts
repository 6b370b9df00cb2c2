import { z } from 'zod';
import { MAY } from '../../constants';
import { id } from '../../forms/fields';
import { ListQuery } from '../../forms/lists';
import { couponCode, CouponForm, CouponStatusForm } from '../../forms/orders';
import { CouponCheckView, CouponView } from '../../views/orders';
import { Data, DoneView, Page } from '../../views/shared';
import { LIMITS } from '../limits';
import { noSuch } from '../refusals';
import { route } from '../../declare';

const Id = z.object({ id });

export const couponRoutes = {
  checkCoupon: route({
    method: 'get',
    path: '/api/coupons/validate',
    who: 'anyone',
    summary: 'What a coupon code gives; 404 for unknown, expired and inactive ones alike',
    query: z.object({ code: couponCode('Please enter a coupon code') }),
    answers: { 200: CouponCheckView },
    limits: [LIMITS.couponChecks, LIMITS.couponChecksOfDay],
    refuses: {
      '404 invalid-coupon': 'There is no such coupon, or it is over or switched off',
      '409 coupon': 'The caller cannot use it, or not any more',
    },
  }),
  listCoupons: route({
    method: 'get',
    path: '/api/coupons',
    who: { roles: MAY.readMoney },
    summary: 'All coupons, newest first',
    query: ListQuery,
    answers: { 200: Page(CouponView) },
  }),
  createCoupon: route({
    method: 'post',
    path: '/api/coupons',
    who: { roles: MAY.changeMoney },
    confirmed: true,
    summary: 'Create a coupon',
    body: CouponForm,
    answers: { 201: Data(CouponView) },
    refuses: { '409 taken': 'There is a coupon with this code' },
  }),
  setCouponActive: route({
    method: 'patch',
    path: '/api/coupons/:id/status',
    who: { roles: MAY.changeMoney },
    confirmed: true,
    summary: 'Activate or deactivate a coupon',
    params: Id,
    body: CouponStatusForm,
    answers: { 200: z.strictObject({ success: z.literal(true), id: z.int(), is_active: z.boolean() }) },
    refuses: noSuch('coupon'),
  }),
  deleteCoupon: route({
    method: 'delete',
    path: '/api/coupons/:id',
    who: { roles: MAY.changeMoney },
    confirmed: true,
    summary: 'Delete a coupon; one that orders have used is only hidden',
    params: Id,
    answers: { 200: DoneView },
    refuses: noSuch('coupon'),
  }),
};
