import type { CouponForm } from '@shop/contracts/forms';
import type { CouponView, Page } from '@shop/contracts/views';
import type { z } from 'zod';
import { asAdmin } from '../../lib/admin-session';
import { api } from '../../lib/api';

export const adminCouponsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q and sort as a query string. */
    coupons: build.query<Page<CouponView>, string>({
      query: (query) => `coupons?${query}`,
      extraOptions: asAdmin,
      providesTags: ['AdminCoupons'],
    }),
    createCoupon: build.mutation<{ data: CouponView }, z.input<typeof CouponForm>>({
      query: (body) => ({ url: 'coupons', method: 'POST', body }),
      extraOptions: asAdmin,
      invalidatesTags: ['AdminCoupons', 'AuditLog'],
    }),
    /** The list is brought up to date from the `is_active` that is answered (spec 3 §4). */
    setCouponActive: build.mutation<{ is_active: boolean }, { id: number; is_active: boolean }>({
      query: ({ id, is_active }) => ({ url: `coupons/${id}/status`, method: 'PATCH', body: { is_active } }),
      extraOptions: asAdmin,
      async onQueryStarted({ id }, { dispatch, getState, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null);
        if (!answer) return;
        for (const { endpointName, originalArgs } of adminCouponsApi.util.selectInvalidatedBy(getState(), ['AdminCoupons']))
          if (endpointName === 'coupons')
            dispatch(
              adminCouponsApi.util.updateQueryData('coupons', originalArgs as string, ({ data }) => {
                const coupon = data.find((one) => one.id === id);
                if (coupon) coupon.is_active = answer.data.is_active;
              }),
            );
      },
      invalidatesTags: ['AuditLog'],
    }),
    deleteCoupon: build.mutation<unknown, number>({
      query: (id) => ({ url: `coupons/${id}`, method: 'DELETE' }),
      extraOptions: asAdmin,
      // also after a refusal: somebody else may have been faster
      invalidatesTags: ['AdminCoupons', 'AuditLog'],
    }),
  }),
});

export const { useCouponsQuery, useCreateCouponMutation, useSetCouponActiveMutation, useDeleteCouponMutation } = adminCouponsApi;
