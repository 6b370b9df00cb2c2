import { AdminDemos } from '#features/catalog/admin/demos/AdminDemos.tsx';
import { useAdminDemosQuery } from '#features/catalog/api/admin-catalog-api.ts';
import { useMay } from '#features/session/admin-role.ts';
import { paths } from '#lib/paths.ts';
import { useListParams } from '#lib/use-list-params.ts';
import { ButtonLink } from '#ui/action/Button.tsx';
import { ListHead } from '#ui/table/ListHead.tsx';
import { SearchBox } from '#ui/form/SearchBox.tsx';

export function DemosPage() {
  const list = useListParams();
  const may = useMay();
  const demos = useAdminDemosQuery(list.query);
  return (
    <>
      <ListHead
        title="Demo tracks"
        of={demos}
        action={
          may('changeCatalogue') && (
            <ButtonLink variant="primary" size="s" to={paths.admin.page('demos/new')}>
              Add New Demo Track
            </ButtonLink>
          )
        }
      >
        <SearchBox label="Search by name or category" value={list.params.q} onChange={(q) => list.change({ q })} />
      </ListHead>
      <AdminDemos list={list} />
    </>
  );
}
