import { adminApi } from '#lib/calls/admin-api.ts';
import { call } from '#lib/calls/call.ts';

export const { useAdminLogoutMutation } = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** Ends the session of the token. `keepsCookies`: the cookies belong to a session of the shop, which must stay. */
    adminLogout: build.mutation({
      query: ({ keepsCookies }: { keepsCookies: boolean }) => ({
        ...call('POST /api/users/logout'),
        ...(keepsCookies && { credentials: 'omit' }),
      }),
    }),
  }),
});
