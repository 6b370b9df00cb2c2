import { MAY, type AdminRole, type Right } from '@shop/contracts/constants';
import { useDetails } from './details-api';

/** Whether the role is still being asked for; then nothing that depends on it is drawn yet. */
export function useRoleIsAwaited() {
  const { data, error, isFetching } = useDetails();
  return !data && !error && isFetching;
}

/** What the role allows. Where it cannot be known everything is shown: the services decide, this only spares dead ends. */
export function useMay() {
  const role = useDetails().data?.user.admin_role ?? null;
  const awaited = useRoleIsAwaited();
  return (right: Right) => (role === null ? !awaited : (MAY[right] as readonly AdminRole[]).includes(role));
}
