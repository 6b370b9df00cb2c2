import { operatorActed } from '@shop/contracts/events';
import { inTx } from '@shop/messaging';
import { inBatches } from '@shop/shared';
import { MoreThan, type DataSource, type EntityManager } from 'typeorm';
import { User } from '../accounts/user.entity';

/**
 * Announces every account again with a new version, so that services with a lost or wrong copy have it right
 * (docs/operating.md#saying-facts-again). Nobody is mailed.
 * @returns how many accounts
 */
export async function emitAgain(source: DataSource): Promise<{ said: number }> {
  const count = await inBatches(source, async ({ db, emit }, after, most) => {
    const users = await db.find(User, {
      where: { id: MoreThan(after) },
      order: { id: 'ASC' },
      take: most,
      lock: { mode: 'pessimistic_write' },
    });
    const ids = users.map(({ id }) => id);
    const suspendedOnce = await onceSuspended(db, ids);
    const news = users.flatMap((user) => user.saidAgain(suspendedOnce.has(user.id)));
    await db.save(users);
    await emit(...news);
    return ids;
  });
  await inTx(source, ({ emit }) => emit(...operatorActed('identity')('facts.said-again', { count })));
  return { said: count };
}

/** The accounts with a suspension in the audit log. No news of a suspension can be lost for the others. */
async function onceSuspended(db: EntityManager, ids: number[]): Promise<Set<number>> {
  const rows = await db.query<{ subject_id: number }[]>(
    `SELECT DISTINCT subject_id FROM audit_entries WHERE action = 'user.suspended' AND subject_id = ANY($1)`,
    [ids],
  );
  return new Set(rows.map((row) => row.subject_id));
}
