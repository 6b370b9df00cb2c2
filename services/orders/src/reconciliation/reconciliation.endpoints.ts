import { DifferencesQuery, id, LookedAtForm } from '@shop/contracts/forms';
import { endpoint, inTx, type Endpoint } from '@shop/kit';
import { z } from 'zod';
import type { Shop } from '../shop';
import { listDifferences } from './difference-queries';
import { lookAtDifference } from './look-at-difference';
import { reconcileNow } from './reconcile';

const MONEY = ['owner', 'finance'];

export const reconciliationEndpoints = (shop: Shop): Endpoint[] => [
  endpoint({
    method: 'get',
    path: '/api/orders/differences',
    who: { roles: [...MONEY, 'viewer'] },
    summary: "Where PayPal's books and ours differ, newest first, and the last comparison; `open=true` for what waits for a look",
    query: DifferencesQuery,
    handle: ({ query }) => listDifferences(shop.source.manager, query),
  }),
  endpoint({
    method: 'post',
    path: '/api/orders/differences/:id/look',
    who: { roles: MONEY },
    summary: 'Say what a difference is: it is no longer open and no longer keeps its seller from being paid',
    params: z.object({ id }),
    body: LookedAtForm,
    handle: async ({ params, body, caller }) => {
      await inTx(shop.source, (tx) => lookAtDifference(tx, caller.userId!, params.id, body.note));
      return { success: true };
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/orders/reconciliation',
    who: { roles: MONEY },
    summary: "Compare our books with PayPal's now; 503 when PayPal cannot be reached",
    handle: async () => ({ success: true, data: await reconcileNow(shop) }),
  }),
];
