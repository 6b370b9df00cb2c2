import type { reconciliationRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import { listDifferences } from './difference-queries';
import { lookAtDifference } from './look-at-difference';
import { reconcileNow, type ReconciliationParts } from './reconcile';

export const reconciliationHandlers = (parts: ReconciliationParts): Handlers<typeof reconciliationRoutes> => ({
  listDifferences: ({ query }) => listDifferences(parts.source.manager, query),
  async lookAtDifference({ params, body, caller }) {
    await inTx(parts.source, (tx) => lookAtDifference(tx, caller.userId, params.id, body));
    return { success: true };
  },
  reconcile: async () => ({ success: true, data: await reconcileNow(parts) }),
});
