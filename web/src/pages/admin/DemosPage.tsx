import { AdminDemos } from '../../features/catalog/AdminDemos';
import { useAdminDemosQuery } from '../../features/catalog/adminCatalogApi';
import { useMay } from '../../lib/admin-role';
import { paths } from '../../lib/paths';
import { useListParams } from '../../lib/use-list-params';
import { ButtonLink } from '../../ui/Button';
import { ListHead } from '../../ui/ListHead';
import { SearchBox } from '../../ui/SearchBox';

/** The demo tracks of the Service page (spec 3 §2). */
export function DemosPage() {
  const list = useListParams();
  const may = useMay();
  const { data } = useAdminDemosQuery(list.query);
  return (
    <>
      <title>Demo tracks</title>
      <ListHead
        title="Demo tracks"
        total={data?.pagination.total}
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
