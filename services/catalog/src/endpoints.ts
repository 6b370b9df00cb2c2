import { catalogRoutes } from '@shop/contracts/routes';
import { implement, type Endpoint } from '@shop/http';
import type { ServiceContext } from './context';
import { demoHandlers } from './demos/demos.endpoints';
import { recordingHandlers } from './known-recordings/recordings.endpoints';
import { mediaHandlers } from './media/media.endpoints';
import { deliveryHandlers } from './packages/delivery/deliver-package';
import { packageHandlers } from './packages/packages.endpoints';
import { productHandlers } from './products/products.endpoints';
import { forSaleHandlers } from './public-list/tracks-for-sale.endpoints';
import { searchHandlers } from './search/search.endpoints';
import { statsHandlers } from './stats/stats.endpoints';
import { storeHandlers } from './stores/stores.endpoints';

/** Every call of the catalog. */
export const endpointsOf = (context: ServiceContext): Endpoint[] =>
  implement(catalogRoutes, {
    ...searchHandlers(context),
    ...productHandlers(context),
    ...demoHandlers(context),
    ...storeHandlers(context),
    ...forSaleHandlers(context),
    ...statsHandlers(context),
    ...mediaHandlers(context),
    ...packageHandlers(context),
    ...deliveryHandlers(context),
    ...recordingHandlers(context),
  });
