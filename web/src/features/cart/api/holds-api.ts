import type { HoldView } from '@shop/contracts/views';
import { api } from '../../../lib/calls/api';
import { call, type Answer } from '../../../lib/calls/call';

const holdsApi = api.injectEndpoints({
  endpoints: (build) => ({
    holds: build.query<HoldView[], readonly number[]>({
      query: (ids) => call('GET /api/orders/holds', { query: `ids=${ids.join(',')}` }),
      transformResponse: ({ data }: Answer<'GET /api/orders/holds'>) => data,
      providesTags: (_holds, _error, ids) => ids.map((id) => ({ type: 'Holds' as const, id })),
    }),
    /** Asks for one mail when the hold on a track ends, or takes the wish back. After a refusal the track may be free: it is asked again. */
    setReminder: build.mutation<unknown, { id: number; remind: boolean }>({
      query: ({ id, remind }) =>
        remind
          ? call('PUT /api/orders/holds/:productId/reminder', { params: { productId: id } })
          : call('DELETE /api/orders/holds/:productId/reminder', { params: { productId: id } }),
      invalidatesTags: (_done, _error, { id }) => [{ type: 'Holds', id }],
    }),
  }),
});

export const { useSetReminderMutation } = holdsApi;

/** Which of these tracks other buyers hold right now; one's own holds are no news. Empty while, or when, that cannot be known. */
export function useHolds(ids: readonly number[]): ReadonlyMap<number, HoldView> {
  const { currentData } = holdsApi.useHoldsQuery(ids, { skip: ids.length === 0, refetchOnMountOrArgChange: true });
  return new Map(currentData?.map((hold) => [hold.id, hold]));
}
