import { MAY, type AdminRole, type Right } from '@shop/contracts/constants';
import { asAdmin, useAdminId, useAdminToken } from '#lib/calls/admin-session.ts';
import { api } from '#lib/calls/api.ts';
import { call } from '#lib/calls/call.ts';

const adminRoleApi = api.injectEndpoints({
  endpoints: (build) => ({
    adminRole: build.query({
      query: (id: number) => call('GET /api/users/:id/details', { params: { id } }),
      transformResponse: ({ user }) => user.admin_role,
      extraOptions: asAdmin,
    }),
  }),
});
const { useAdminRoleQuery } = adminRoleApi;

/** Stores the role that came with an admin's login, because an earlier login may have had another. */
export const roleAtLogin = (id: number, role: AdminRole | null) =>
  adminRoleApi.util.upsertQueryEntries([{ endpointName: 'adminRole', arg: id, value: role }]);

/** The role of the admin whose token the administration uses. `awaited`: it is loading for the first time. */
function useRole() {
  const id = useAdminId();
  const token = useAdminToken();
  const { currentData: role, error, isFetching } = useAdminRoleQuery(id ?? 0, { skip: id === null || token === null });
  return { role, awaited: role === undefined && !error && isFetching };
}

/** Whether the role is still loading. Until then, pages draw nothing that depends on it. */
export const useRoleIsAwaited = () => useRole().awaited;

/**
 * Whether the role has a right. When the role cannot be loaded, everything is shown: the services decide, and this only hides
 * what they would refuse.
 */
export function useMay() {
  const { role, awaited } = useRole();
  return (right: Right) => (role ? (MAY[right] as readonly AdminRole[]).includes(role) : !awaited);
}
