import { SERVICE_REQUEST_STATES, SERVICES } from '@shop/contracts/constants';
import type { ServiceRequestView } from '@shop/contracts/views';
import { useState } from 'react';
import { requestColumns, STATE_NAMES } from '../../features/services/admin-request-columns';
import { AdminServiceRequest } from '../../features/services/AdminServiceRequest';
import { useServiceRequestsQuery } from '../../features/services/adminServiceRequestsApi';
import { SERVICE_TEXTS } from '../../features/services/services';
import { errorText } from '../../lib/api';
import { useListParams } from '../../lib/use-list-params';
import { DataTable } from '../../ui/DataTable';
import { FilterSelect } from '../../ui/FilterSelect';
import { ListHead } from '../../ui/ListHead';
import { Pagination } from '../../ui/Pagination';
import { Query } from '../../ui/Query';
import { SearchBox } from '../../ui/SearchBox';

const ALL = { value: '', text: 'All' };
const SERVICE_CHOICES = [ALL, ...SERVICES.map((value) => ({ value, text: SERVICE_TEXTS[value].name }))];
const STATES = [ALL, ...SERVICE_REQUEST_STATES.map((value) => ({ value, text: STATE_NAMES[value].name }))];

/** What was asked of the house on the service page (spec 1 §3). */
export function ServiceRequestsPage() {
  const { params, query, change } = useListParams(['service', 'state']);
  const list = useServiceRequestsQuery(query, { refetchOnMountOrArgChange: true });
  // the page before is no answer to a question that failed
  const shown = { ...list, data: list.currentData ?? (list.isFetching ? list.data : undefined) };
  const [viewed, setViewed] = useState<number | null>(null);
  const narrowed = params.q || params.service || params.state;

  const table = (rows: ServiceRequestView[] | undefined) => (
    <DataTable
      caption="Service requests"
      columns={requestColumns(setViewed)}
      rows={rows}
      empty={narrowed ? 'No matching requests found' : 'No requests yet'}
      sort={params.sort || '-id'}
      onSort={(sort) => change({ sort })}
      stale={list.isFetching && !list.currentData}
    />
  );

  return (
    <>
      <title>Service requests</title>
      <ListHead title="Service requests" total={list.data?.pagination.total}>
        <SearchBox label="Search by number, name, email or text" value={params.q} onChange={(q) => change({ q })} />
        <FilterSelect
          label="Service"
          value={params.service}
          onChange={(service) => change({ service })}
          options={SERVICE_CHOICES}
        />
        <FilterSelect label="State" value={params.state} onChange={(state) => change({ state })} options={STATES} />
      </ListHead>
      <Query of={shown} skeleton={table(undefined)} errorText={(error) => errorText(error, 'Failed to load service requests')}>
        {({ data, pagination }) => (
          <>
            {table(data)}
            <Pagination {...pagination} onChange={(page) => change({ page })} />
          </>
        )}
      </Query>
      {viewed !== null && <AdminServiceRequest id={viewed} onClose={() => setViewed(null)} />}
    </>
  );
}
