import type { reconciliationRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { ServiceContext } from '../../context';
import { listDifferences } from './difference-queries';
import { lookAtDifference } from './look-at-difference';
import { reconcileNow } from './reconcile';

export const reconciliationHandlers = (context: ServiceContext): Handlers<typeof reconciliationRoutes> => ({
  listDifferences: ({ query }) => listDifferences(context.source.manager, query),
  async lookAtDifference({ params, body, caller }) {
    await inTx(context.source, (tx) => lookAtDifference(tx, caller.userId, params.id, body));
    return { success: true };
  },
  reconcile: async () => ({ success: true, data: await reconcileNow(context) }),
});
