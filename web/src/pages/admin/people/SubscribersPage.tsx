import { AdminSubscribers } from '#features/subscribers/admin/AdminSubscribers.tsx';
import { BulkDelete } from '#features/subscribers/admin/BulkDelete.tsx';
import { useSubscribersQuery } from '#features/subscribers/api/admin-subscribers-api.ts';
import { useMay } from '#features/session/admin-role.ts';
import { useListParams } from '#lib/use-list-params.ts';
import { ALL, FilterSelect } from '#ui/table/FilterSelect.tsx';
import { ListHead } from '#ui/table/ListHead.tsx';
import { SearchBox } from '#ui/form/SearchBox.tsx';

const STATUSES = [ALL, { value: 'active', text: 'Active' }, { value: 'inactive', text: 'Inactive' }];

/** The newsletter's subscribers, to filter, search and delete (docs/product/administration.md#subscribers). */
export function SubscribersPage() {
  const list = useListParams(['status']);
  const { params, change } = list;
  const subscribers = useSubscribersQuery(list.query);
  const mayChange = useMay()('changePeople');

  return (
    <>
      <ListHead
        title="Subscribers"
        of={subscribers}
        action={
          mayChange && (
            <>
              <BulkDelete status="active">Delete All Active</BulkDelete>
              <BulkDelete status="inactive">Delete All Inactive</BulkDelete>
            </>
          )
        }
      >
        <SearchBox label="Search by ID or email" value={params.q} onChange={(q) => change({ q })} />
        <FilterSelect label="Status" value={params.status} onChange={(status) => change({ status })} options={STATUSES} />
      </ListHead>
      <AdminSubscribers list={list} />
    </>
  );
}
