import { MAY, type AdminRole, type Right } from '@shop/contracts/constants';
import { useDetails } from './detailsApi';

/** The role of whoever is logged in; null while it is not known. */
export const useAdminRole = (): AdminRole | null => useDetails().data?.user.admin_role ?? null;

/** What the role allows. While it is not known everything is shown: the services decide, this only spares dead ends. */
export function useMay() {
  const role = useAdminRole();
  return (right: Right) => role === null || (MAY[right] as readonly AdminRole[]).includes(role);
}
