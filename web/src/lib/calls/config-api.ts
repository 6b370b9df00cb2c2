import { api, isApiError } from './api';
import { call } from './call';

export const configApi = api.injectEndpoints({
  endpoints: (build) => ({
    config: build.query({
      query: () => call('GET /api/config'),
      providesTags: ['Config'],
      keepUnusedDataFor: 3600,
    }),
  }),
});

export const { useConfigQuery } = configApi;

export const useSiteName = () => useConfigQuery().data?.siteName ?? 'Ghostline';

/** Whether the shop is still being filled. Until it is open, the server refuses the configuration. */
export function useIsOpening(): boolean {
  const { error } = useConfigQuery();
  return isApiError(error) && error.status === 503;
}
