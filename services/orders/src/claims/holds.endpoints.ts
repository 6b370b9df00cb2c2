import { LIMITS, type holdRoutes } from '@shop/contracts/routes';
import { rateLimiter, type Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { ServiceContext } from '../context';
import { heldByOthers } from './held-by-others';
import { forgetReminder, remindWhenReleased } from './hold-reminders';

export function holdHandlers({ source, rateScale }: ServiceContext): Handlers<typeof holdRoutes> {
  const limit = rateLimiter(source, LIMITS.holdQuestions, rateScale);
  return {
    async listHolds({ query, caller }) {
      await limit.use(String(caller.userId));
      return { success: true, data: await heldByOthers(source.manager, caller.userId, query.ids) };
    },
    async remindWhenReleased({ params, caller }) {
      await limit.use(String(caller.userId));
      await inTx(source, (tx) => remindWhenReleased(tx.db, caller.userId, params.productId));
      return { success: true };
    },
    async forgetReminder({ params, caller }) {
      await forgetReminder(source.manager, caller.userId, params.productId);
      return { success: true };
    },
  };
}
