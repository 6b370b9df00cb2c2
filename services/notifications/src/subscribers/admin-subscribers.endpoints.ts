import type { SubscriberStatus } from '@shop/contracts/constants';
import type { adminSubscriberRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { deleteSubscriber, deleteSubscribersOf } from './delete-subscribers';
import { listSubscribers } from './subscriber-queries';

export const adminSubscriberHandlers = ({ source }: { source: DataSource }): Handlers<typeof adminSubscriberRoutes> => ({
  listSubscribers: ({ query }) => listSubscribers(source.manager, query),
  async deleteSubscribersOf({ params: { status }, caller }) {
    const count = await inTx(source, (tx) => deleteSubscribersOf(tx, caller.userId, status));
    return { success: true, message: deletionText(count, status) };
  },
  async deleteSubscriber({ params, caller }) {
    await inTx(source, (tx) => deleteSubscriber(tx, caller.userId, params.id));
    return { success: true, message: 'Subscriber deleted successfully' };
  },
});

function deletionText(count: number, status: SubscriberStatus): string {
  if (count === 0) return `There are no ${status} subscribers`;
  return `${count} ${status} ${count === 1 ? 'subscriber' : 'subscribers'} deleted successfully`;
}
