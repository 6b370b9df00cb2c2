import { dayText, timeText } from '@shop/contracts/times';
import type { ClaimRowView } from '@shop/contracts/views';
import { Link } from 'react-router-dom';
import { paths } from '#lib/paths.ts';
import { Badge } from '#ui/display/Badge.tsx';
import { TwoLines } from '#ui/display/TwoLines.tsx';
import type { Column } from '#ui/table/DataTable.tsx';
import { REASONS, STATES } from '../parts/claim-words';

export const claimColumns: Column<ClaimRowView>[] = [
  { header: 'ID', number: true, cell: ({ id }) => <Link to={paths.admin.page(`claims/${id}`)}>{id}</Link> },
  { header: 'Date', oneLine: true, cell: ({ opened_at }) => dayText(opened_at) },
  { header: 'Track', wide: true, typed: true, cell: ({ name, store_name }) => <TwoLines below={store_name}>{name}</TwoLines> },
  { header: 'Order', number: true, cell: ({ orderId }) => <Link to={paths.admin.page(`orders/${orderId}`)}>{orderId}</Link> },
  { header: 'Problem', cell: ({ reason }) => REASONS[reason] },
  { header: 'State', cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].name}</Badge> },
  {
    header: 'Next',
    cell: ({ waits_for, dueAt }) =>
      waits_for ? (
        <TwoLines below={timeText(dueAt)}>{waits_for === 'seller' ? 'Seller answers' : 'We decide'}</TwoLines>
      ) : (
        <span className="muted">–</span>
      ),
  },
];
