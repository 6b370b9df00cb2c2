import { IsNull, type EntityManager } from 'typeorm';
import type { AccountStats } from '@shop/contracts/views';
import { User, viewOf } from '../accounts/user.entity';

const RECENT = 10;

/** The number of accounts that are not deleted, and the newest of them. */
export async function accountStats(db: EntityManager): Promise<AccountStats> {
  const [totalUsers, newest] = await Promise.all([
    db.countBy(User, { deletedAt: IsNull() }),
    db.find(User, { where: { deletedAt: IsNull() }, order: { id: 'DESC' }, take: RECENT }),
  ]);
  const recentUsers = newest.map(viewOf).map(({ is_admin: _admin, admin_role: _role, suspended: _suspended, ...shown }) => shown);
  return { totalUsers, recentUsers };
}
