import { asAdmin } from '../../../lib/calls/admin-session';
import { adminApi } from '../../../lib/calls/admin-api';
import { call } from '../../../lib/calls/call';

export const { useAdminLogoutMutation } = adminApi.injectEndpoints({
  endpoints: (build) => ({
    adminLogout: build.mutation<unknown, void>({
      query: () => call('POST /api/users/logout'),
      extraOptions: asAdmin,
    }),
  }),
});
