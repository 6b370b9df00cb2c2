import { asAdmin } from '../../lib/admin-session';
import { api } from '../../lib/api';

export const { useAdminLogoutMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    adminLogout: build.mutation<unknown, void>({
      query: () => ({ url: 'users/logout', method: 'POST' }),
      extraOptions: asAdmin,
    }),
  }),
});
