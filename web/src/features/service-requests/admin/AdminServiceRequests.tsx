import { useState } from 'react';
import type { List } from '#lib/use-list-params.ts';
import { ListTable } from '#ui/table/ListTable.tsx';
import { useServiceRequestsQuery } from '../api/admin-service-requests-api';
import { requestColumns } from './admin-request-columns';
import { AdminServiceRequest } from './AdminServiceRequest';

export function AdminServiceRequests({ list }: { list: List }) {
  const requests = useServiceRequestsQuery(list.query, { refetchOnMountOrArgChange: true });
  const [viewedId, setViewedId] = useState<number | null>(null);

  return (
    <>
      <ListTable
        caption="Service requests"
        of={requests}
        list={list}
        columns={requestColumns(setViewedId)}
        empty={list.isNarrowed ? 'No matching requests found' : 'No requests yet'}
        failed="Failed to load service requests"
      />
      {viewedId !== null && <AdminServiceRequest id={viewedId} onClose={() => setViewedId(null)} />}
    </>
  );
}
