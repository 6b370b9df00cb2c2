import { api } from '#lib/calls/api.ts';
import { call } from '#lib/calls/call.ts';
import { useUserId } from './session';

/** Whether an entry has an id. An entry without an id must not keep the rest of a list from loading. */
const isNumbered = ({ id }: { id: unknown }) => Number.isSafeInteger(Number(id)) && Number(id) > 0;

export const detailsApi = api.injectEndpoints({
  endpoints: (build) => ({
    details: build.query({
      query: (id: number) => call('GET /api/users/:id/details', { params: { id } }),
      transformResponse: (details) => ({
        ...details,
        cart: (details.cart ?? []).filter(isNumbered),
        wishlist: (details.wishlist ?? []).filter(isNumbered),
      }),
      providesTags: ['User', 'Cart', 'Wishlist'],
    }),
  }),
});

const { useDetailsQuery } = detailsApi;

/** User, cart and wishlist of the logged-in user; no data for a visitor. */
export function useDetails() {
  const userId = useUserId();
  const query = useDetailsQuery(userId ?? 0, { skip: userId === null });
  return { ...query, data: userId === null ? undefined : query.currentData };
}
