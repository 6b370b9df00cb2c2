import type { reconciliationRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { Shop } from '../shop';
import { listDifferences } from './difference-queries';
import { lookAtDifference } from './look-at-difference';
import { reconcileNow } from './reconcile';

export const reconciliationHandlers = (shop: Shop): Handlers<typeof reconciliationRoutes> => ({
  listDifferences: ({ query }) => listDifferences(shop.source.manager, query),
  async lookAtDifference({ params, body, caller }) {
    await inTx(shop.source, (tx) => lookAtDifference(tx, caller.userId, params.id, body.note));
    return { success: true };
  },
  reconcile: async () => ({ success: true, data: await reconcileNow(shop) }),
});
