import type { DetailsView } from '@shop/contracts/views';
import { api } from './api';
import { useUserId } from './session';

export const detailsApi = api.injectEndpoints({
  endpoints: (build) => ({
    details: build.query<DetailsView, number>({
      query: (userId) => `users/${userId}/details`,
      providesTags: ['User', 'Cart', 'Wishlist'],
    }),
  }),
});

export const { useDetailsQuery } = detailsApi;

/** User, cart and wishlist of who is logged in; nothing for a visitor. */
export function useDetails() {
  const userId = useUserId();
  const query = useDetailsQuery(userId ?? 0, { skip: userId === null });
  return { ...query, data: userId === null ? undefined : query.currentData };
}
