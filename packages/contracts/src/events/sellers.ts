import { z } from 'zod';
import { defineEvent } from '../define-event';
import { id, version } from './shapes';

const store = { sellerId: id, userId: id, version, storeName: z.string(), status: z.string() };

/** A verified account that registered as seller has its store. It is not yet active. */
export const StoreOpened = defineEvent('sellers.store-opened', z.object(store), {
  heardBy: ['identity', 'catalog', 'orders'],
});

/** The store's name or status changed. */
export const StoreChanged = defineEvent('sellers.store-changed', z.object(store), { heardBy: ['identity', 'catalog', 'orders'] });

/** Two stores wanted one name: the second was opened under another, and the house should know (decision 64). */
export const StoreNameCollided = defineEvent(
  'sellers.store-name-collided',
  z.object({ sellerId: id, wantedName: z.string(), storeName: z.string() }),
  { heardBy: ['notifications'] },
);
