import { adminApi } from '../../../lib/calls/admin-api';
import { call, type Answer } from '../../../lib/calls/call';

export const { useAdminLogoutMutation } = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** Ends the session of the token. `keepsCookies`: the cookies belong to a session of the shop, which must stay. */
    adminLogout: build.mutation<Answer<'POST /api/users/logout'>, { keepsCookies: boolean }>({
      query: ({ keepsCookies }) => ({ ...call('POST /api/users/logout'), ...(keepsCookies && { credentials: 'omit' }) }),
    }),
  }),
});
