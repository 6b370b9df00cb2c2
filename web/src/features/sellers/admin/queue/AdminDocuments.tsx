import type { SellerStatus } from '@shop/contracts/constants';
import type { SellerAdminView } from '@shop/contracts/views';
import { useState } from 'react';
import { useMay } from '#features/session/admin-role.ts';
import { errorText } from '#lib/calls/api.ts';
import { toast } from '#lib/toast.ts';
import { useListParams } from '#lib/use-list-params.ts';
import { usePollingInterval } from '#lib/admin/use-polling-interval.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { ListTable } from '#ui/table/ListTable.tsx';
import { SearchBox } from '#ui/form/SearchBox.tsx';
import { adminDocumentColumns } from './admin-document-columns';
import { documentsQuery } from './admin-queue-query';
import styles from './AdminQueue.module.css';
import { AdminRefuseDialog } from './AdminRefuseDialog';
import { QUEUE_POLL_MS, useJudgeStoreMutation, useWaitingDocumentsQuery } from '../../api/admin-queue-api';
import { isDocumentChanged } from '../../api/verdict';

/** Identity documents that wait for a decision, the earliest due first. Verification is promised within 48 hours. */
export function AdminDocuments() {
  const list = useListParams();
  const documents = useWaitingDocumentsQuery(documentsQuery(list.query), {
    pollingInterval: usePollingInterval(QUEUE_POLL_MS),
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  const may = useMay();
  const [judge, judging] = useJudgeStoreMutation();
  const [refusing, setRefusing] = useState<SellerAdminView | null>(null);

  /** @returns whether the document is decided, or was replaced by another document in the meantime */
  async function set(store: SellerAdminView, verdict: { status: SellerStatus; reason?: string }): Promise<boolean> {
    const { error } = await judge({ store, ...verdict });
    if (error) toast.error(errorText(error, 'Update failed'));
    else toast.success(`${store.shop_name} is ${verdict.status}`);
    return !error || isDocumentChanged(error);
  }

  return (
    <div className={styles.queue}>
      <div className={styles.tools}>
        <SearchBox label="Search by store, name, email or country" value={list.params.q} onChange={(q) => list.change({ q })} />
      </div>
      <ListTable
        caption="Identity documents"
        of={documents}
        list={list}
        columns={adminDocumentColumns({
          mayJudge: may('changeStores'),
          busyWith: (id) => judging.isLoading && judging.originalArgs?.store.id === id,
          activate: (store) =>
            void (window.confirm(`Activate the store ${store.shop_name}?`) && set(store, { status: 'active' })),
          refuse: setRefusing,
        })}
        empty={
          list.isNarrowed ? (
            <EmptyState title="No documents match">Another search may find them.</EmptyState>
          ) : (
            <EmptyState title="Nothing waits">Every document has been looked at.</EmptyState>
          )
        }
        failed="Failed to load documents"
        order="verification_due_at"
      />
      {refusing && (
        <AdminRefuseDialog
          store={refusing}
          onClose={() => setRefusing(null)}
          onRefuse={async (reason) => {
            const isDecided = await set(refusing, { status: 'inactive', reason });
            if (isDecided) setRefusing(null);
            return isDecided;
          }}
        />
      )}
    </div>
  );
}
