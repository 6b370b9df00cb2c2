import type { SubscriberView } from '@shop/contracts/views';
import { useSubscribersQuery, useDeleteSubscriberMutation } from '../../features/subscribers/adminSubscribersApi';
import { BulkDelete } from '../../features/subscribers/BulkDelete';
import { subscriberColumns } from '../../features/subscribers/subscriber-columns';
import { errorText } from '../../lib/api';
import { toast } from '../../lib/toast';
import { useListParams } from '../../lib/use-list-params';
import { DataTable } from '../../ui/DataTable';
import { FilterSelect } from '../../ui/FilterSelect';
import { ListHead } from '../../ui/ListHead';
import { Pagination } from '../../ui/Pagination';
import { Query } from '../../ui/Query';
import { SearchBox } from '../../ui/SearchBox';
import styles from './SubscribersPage.module.css';

const STATUSES = [
  { value: '', text: 'All' },
  { value: 'active', text: 'Active' },
  { value: 'inactive', text: 'Inactive' },
];

/** The newsletter's readers: filtered, searched and deleted (spec 3 §2). */
export function SubscribersPage() {
  const { params, query, change } = useListParams(['status']);
  const list = useSubscribersQuery(query);
  // the page before is no answer to a question that failed
  const shown = { ...list, data: list.currentData ?? (list.isFetching ? list.data : undefined) };
  const [remove, removing] = useDeleteSubscriberMutation();
  const isRemoving = (id: number) => removing.isLoading && removing.originalArgs === id;

  async function ask(subscriber: SubscriberView) {
    if (!window.confirm(`Are you sure you want to delete the subscriber ${subscriber.email}?`)) return;
    const { error } = await remove(subscriber.id);
    if (error) return toast.error(errorText(error, 'Failed to delete subscriber'));
    toast.success('Subscriber deleted successfully');
    if (list.data?.subscribers.length === 1 && params.page > 1) change({ page: params.page - 1 });
  }

  const table = (rows: SubscriberView[] | undefined) => (
    <DataTable
      caption="Subscribers"
      columns={subscriberColumns((subscriber) => void ask(subscriber), isRemoving)}
      rows={rows}
      empty={params.q ? 'No matching subscribers found' : 'No subscribers available'}
      sort={params.sort || '-id'}
      onSort={(sort) => change({ sort })}
      stale={list.isFetching}
    />
  );

  return (
    <>
      <title>Subscribers</title>
      <ListHead
        title="Subscribers"
        total={list.data?.pagination.total}
        action={
          <div className={styles.actions}>
            <BulkDelete status="active" onDeleted={() => change({ page: 1 })}>
              Delete All Active
            </BulkDelete>
            <BulkDelete status="inactive" onDeleted={() => change({ page: 1 })}>
              Delete All Inactive
            </BulkDelete>
          </div>
        }
      >
        <SearchBox label="Search by ID or email" value={params.q} onChange={(q) => change({ q })} />
        <FilterSelect label="Status" value={params.status} onChange={(status) => change({ status })} options={STATUSES} />
      </ListHead>
      <Query of={shown} skeleton={table(undefined)} errorText={(error) => errorText(error, 'Failed to load subscribers')}>
        {({ subscribers, pagination }) => (
          <>
            {table(subscribers)}
            <Pagination {...pagination} onChange={(page) => change({ page })} />
          </>
        )}
      </Query>
    </>
  );
}
