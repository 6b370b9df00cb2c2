import type { SubscriberView } from '@shop/contracts/views';
import { useSubscribersQuery, useDeleteSubscriberMutation } from '../../../features/subscribers/api/admin-subscribers-api';
import { BulkDelete } from '../../../features/subscribers/admin/BulkDelete';
import { subscriberColumns } from '../../../features/subscribers/admin/subscriber-columns';
import { useMay } from '../../../features/session/admin-role';
import { errorText } from '../../../lib/calls/api';
import { toast } from '../../../lib/toast';
import { useListParams } from '../../../lib/use-list-params';
import { FilterSelect } from '../../../ui/table/FilterSelect';
import { ListHead } from '../../../ui/table/ListHead';
import { ListTable } from '../../../ui/table/ListTable';
import { SearchBox } from '../../../ui/form/SearchBox';

const STATUSES = [
  { value: '', text: 'All' },
  { value: 'active', text: 'Active' },
  { value: 'inactive', text: 'Inactive' },
];

/** The newsletter's subscribers, to filter, search and delete (docs/product/administration.md#subscribers). */
export function SubscribersPage() {
  const list = useListParams(['status']);
  const { params, change } = list;
  const subscribers = useSubscribersQuery(list.query, { refetchOnMountOrArgChange: true });
  const mayChange = useMay()('changePeople');
  const [remove, removing] = useDeleteSubscriberMutation();
  const isRemoving = (id: number) => removing.isLoading && removing.originalArgs === id;

  async function ask(subscriber: SubscriberView) {
    if (!window.confirm(`Are you sure you want to delete the subscriber ${subscriber.email}?`)) return;
    const { error } = await remove(subscriber.id);
    if (error) toast.error(errorText(error, 'Failed to delete subscriber'));
    else toast.success('Subscriber deleted successfully');
  }

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
      <ListTable
        caption="Subscribers"
        of={subscribers}
        list={list}
        columns={subscriberColumns(mayChange, (subscriber) => void ask(subscriber), isRemoving)}
        empty={params.q ? 'No matching subscribers found' : 'No subscribers available'}
        failed="Failed to load subscribers"
      />
    </>
  );
}
