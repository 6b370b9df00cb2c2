import type { EntityManager } from 'typeorm';
import type { ListQuery } from '@shop/contracts/forms';
import type { Page, UserView } from '@shop/contracts/views';
import { invalid } from '@shop/kit';
import { User, viewOf } from './user.entity';

const NEWEST = 1000;

const SORTS: Record<string, string> = {
  id: 'account.id',
  name: 'account.name',
  last_name: 'account.lastName',
  email: 'account.email',
  country: 'account.country',
  created_at: 'account.createdAt',
};

/** Accounts for the admin's list; without `page` the newest 1,000 (decisions 31, 62). `sort` is a field, `-` before it turns it round. */
export async function listUsers(db: EntityManager, query: ListQuery): Promise<Page<UserView>> {
  const [, minus, field] = /^(-?)(\w+)$/.exec(query.sort ?? '-id') ?? [];
  const column = Object.hasOwn(SORTS, field ?? '') ? SORTS[field!] : undefined;
  if (!column) throw invalid('sort', `Sort by one of ${Object.keys(SORTS).join(', ')}`);

  const page = query.page ?? 1;
  const limit = query.page === undefined ? NEWEST : query.limit;
  const accounts = db.createQueryBuilder(User, 'account').where('account.deletedAt IS NULL');
  if (query.q)
    accounts.andWhere(
      `(account.id::text = :q OR account.email ILIKE :like OR account.country ILIKE :like
        OR concat_ws(' ', account.name, account.last_name) ILIKE :like)`,
      { q: query.q, like: `%${query.q.replace(/[\\%_]/g, '\\$&')}%` },
    );
  const [users, total] = await accounts
    .orderBy({ [column]: minus ? 'DESC' : 'ASC', ...(column === 'account.id' ? {} : { 'account.id': 'DESC' }) })
    .skip((page - 1) * limit)
    .take(limit)
    .getManyAndCount();
  return {
    success: true,
    data: users.map(viewOf),
    pagination: { page, limit, total, totalPages: Math.max(1, Math.ceil(total / limit)) },
  };
}
