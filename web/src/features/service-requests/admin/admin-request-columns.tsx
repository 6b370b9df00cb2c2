import type { ServiceRequestState } from '@shop/contracts/constants';
import { dayText } from '@shop/contracts/times';
import type { ServiceRequestView } from '@shop/contracts/views';
import { Badge } from '#ui/display/Badge.tsx';
import type { Column } from '#ui/table/DataTable.tsx';
import { RowActions } from '#ui/table/RowActions.tsx';
import { TwoLines } from '#ui/display/TwoLines.tsx';
import styles from './AdminServiceRequest.module.css';
import { SERVICE_TEXTS } from '../public/services';

export const STATE_NAMES: Record<ServiceRequestState, { name: string; tone: 'plain' | 'signal' | 'warm' }> = {
  new: { name: 'New', tone: 'warm' },
  answered: { name: 'Answered', tone: 'signal' },
  closed: { name: 'Closed', tone: 'plain' },
};

export const requestColumns = (view: (id: number) => void): Column<ServiceRequestView>[] => [
  { header: 'ID', sort: 'id', number: true, cell: ({ id }) => id },
  { header: 'Date', sort: 'created_at', oneLine: true, cell: ({ created_at }) => dayText(created_at) },
  { header: 'Service', sort: 'service', cell: ({ service }) => SERVICE_TEXTS[service].name },
  {
    header: 'From',
    sort: 'name',
    cell: ({ name, account_email: email }) => <TwoLines below={email ?? 'address not known yet'}>{name}</TwoLines>,
  },
  {
    header: 'Request',
    wide: true,
    cell: ({ description }) => (
      <span className={styles.glimpse} dir="auto">
        {description}
      </span>
    ),
  },
  {
    header: 'State',
    sort: 'state',
    cell: ({ state }) => <Badge tone={STATE_NAMES[state].tone}>{STATE_NAMES[state].name}</Badge>,
  },
  {
    header: 'Actions',
    cell: ({ id }) => <RowActions what={`request ${id}`} actions={[{ text: 'View', onClick: () => view(id) }]} />,
  },
];
