import { SERVICE_REQUEST_STATES, SERVICES } from '@shop/contracts/constants';
import { STATE_NAMES } from '#features/service-requests/admin/admin-request-columns.tsx';
import { AdminServiceRequests } from '#features/service-requests/admin/AdminServiceRequests.tsx';
import { useServiceRequestsQuery } from '#features/service-requests/api/admin-service-requests-api.ts';
import { SERVICE_TEXTS } from '#features/service-requests/public/services.ts';
import { useListParams } from '#lib/use-list-params.ts';
import { ALL, FilterSelect } from '#ui/table/FilterSelect.tsx';
import { ListHead } from '#ui/table/ListHead.tsx';
import { SearchBox } from '#ui/form/SearchBox.tsx';

const SERVICE_CHOICES = [ALL, ...SERVICES.map((value) => ({ value, text: SERVICE_TEXTS[value].name }))];
const STATES = [ALL, ...SERVICE_REQUEST_STATES.map((value) => ({ value, text: STATE_NAMES[value].name }))];

export function ServiceRequestsPage() {
  const list = useListParams(['service', 'state']);
  const { params, change } = list;
  const requests = useServiceRequestsQuery(list.query);
  return (
    <>
      <ListHead title="Service requests" of={requests}>
        <SearchBox label="Search by number, name, email or text" value={params.q} onChange={(q) => change({ q })} />
        <FilterSelect
          label="Service"
          value={params.service}
          onChange={(service) => change({ service })}
          options={SERVICE_CHOICES}
        />
        <FilterSelect label="State" value={params.state} onChange={(state) => change({ state })} options={STATES} />
      </ListHead>
      <AdminServiceRequests list={list} />
    </>
  );
}
