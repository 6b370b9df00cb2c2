import type { ListQuery } from '@shop/contracts/forms';
import type { Page, UserView } from '@shop/contracts/views';
import { containing, pageOf, sortedBy, windowOf } from '@shop/shared';
import type { EntityManager } from 'typeorm';
import { User, viewOf } from '../accounts/user.entity';

const SORTS = {
  id: 'account.id',
  name: 'account.name',
  last_name: 'account.lastName',
  email: 'account.email',
  country: 'account.country',
  is_admin: 'account.isAdmin',
  created_at: 'account.createdAt',
};

/**
 * Accounts for the admin's list; without `page` the newest 1,000. `#5` as `q` finds only that account. `sort` is a field; a `-`
 * before it reverses the order.
 */
export async function listUsers(db: EntityManager, query: ListQuery): Promise<Page<UserView>> {
  const { skip, take } = windowOf(query);
  const accounts = db
    .createQueryBuilder(User, 'account')
    .where('account.deletedAt IS NULL')
    .orderBy(sortedBy(query.sort, SORTS, 'account.id'))
    .skip(skip)
    .take(take);
  const [, number] = /^#(\d+)$/.exec(query.q ?? '') ?? [];
  if (number) accounts.andWhere('account.id::text = :number', { number });
  else if (query.q)
    accounts.andWhere(
      `(account.id::text = :q OR account.email ~* :pattern OR account.country ~* :pattern
        OR concat_ws(' ', account.name, account.last_name) ~* :pattern)`,
      { q: query.q, pattern: containing(query.q) },
    );
  const [users, total] = await accounts.getManyAndCount();
  return pageOf(query, total, users.map(viewOf));
}
