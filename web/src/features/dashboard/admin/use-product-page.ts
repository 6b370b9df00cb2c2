import { useMay } from '../../session/admin-role';
import { adminPageOf } from '#lib/admin/admin-page-of.ts';
import { paths } from '#lib/paths.ts';

/** The address for a track: its form, or its row in the list for a role that may not change it. */
export function useProductPage() {
  const mayChange = useMay()('changeCatalogue');
  return ({ id, name }: { id: number; name: string | null }) =>
    mayChange || !name ? adminPageOf.track(id) : paths.admin.page(`products?${new URLSearchParams({ q: name })}`);
}
