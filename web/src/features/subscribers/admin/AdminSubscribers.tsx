import type { SubscriberView } from '@shop/contracts/views';
import { useMay } from '../../session/admin-role';
import { errorText } from '#lib/calls/api.ts';
import { toast } from '#lib/toast.ts';
import type { List } from '#lib/use-list-params.ts';
import { ListTable } from '#ui/table/ListTable.tsx';
import { useDeleteSubscriberMutation, useSubscribersQuery } from '../api/admin-subscribers-api';
import { subscriberColumns } from './subscriber-columns';

export function AdminSubscribers({ list }: { list: List }) {
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
    <ListTable
      caption="Subscribers"
      of={subscribers}
      list={list}
      columns={subscriberColumns(mayChange, (subscriber) => void ask(subscriber), isRemoving)}
      empty={list.params.q ? 'No matching subscribers found' : 'No subscribers available'}
      failed="Failed to load subscribers"
    />
  );
}
