import type { AnnouncementView, Page } from '@shop/contracts/views';
import { asAdmin } from '../../lib/admin-session';
import { api } from '../../lib/api';

const LOAD_TIMEOUT_MS = 10_000;
const SAVE_TIMEOUT_MS = 15_000;

const reading = api.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q and sort as a query string. */
    announcements: build.query<Page<AnnouncementView>, string>({
      query: (query) => `announcements?${query}`,
      extraOptions: asAdmin,
      providesTags: ['AdminAnnouncements'],
    }),
    announcement: build.query<AnnouncementView, number>({
      query: (id) => ({ url: `announcements/${id}`, timeout: LOAD_TIMEOUT_MS }),
      extraOptions: asAdmin,
      keepUnusedDataFor: 0,
    }),
  }),
});
export const { useAnnouncementsQuery, useAnnouncementQuery } = reading;

export const { useSaveAnnouncementMutation, useToggleAnnouncementMutation, useDeleteAnnouncementMutation } =
  reading.injectEndpoints({
    endpoints: (build) => ({
      /** Creates one without `id`, else changes it. */
      saveAnnouncement: build.mutation<AnnouncementView, { id: number | undefined; form: FormData }>({
        query: ({ id, form }) => ({
          url: id === undefined ? 'announcements' : `announcements/${id}`,
          method: id === undefined ? 'POST' : 'PUT',
          body: form,
          timeout: SAVE_TIMEOUT_MS,
        }),
        extraOptions: asAdmin,
        invalidatesTags: (saved) => (saved ? ['AdminAnnouncements'] : []),
      }),
      /** Shows or hides one; the list that was asked for by `query` changes in place (spec 3 §4). */
      toggleAnnouncement: build.mutation<AnnouncementView, { id: number; is_active: boolean; query: string }>({
        query: ({ id, is_active }) => ({ url: `announcements/${id}`, method: 'PUT', body: { is_active } }),
        extraOptions: asAdmin,
        async onQueryStarted({ id, query }, { dispatch, queryFulfilled }) {
          const answer = await queryFulfilled.catch(() => null);
          if (!answer) return;
          dispatch(
            reading.util.updateQueryData('announcements', query, ({ data }) => {
              const row = data.find((one) => one.id === id);
              if (row) row.is_active = answer.data.is_active;
            }),
          );
        },
      }),
      deleteAnnouncement: build.mutation<void, number>({
        query: (id) => ({ url: `announcements/${id}`, method: 'DELETE' }),
        extraOptions: asAdmin,
        // also after a refusal: somebody else may have been faster
        invalidatesTags: ['AdminAnnouncements'],
      }),
    }),
  });
