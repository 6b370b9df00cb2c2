import { useMay } from '../../session/admin-role';
import { paths } from '../../../lib/paths';

/** The address for a track: its form, or its row in the list for a role that may not change it. */
export function useProductPage() {
  const mayChange = useMay()('changeCatalogue');
  return ({ id, name }: { id: number; name: string | null }) =>
    paths.admin.page(mayChange || !name ? `products/edit/${id}` : `products?${new URLSearchParams({ q: name })}`);
}
