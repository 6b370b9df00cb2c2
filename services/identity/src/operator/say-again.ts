import { operatorActed, UserChanged, UserDeleted, UserReinstated, UserSuspended } from '@shop/contracts/events';
import { inTx } from '@shop/messaging';
import { inBatches } from '@shop/shared';
import { MoreThan, type DataSource, type EntityManager } from 'typeorm';
import { User } from '../accounts/user.entity';

/**
 * Announces every account again with a new version, so that services with a lost or wrong copy have it right
 * (docs/operating.md#saying-facts-again). Nobody is mailed. → how many accounts
 */
export async function sayAgain(source: DataSource): Promise<{ said: number }> {
  const said = await inBatches(source, async ({ db, emit }, after, most) => {
    const users = await db.find(User, {
      where: { id: MoreThan(after) },
      order: { id: 'ASC' },
      take: most,
      lock: { mode: 'pessimistic_write' },
    });
    for (const user of users) user.version += 1;
    await db.save(users);
    const ids = users.map(({ id }) => id);
    const suspendedOnce = await onceSuspended(db, ids);
    await emit(...users.flatMap((user) => newsOf(user, suspendedOnce.has(user.id))));
    return ids;
  });
  await inTx(source, ({ emit }) => emit(...operatorActed('identity')('facts.said-again', { count: said })));
  return { said };
}

/** The accounts with a suspension in the audit log. No news of a suspension can be lost for the others. */
async function onceSuspended(db: EntityManager, ids: number[]): Promise<Set<number>> {
  const rows = await db.query<{ subject_id: number }[]>(
    `SELECT DISTINCT subject_id FROM audit_entries WHERE action = 'user.suspended' AND subject_id = ANY($1)`,
    [ids],
  );
  return new Set(rows.map((row) => row.subject_id));
}

function newsOf(user: User, suspendedOnce: boolean) {
  const { id: userId, version, name, lastName, email, country, isAdmin, adminRole, deletedAt, suspendedAt } = user;
  if (deletedAt) return [UserDeleted({ userId, version, email: '', formerEmails: [], words: [] })];
  const person = { userId, version, name, lastName, email, country, isAdmin, adminRole };
  const changed = UserChanged({ ...person, previousEmail: null, passwordChanged: false });
  if (suspendedAt) return [changed, UserSuspended({ userId, version })];
  return suspendedOnce ? [changed, UserReinstated({ userId, version })] : [changed];
}
