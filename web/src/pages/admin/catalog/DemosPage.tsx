import { AdminDemos } from '../../../features/catalog/admin/demos/AdminDemos';
import { useAdminDemosQuery } from '../../../features/catalog/api/admin-catalog-api';
import { useMay } from '../../../features/session/admin-role';
import { paths } from '../../../lib/paths';
import { useListParams } from '../../../lib/use-list-params';
import { ButtonLink } from '../../../ui/action/Button';
import { ListHead } from '../../../ui/table/ListHead';
import { SearchBox } from '../../../ui/form/SearchBox';

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
