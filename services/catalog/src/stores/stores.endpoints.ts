import type { storeChoiceRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import type { DataSource } from 'typeorm';
import { listStoreChoices } from './store-queries';

/** The stores that a track can belong to, for the product form. */
export const storeHandlers = ({ source }: { source: DataSource }): Handlers<typeof storeChoiceRoutes> => ({
  listStoreChoices: ({ query }) => listStoreChoices(source.manager, query),
});
