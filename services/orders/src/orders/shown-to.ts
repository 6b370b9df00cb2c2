import { MAY } from '@shop/contracts/constants';
import type { OrderView } from '@shop/contracts/views';
import { hasRole, type Caller } from '@shop/http';

/** Delivery links are for the buyer and for those who may send them again; contracts are not for those who may only read. */
export const shownTo =
  (caller: Caller) =>
  <View extends OrderView>(view: View): View =>
    view.user_id === caller.userId
      ? view
      : {
          ...view,
          downloadLinks: hasRole(caller, MAY.changeOrders) ? view.downloadLinks : [],
          contracts: hasRole(caller, MAY.readContracts) ? view.contracts : [],
        };
