import { adminApi } from '../../../lib/calls/admin-api';
import { call, type Answer, type Body } from '../../../lib/calls/call';

const adminCouponsApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q and sort as a query string. */
    coupons: build.query<Answer<'GET /api/coupons'>, string>({
      query: (query) => call('GET /api/coupons', { query }),
      providesTags: ['AdminCoupons'],
    }),
    createCoupon: build.mutation<Answer<'POST /api/coupons'>, Body<'POST /api/coupons'>>({
      query: (body) => call('POST /api/coupons', { body }),
      invalidatesTags: ['AdminCoupons', 'AuditLog'],
    }),
    /** Switches a coupon. The list takes over the `is_active` of the answer. */
    setCouponActive: build.mutation<Answer<'PATCH /api/coupons/:id/status'>, { id: number; is_active: boolean }>({
      query: ({ id, is_active }) => call('PATCH /api/coupons/:id/status', { params: { id }, body: { is_active } }),
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
    deleteCoupon: build.mutation<Answer<'DELETE /api/coupons/:id'>, number>({
      query: (id) => call('DELETE /api/coupons/:id', { params: { id } }),
      invalidatesTags: ['AdminCoupons', 'AuditLog'],
    }),
  }),
});

export const { useCouponsQuery, useCreateCouponMutation, useSetCouponActiveMutation, useDeleteCouponMutation } = adminCouponsApi;
