import type { forSaleRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import type { ServiceContext } from '../context';
import { tracksForSale } from './tracks-for-sale';

export const forSaleHandlers = ({ source }: ServiceContext): Handlers<typeof forSaleRoutes> => ({
  tracksForSale: ({ query }) => tracksForSale(source, query.after, query.limit),
});
