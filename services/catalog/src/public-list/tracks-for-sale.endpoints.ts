import type { forSaleRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import type { DataSource } from 'typeorm';
import { tracksForSale } from './tracks-for-sale';

export const forSaleHandlers = ({ source }: { source: DataSource }): Handlers<typeof forSaleRoutes> => ({
  tracksForSale: ({ query }) => tracksForSale(source, query.after, query.limit),
});
