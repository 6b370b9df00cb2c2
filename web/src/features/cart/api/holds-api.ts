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
  }),
});

/** Which of these tracks other buyers hold right now; one's own holds are no news. Empty while, or when, that cannot be known. */
export function useHolds(ids: readonly number[]): ReadonlyMap<number, HoldView> {
  const { currentData } = holdsApi.useHoldsQuery(ids, { skip: ids.length === 0, refetchOnMountOrArgChange: true });
  return new Map(currentData?.map((hold) => [hold.id, hold]));
}
