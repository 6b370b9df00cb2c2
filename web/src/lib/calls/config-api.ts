import type { ConfigView } from '@shop/contracts/views';
import { api } from './api';

export const configApi = api.injectEndpoints({
  endpoints: (build) => ({
    config: build.query<ConfigView, void>({ query: () => 'config', providesTags: ['Config'], keepUnusedDataFor: 3600 }),
  }),
});

export const { useConfigQuery } = configApi;

/** The shop's name as configured. */
export const useSiteName = () => useConfigQuery().data?.siteName ?? 'Ghostline';
