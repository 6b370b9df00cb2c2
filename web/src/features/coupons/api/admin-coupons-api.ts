import { adminApi } from '#lib/calls/admin-api.ts';
import { call, type Body } from '#lib/calls/call.ts';

const adminCouponsApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q and sort as a query string. */
    coupons: build.query({
      query: (query: string) => call('GET /api/coupons', { query }),
      providesTags: ['AdminCoupons'],
    }),
    createCoupon: build.mutation({
      query: (body: Body<'POST /api/coupons'>) => call('POST /api/coupons', { body }),
      invalidatesTags: ['AdminCoupons', 'AuditLog'],
    }),
    /** Switches a coupon. The list takes over the `is_active` of the answer. */
    setCouponActive: build.mutation({
      query: ({ id, is_active }: { id: number; is_active: boolean }) =>
        call('PATCH /api/coupons/:id/status', { params: { id }, body: { is_active } }),
      async onQueryStarted({ id }, { dispatch, getState, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null);
        if (!answer) return;
        for (const { endpointName, originalArgs } of adminCouponsApi.util.selectInvalidatedBy(getState(), ['AdminCoupons']))
          if (endpointName === 'coupons')
            dispatch(
              adminCouponsApi.util.updateQueryData('coupons', originalArgs as string, ({ data }) => {
                const coupon = data.find((entry) => entry.id === id);
                if (coupon) coupon.is_active = answer.data.is_active;
              }),
            );
      },
      invalidatesTags: ['AuditLog'],
    }),
    deleteCoupon: build.mutation({
      query: (id: number) => call('DELETE /api/coupons/:id', { params: { id } }),
      invalidatesTags: ['AdminCoupons', 'AuditLog'],
    }),
  }),
});

export const { useCouponsQuery, useCreateCouponMutation, useSetCouponActiveMutation, useDeleteCouponMutation } = adminCouponsApi;
