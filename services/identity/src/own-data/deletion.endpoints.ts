import { LIMITS, type deletionRoutes } from '@shop/contracts/routes';
import type { OwnDataView } from '@shop/contracts/views';
import { rateLimiter, type Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { deletionOf } from '../accounts/scheduled-deletion';
import { ownPasswordLimit } from '../credentials/own-password';
import { confirmOwner } from '../second-factor/confirm-owner';
import { factorsOf, hasFactor } from '../second-factor/factors';
import { deleteOwnAccount, withdrawOwnDeletion } from './account-deletion';
import { saveOpenMatters } from './open-matters';
import { whatIsOpen } from './what-is-open';

export function deletionHandlers({
  source,
  rateScale,
}: {
  source: DataSource;
  rateScale: number;
}): Handlers<typeof deletionRoutes> {
  const passwords = ownPasswordLimit(source, rateScale);
  const wishes = rateLimiter(source, LIMITS.deletionWishes, rateScale);
  return {
    readOwnData: ({ caller }) => ownData(source, caller.userId),
    async deleteOwnAccount({ body, caller }) {
      await confirmOwner(source, passwords, caller, body.password);
      await wishes.use(String(caller.userId));
      return { success: true, deletion: await deleteOwnAccount(source, caller.userId) };
    },
    async keepOpenMatters({ body }) {
      await inTx(source, (tx) => saveOpenMatters(tx, body));
      return { success: true };
    },
    async keepOwnAccount({ caller }) {
      await withdrawOwnDeletion(source, caller.userId);
      return { success: true, deletion: null };
    },
  };
}

async function ownData({ manager }: DataSource, userId: number): Promise<OwnDataView> {
  const [deletion, open, factors] = await Promise.all([
    deletionOf(manager, userId),
    whatIsOpen(manager, userId),
    factorsOf(manager, userId),
  ]);
  return { deletion, open, asks: hasFactor(factors) ? 'second-factor' : 'password' };
}
