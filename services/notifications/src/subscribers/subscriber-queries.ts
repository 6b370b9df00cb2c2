import type { SubscriberListQuery } from '@shop/contracts/forms';
import type { SubscribersView, SubscriberView } from '@shop/contracts/views';
import { containing, pageOf, sortedBy, windowOf } from '@shop/shared';
import { Raw, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { Subscriber } from './subscriber.entity';

const SORTS = {
  id: 'subscriber.id',
  email: 'subscriber.email',
  is_active: 'subscriber.isActive',
  created_at: 'subscriber.createdAt',
  updated_at: 'subscriber.updatedAt',
};

/**
 * One page of the subscribers, newest first, optionally of one status; `q` is an id or part of an address.
 * @throws Refusal 400 with field `sort` for an unknown order
 */
export async function listSubscribers(db: EntityManager, query: SubscriberListQuery): Promise<SubscribersView> {
  const pagedQuery = { ...query, page: query.page ?? 1 };
  const { skip, take } = windowOf(pagedQuery);
  const [subscriberList, total] = await db
    .createQueryBuilder(Subscriber, 'subscriber')
    .where(conditions(query))
    .orderBy(sortedBy(query.sort, SORTS, SORTS.id))
    .offset(skip)
    .limit(take)
    .getManyAndCount();
  const { success, data: subscribers, pagination } = pageOf(pagedQuery, total, subscriberList.map(subscriberView));
  return { success, subscribers, pagination };
}

function conditions({ q, status }: SubscriberListQuery): FindOptionsWhere<Subscriber>[] {
  const within: FindOptionsWhere<Subscriber> = status ? { isActive: status === 'active' } : {};
  if (!q) return [within];
  const byEmail = { ...within, email: Raw((email) => `${email} ~* :pattern`, { pattern: containing(q) }) };
  // A longer number does not fit into Postgres's integer.
  return /^\d{1,9}$/.test(q) ? [byEmail, { ...within, id: Number(q) }] : [byEmail];
}

const subscriberView = (subscriber: Subscriber): SubscriberView => ({
  id: subscriber.id,
  email: subscriber.email,
  is_active: subscriber.isActive,
  created_at: subscriber.createdAt.toISOString(),
  updated_at: subscriber.updatedAt.toISOString(),
});
