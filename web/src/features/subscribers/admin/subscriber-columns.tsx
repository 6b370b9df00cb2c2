import { dayText } from '@shop/contracts/times';
import type { SubscriberView } from '@shop/contracts/views';
import { Badge } from '#ui/display/Badge.tsx';
import type { Column } from '#ui/table/DataTable.tsx';
import { RowActions } from '#ui/table/RowActions.tsx';

export const subscriberColumns = (
  mayChange: boolean,
  remove: (subscriber: SubscriberView) => void,
  isRemoving: (id: number) => boolean,
): Column<SubscriberView>[] => [
  { header: 'ID', sort: 'id', number: true, cell: ({ id }) => id },
  { header: 'Email', sort: 'email', wide: true, cell: ({ email }) => email },
  {
    header: 'Status',
    sort: 'is_active',
    cell: ({ is_active }) => <Badge tone={is_active ? 'signal' : 'plain'}>{is_active ? 'Active' : 'Inactive'}</Badge>,
  },
  { header: 'Subscribed', sort: 'created_at', oneLine: true, cell: ({ created_at }) => dayText(created_at) },
  { header: 'Last Updated', sort: 'updated_at', oneLine: true, cell: ({ updated_at }) => dayText(updated_at) },
  ...(mayChange
    ? [
        {
          header: 'Actions',
          cell: (subscriber: SubscriberView) => (
            <RowActions
              what={subscriber.email}
              actions={[{ text: 'Delete', danger: true, busy: isRemoving(subscriber.id), onClick: () => remove(subscriber) }]}
            />
          ),
        },
      ]
    : []),
];
