import type { AdminProductView } from '@shop/contracts/views';
import { useState } from 'react';
import { errorText } from '../../lib/api';
import { toast } from '../../lib/toast';
import type { useListParams } from '../../lib/use-list-params';
import { Button } from '../../ui/Button';
import { DataTable } from '../../ui/DataTable';
import { Pagination } from '../../ui/Pagination';
import { productColumns } from './admin-product-columns';
import { useAdminProductsQuery, useRemoveProductMutation } from './adminCatalogApi';
import styles from './AdminLists.module.css';
import { useListen } from './use-listen';

export type ProductFilters = 'status' | 'category' | 'store';

/** The table of every track there ever was, playable in place (spec 3 §2, decision 36). */
export function AdminProducts({ params, query, change }: ReturnType<typeof useListParams<ProductFilters>>) {
  const list = useAdminProductsQuery(query);
  const data = list.currentData ?? (list.isFetching ? list.data : undefined);
  const [remove, removing] = useRemoveProductMutation();
  const [refusal, setRefusal] = useState<string>();
  const listen = useListen();

  async function ask({ id, name }: AdminProductView) {
    if (!window.confirm(`Are you sure you want to delete "${name}"?`)) return;
    setRefusal(undefined);
    const { error } = await remove(id);
    if (error) return setRefusal(errorText(error, 'Failed to delete product'));
    toast.success('Product deleted successfully');
  }

  const problem = refusal ?? (list.error && !list.isFetching ? errorText(list.error, 'Failed to load products') : undefined);
  const columns = productColumns({
    listen,
    remove: (product) => void ask(product),
    isRemoving: (id) => removing.isLoading && removing.originalArgs === id,
  });
  const isNarrowed = Boolean(params.q || params.status || params.category || params.store);
  return (
    <>
      {problem && (
        <p className={styles.error} role="alert">
          {problem}
        </p>
      )}
      {!data && list.error && !list.isFetching ? (
        <Button size="s" onClick={() => void list.refetch()}>
          Retry
        </Button>
      ) : (
        <DataTable
          caption="Products"
          columns={columns}
          rows={data?.data}
          empty={isNarrowed ? 'No matching products found' : 'No products yet'}
          sort={params.sort || '-id'}
          onSort={(sort) => change({ sort })}
          stale={list.isFetching}
        />
      )}
      {data && <Pagination {...data.pagination} onChange={(page) => change({ page })} />}
    </>
  );
}
