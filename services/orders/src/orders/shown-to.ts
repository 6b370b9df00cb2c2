import { MAY } from '@shop/contracts/constants';
import type { OrderView } from '@shop/contracts/views';
import { hasRole, type Caller } from '@shop/http';

/**
 * An order as this caller may see it. Its buyer sees all of it. An admin sees download links only with the right to send them
 * again, and contracts only with the right to read contracts; the names of delivered files are the buyer's alone.
 */
export const shownTo =
  (caller: Caller) =>
  <View extends OrderView>(view: View): View =>
    view.user_id === caller.userId
      ? view
      : {
          ...view,
          products: view.products.map(({ files: _, ...product }) => product),
          downloadLinks: hasRole(caller, MAY.changeOrders) ? view.downloadLinks : [],
          contracts: hasRole(caller, MAY.readContracts) ? view.contracts : [],
          invoices: hasRole(caller, MAY.readInvoices) ? view.invoices : undefined,
        };
