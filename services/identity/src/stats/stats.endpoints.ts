import type { accountStatsRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import type { AccountStats } from '@shop/contracts/views';
import { IsNull, type DataSource, type EntityManager } from 'typeorm';
import { User, viewOf } from '../accounts/user.entity';

export const statsHandlers = ({ source }: { source: DataSource }): Handlers<typeof accountStatsRoutes> => ({
  accountStats: () => accountStats(source.manager),
});

const RECENT = 10;

/** The number of accounts that are not deleted, and the newest of them. */
async function accountStats(db: EntityManager): Promise<AccountStats> {
  const [totalUsers, newest] = await Promise.all([
    db.countBy(User, { deletedAt: IsNull() }),
    db.find(User, { where: { deletedAt: IsNull() }, order: { id: 'DESC' }, take: RECENT }),
  ]);
  const recentUsers = newest.map(viewOf).map(({ is_admin: _admin, admin_role: _role, suspended: _suspended, ...shown }) => shown);
  return { totalUsers, recentUsers };
}
