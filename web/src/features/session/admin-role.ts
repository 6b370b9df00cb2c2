import { MAY, type AdminRole, type Right } from '@shop/contracts/constants';
import { useDetails } from './details-api';

/** Whether the role is still loading. Until then nothing that depends on it is drawn. */
export function useRoleIsAwaited() {
  const { data, error, isFetching } = useDetails();
  return !data && !error && isFetching;
}

/**
 * Whether the role has a right. When the role cannot be loaded, everything is shown: the services decide, and this only hides what they
 * would refuse.
 */
export function useMay() {
  const role = useDetails().data?.user.admin_role ?? null;
  const awaited = useRoleIsAwaited();
  return (right: Right) => (role === null ? !awaited : (MAY[right] as readonly AdminRole[]).includes(role));
}
