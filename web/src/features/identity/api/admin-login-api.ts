import { asAdmin } from '../../../lib/calls/admin-session';
import { api } from '../../../lib/calls/api';
import { call } from '../../../lib/calls/call';

export const { useAdminLogoutMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    adminLogout: build.mutation<unknown, void>({
      query: () => call('POST /api/users/logout'),
      extraOptions: asAdmin,
    }),
  }),
});
