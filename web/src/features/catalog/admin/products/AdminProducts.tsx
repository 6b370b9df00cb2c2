import type { AdminProductView, OrderView } from '@shop/contracts/views';
import { useState } from 'react';
import { useMay } from '#features/session/admin-role.ts';
import { errorText } from '#lib/calls/api.ts';
import { toast } from '#lib/toast.ts';
import type { List } from '#lib/use-list-params.ts';
import { Fault } from '#ui/feedback/Fault.tsx';
import { ListTable } from '#ui/table/ListTable.tsx';
import { productColumns } from './admin-product-columns';
import {
  useAdminProductsQuery,
  useLazyHolderOfQuery,
  useReleaseHoldOfMutation,
  useRemoveProductMutation,
} from '../../api/admin-catalog-api';
import { useListen } from '../parts/use-listen';

export function AdminProducts({ list }: { list: List }) {
  const products = useAdminProductsQuery(list.query, { refetchOnMountOrArgChange: true });
  const [remove, removing] = useRemoveProductMutation();
  const [holderOf, looking] = useLazyHolderOfQuery();
  const [release, releasing] = useReleaseHoldOfMutation();
  const [refusal, setRefusal] = useState<string>();
  const listen = useListen(products);
  const may = useMay();
  const isReleasing = (id: number) =>
    (looking.isFetching && looking.originalArgs === id) || (releasing.isLoading && releasing.originalArgs?.id === id);

  async function ask({ id, name }: AdminProductView) {
    if (!window.confirm(`Are you sure you want to delete "${name}"?`)) return;
    setRefusal(undefined);
    const { error } = await remove(id);
    if (error) setRefusal(errorText(error, 'Failed to delete product'));
    else toast.success('Product deleted successfully');
  }

  async function letGo({ id, name }: AdminProductView) {
    setRefusal(undefined);
    const { data: order, error: notKnown } = await holderOf(id);
    if (notKnown) return setRefusal(errorText(notKnown, 'Failed to release the hold'));
    if (!order) {
      void products.refetch();
      return setRefusal(`Nobody holds "${name}" any more.`);
    }
    if (!window.confirm(`Release the hold on "${name}"? ${orderName(order)} ends, and its buyer can no longer pay it.`)) return;
    const { error } = await release({ id, shownOrderId: order.id });
    if (error) setRefusal(errorText(error, 'Failed to release the hold'));
    else toast.success('The hold is released');
  }

  return (
    <>
      <Fault>{refusal}</Fault>
      <ListTable
        caption="Products"
        of={products}
        list={list}
        columns={productColumns({
          may,
          listen,
          remove: (product) => void ask(product),
          release: (product) => void letGo(product),
          isReleasing,
          isRemoving: (id) => removing.isLoading && removing.originalArgs === id,
        })}
        empty={list.isNarrowed ? 'No matching products found' : 'No products yet'}
        failed="Failed to load products"
      />
    </>
  );
}

const orderName = ({ id, customer_info: { firstName, lastName } }: OrderView) =>
  firstName ? `Order #${id} of ${firstName} ${lastName}` : `Order #${id}`;
