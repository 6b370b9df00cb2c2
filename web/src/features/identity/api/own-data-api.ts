import { api } from '#lib/calls/api.ts';
import { asObjectUrl } from '#lib/calls/as-object-url.ts';
import { call, type Body } from '#lib/calls/call.ts';

export const {
  useOwnDataQuery,
  useDeleteAccountMutation,
  useKeepAccountMutation,
  useDataExportQuery,
  useRequestDataExportMutation,
  useFetchDataExportMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    ownData: build.query({
      query: () => call('GET /api/users/own-data'),
      providesTags: ['User'],
    }),
    deleteAccount: build.mutation({
      query: (body: Body<'POST /api/users/own-data/deletion'>) => call('POST /api/users/own-data/deletion', { body }),
      invalidatesTags: ['User'],
    }),
    keepAccount: build.mutation({
      query: () => call('DELETE /api/users/own-data/deletion'),
      invalidatesTags: ['User'],
    }),
    dataExport: build.query({
      query: () => call('GET /api/users/own-data/exports'),
      providesTags: ['DataExport'],
    }),
    requestDataExport: build.mutation({
      query: (body: Body<'POST /api/users/own-data/exports'>) => call('POST /api/users/own-data/exports', { body }),
      invalidatesTags: ['DataExport'],
    }),
    /**
     * Fetches the file.
     * @returns an object URL under which the browser can save it
     */
    fetchDataExport: build.mutation({
      query: (token: string) => ({
        ...call('GET /api/users/own-data/exports/:token', { params: { token } }),
        responseHandler: asObjectUrl,
      }),
      invalidatesTags: (_file, error) => (error ? ['DataExport'] : []),
    }),
  }),
});
