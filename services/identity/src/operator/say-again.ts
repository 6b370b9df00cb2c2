import { operatorActed, UserChanged, UserDeleted, UserReinstated, UserSuspended } from '@shop/contracts/events';
import { inTx } from '@shop/messaging';
import { inBatches } from '@shop/shared';
import { MoreThan, type DataSource } from 'typeorm';
import { User } from '../accounts/user.entity';

/**
 * Announces every account again as it is now, with a new version, so that services whose copies are lost or wrong get them right
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
    await emit(...users.flatMap(newsOf));
    return users.map(({ id }) => id);
  });
  await inTx(source, ({ emit }) => emit(...operatorActed('identity')('facts.said-again', { count: said })));
  return { said };
}

function newsOf({ id: userId, version, name, lastName, email, country, isAdmin, adminRole, deletedAt, suspendedAt }: User) {
  if (deletedAt) return [UserDeleted({ userId, version, email: '', formerEmails: [], words: [] })];
  const person = { userId, version, name, lastName, email, country, isAdmin, adminRole };
  const changed = UserChanged({ ...person, previousEmail: null, passwordChanged: false });
  return [changed, suspendedAt ? UserSuspended({ userId, version }) : UserReinstated({ userId, version })];
}
