import { MAY, ADMIN_PREFIX, SUBSCRIBER_STATUSES, type SubscriberStatus } from '@shop/contracts/constants';
import { id, SubscriberListQuery } from '@shop/contracts/forms';
import { endpoint, inTx, type Endpoint } from '@shop/kit';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { deleteSubscriber, deleteSubscribersOf } from './delete-subscribers';
import { listSubscribers } from './subscriber-queries';

const PATH = `/api${ADMIN_PREFIX}/subscribers`;

/** The newsletter's readers for admins: only to be looked at and deleted, their status is their own (spec 3 §4). */
export const adminSubscriberEndpoints = ({ source }: { source: DataSource }): Endpoint[] => [
  endpoint({
    method: 'get',
    path: PATH,
    who: { roles: MAY.readPeople },
    summary: 'Subscribers, newest first; inactive are those who have not confirmed yet and those who have unsubscribed',
    query: SubscriberListQuery,
    handle: ({ query }) => listSubscribers(source.manager, query),
  }),
  // ahead of the one with the id
  endpoint({
    method: 'delete',
    path: `${PATH}/status/:status`,
    who: { roles: MAY.changePeople },
    summary: 'Deletes all active or all inactive subscribers',
    params: z.object({ status: z.enum(SUBSCRIBER_STATUSES, 'Must be active or inactive') }),
    async handle({ params: { status }, caller }) {
      const count = await inTx(source, (tx) => deleteSubscribersOf(tx, caller.userId!, status));
      return { success: true, message: deleted(count, status) };
    },
  }),
  endpoint({
    method: 'delete',
    path: `${PATH}/:id`,
    who: { roles: MAY.changePeople },
    summary: 'Deletes a subscriber',
    params: z.object({ id }),
    async handle({ params, caller }) {
      await inTx(source, (tx) => deleteSubscriber(tx, caller.userId!, params.id));
      return { success: true, message: 'Subscriber deleted successfully' };
    },
  }),
];

function deleted(count: number, status: SubscriberStatus): string {
  if (count === 0) return `There are no ${status} subscribers`;
  return `${count} ${status} ${count === 1 ? 'subscriber' : 'subscribers'} deleted successfully`;
}
