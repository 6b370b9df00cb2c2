import type { HoldView } from '@shop/contracts/views';
import { api } from '#lib/calls/api.ts';
import { call } from '#lib/calls/call.ts';

const holdsApi = api.injectEndpoints({
  endpoints: (build) => ({
    holds: build.query({
      query: (ids: readonly number[]) => call('GET /api/orders/holds', { query: `ids=${ids.join(',')}` }),
      transformResponse: ({ data }) => data,
      providesTags: (_holds, _error, ids) => ids.map((id) => ({ type: 'Holds' as const, id })),
    }),
    /**
     * Asks for one mail at the end of the hold on a track, or withdraws that wish. After a refusal the holds are loaded again,
     * because the track may be free.
     */
    setReminder: build.mutation({
      query: ({ id, remind }: { id: number; remind: boolean }) =>
        remind
          ? call('PUT /api/orders/holds/:productId/reminder', { params: { productId: id } })
          : call('DELETE /api/orders/holds/:productId/reminder', { params: { productId: id } }),
      invalidatesTags: (_done, _error, { id }) => [{ type: 'Holds', id }],
    }),
  }),
});

export const { useSetReminderMutation } = holdsApi;

/** The holds of other buyers on these tracks, without the user's own. Empty while they load, and when they cannot be loaded. */
export function useHolds(ids: readonly number[]): ReadonlyMap<number, HoldView> {
  const { currentData } = holdsApi.useHoldsQuery(ids, { skip: ids.length === 0, refetchOnMountOrArgChange: true });
  return new Map(currentData?.map((hold) => [hold.id, hold]));
}
