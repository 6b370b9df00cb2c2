import type { ConfigView } from '@shop/contracts/views';
import { api, isApiError } from './api';

export const configApi = api.injectEndpoints({
  endpoints: (build) => ({
    config: build.query<ConfigView, void>({ query: () => 'config', providesTags: ['Config'], keepUnusedDataFor: 3600 }),
  }),
});

export const { useConfigQuery } = configApi;

/** The shop's configured name. */
export const useSiteName = () => useConfigQuery().data?.siteName ?? 'Ghostline';

/** Whether the shop is still being filled. Until it is open, the server refuses the configuration. */
export function useIsOpening(): boolean {
  const { error } = useConfigQuery();
  return isApiError(error) && error.status === 503;
}
