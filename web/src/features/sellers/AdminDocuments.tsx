import type { SellerStatus } from '@shop/contracts/constants';
import type { SellerAdminView } from '@shop/contracts/views';
import { errorText } from '../../lib/api';
import { toast } from '../../lib/toast';
import { useListParams } from '../../lib/use-list-params';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { Pagination } from '../../ui/Pagination';
import { Query } from '../../ui/Query';
import { SearchBox } from '../../ui/SearchBox';
import { adminDocumentColumns } from './admin-document-columns';
import { documentsQuery } from './admin-queue-query';
import styles from './AdminQueue.module.css';
import { useJudgeStoreMutation, useWaitingDocumentsQuery } from './adminQueueApi';

/** Identity documents that wait to be looked at, the oldest first; verification is promised within 48 hours. */
export function AdminDocuments() {
  const { params, query, change } = useListParams();
  const list = useWaitingDocumentsQuery(documentsQuery(query), { refetchOnMountOrArgChange: true });
  const shown = { ...list, data: list.currentData ?? (list.isFetching ? list.data : undefined) };
  const [judge, judging] = useJudgeStoreMutation();

  async function set({ id, shop_name }: SellerAdminView, status: SellerStatus, question: string) {
    if (!window.confirm(question)) return;
    const { error } = await judge({ id, status });
    if (error) toast.error(errorText(error, 'Update failed'));
    else toast.success(`${shop_name} is ${status}`);
  }
  const columns = adminDocumentColumns({
    busyWith: (id) => judging.isLoading && judging.originalArgs?.id === id,
    activate: (store) => void set(store, 'active', `Activate the store ${store.shop_name}?`),
    refuse: (store) => void set(store, 'inactive', `Refuse ${store.shop_name}? The store becomes inactive.`),
  });
  const table = (rows: readonly SellerAdminView[] | undefined) => (
    <DataTable
      caption="Identity documents"
      columns={columns}
      rows={rows}
      empty={
        params.q ? (
          <EmptyState title="No documents match">Another search may find them.</EmptyState>
        ) : (
          <EmptyState title="Nothing waits">Every document has been looked at.</EmptyState>
        )
      }
      sort={params.sort || 'verification_uploaded_at'}
      onSort={(sort) => change({ sort })}
      stale={list.isFetching && !list.currentData}
    />
  );

  return (
    <div className={styles.queue}>
      <div className={styles.tools}>
        <SearchBox label="Search by store, name, email or country" value={params.q} onChange={(q) => change({ q })} />
      </div>
      <Query of={shown} skeleton={table(undefined)} errorText={(error) => errorText(error, 'Failed to load documents')}>
        {({ data, pagination }) => (
          <>
            {table(data)}
            <Pagination {...pagination} onChange={(page) => change({ page })} />
          </>
        )}
      </Query>
    </div>
  );
}
