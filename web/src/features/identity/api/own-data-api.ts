import { api } from '../../../lib/calls/api';
import { asObjectUrl } from '../../../lib/calls/as-object-url';
import { call, type Answer, type Body } from '../../../lib/calls/call';

export const {
  useOwnDataQuery,
  useDeleteAccountMutation,
  useKeepAccountMutation,
  useDataExportQuery,
  useRequestDataExportMutation,
  useFetchDataExportMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    ownData: build.query<Answer<'GET /api/users/own-data'>, void>({
      query: () => call('GET /api/users/own-data'),
      providesTags: ['User'],
    }),
    deleteAccount: build.mutation<unknown, Body<'POST /api/users/own-data/deletion'>>({
      query: (body) => call('POST /api/users/own-data/deletion', { body }),
      invalidatesTags: ['User'],
    }),
    keepAccount: build.mutation<unknown, void>({
      query: () => call('DELETE /api/users/own-data/deletion'),
      invalidatesTags: ['User'],
    }),
    dataExport: build.query<Answer<'GET /api/users/own-data/exports'>, void>({
      query: () => call('GET /api/users/own-data/exports'),
      providesTags: ['DataExport'],
    }),
    requestDataExport: build.mutation<unknown, Body<'POST /api/users/own-data/exports'>>({
      query: (body) => call('POST /api/users/own-data/exports', { body }),
      invalidatesTags: ['DataExport'],
    }),
    /** Fetches the file. → an object URL under which the browser can save it */
    fetchDataExport: build.mutation<string, string>({
      query: (token) => ({
        ...call('GET /api/users/own-data/exports/:token', { params: { token } }),
        responseHandler: asObjectUrl,
      }),
      invalidatesTags: (_file, error) => (error ? ['DataExport'] : []),
    }),
  }),
});
