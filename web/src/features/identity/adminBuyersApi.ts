import type { ProfileForm, SuspensionForm } from '@shop/contracts/forms';
import type { MessageView, Page, UserView } from '@shop/contracts/views';
import { asAdmin } from '../../lib/admin-session';
import { api } from '../../lib/api';

export const {
  useBuyersQuery,
  useSaveBuyerMutation,
  useDeleteBuyerMutation,
  useSuspendBuyerMutation,
  useReinstateBuyerMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q and sort as a query string. */
    buyers: build.query<Page<UserView>, string>({
      query: (query) => `users?${query}`,
      extraOptions: asAdmin,
      providesTags: ['Buyers'],
    }),
    saveBuyer: build.mutation<{ data: UserView }, { id: number } & ProfileForm>({
      query: ({ id, ...body }) => ({ url: `users/${id}`, method: 'PUT', body }),
      extraOptions: asAdmin,
      invalidatesTags: ['Buyers', 'Sellers', 'AdminOrders', 'Dashboard', 'AuditLog'],
    }),
    suspendBuyer: build.mutation<{ data: UserView }, { id: number } & SuspensionForm>({
      query: ({ id, ...body }) => ({ url: `users/${id}/suspension`, method: 'POST', body }),
      extraOptions: asAdmin,
      invalidatesTags: ['Buyers', 'AdminOrders', 'Dashboard', 'AuditLog'],
    }),
    reinstateBuyer: build.mutation<{ data: UserView }, number>({
      query: (id) => ({ url: `users/${id}/suspension`, method: 'DELETE' }),
      extraOptions: asAdmin,
      invalidatesTags: ['Buyers', 'AuditLog'],
    }),
    deleteBuyer: build.mutation<MessageView, number>({
      query: (id) => ({ url: `users/${id}`, method: 'DELETE' }),
      extraOptions: asAdmin,
      // also after a refusal: somebody else may have been faster
      invalidatesTags: ['Buyers', 'Sellers', 'AdminOrders', 'Dashboard', 'AuditLog'],
    }),
  }),
});
