import { adminApi } from '#lib/calls/admin-api.ts';
import { call } from '#lib/calls/call.ts';

const LOAD_TIMEOUT_MS = 10_000;
const SAVE_TIMEOUT_MS = 15_000;

const adminAnnouncementsApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q and sort as a query string. */
    announcements: build.query({
      query: (query: string) => call('GET /api/announcements', { query }),
      providesTags: ['AdminAnnouncements'],
    }),
    announcement: build.query({
      query: (id: number) => call('GET /api/announcements/:id', { params: { id }, timeout: LOAD_TIMEOUT_MS }),
      keepUnusedDataFor: 0,
    }),
    /** Creates an announcement without `id`, else changes it. */
    saveAnnouncement: build.mutation({
      query: ({ id, form: body }: { id: number | undefined; form: FormData }) =>
        id === undefined
          ? call('POST /api/announcements', { body, timeout: SAVE_TIMEOUT_MS })
          : call('PUT /api/announcements/:id', { params: { id }, body, timeout: SAVE_TIMEOUT_MS }),
      invalidatesTags: (answer) => (answer ? ['AdminAnnouncements'] : []),
    }),
    /** Shows or hides an announcement. The cached list of this `query` changes before the answer. */
    toggleAnnouncement: build.mutation({
      query: ({ id, is_active }: { id: number; is_active: boolean; query: string }) =>
        call('PUT /api/announcements/:id', { params: { id }, body: { is_active } }),
      async onQueryStarted({ id, query }, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null);
        if (!answer) return;
        dispatch(
          adminAnnouncementsApi.util.updateQueryData('announcements', query, ({ data }) => {
            const row = data.find((announcement) => announcement.id === id);
            if (row) row.is_active = answer.data.is_active;
          }),
        );
      },
    }),
    deleteAnnouncement: build.mutation({
      query: (id: number) => call('DELETE /api/announcements/:id', { params: { id } }),
      invalidatesTags: ['AdminAnnouncements'],
    }),
  }),
});

export const {
  useAnnouncementsQuery,
  useAnnouncementQuery,
  useSaveAnnouncementMutation,
  useToggleAnnouncementMutation,
  useDeleteAnnouncementMutation,
} = adminAnnouncementsApi;
