import { amountText, disputeText } from '@shop/contracts/disputes';
import type { DisputeRowView } from '@shop/contracts/views';
import { dayText } from '@shop/contracts/times';
import { Link } from 'react-router-dom';
import { adminPageAddress } from '@shop/contracts/admin-pages';
import { useDisputesQuery } from '#features/disputes/disputes-api.ts';
import { DueClock } from '#ui/display/DueClock.tsx';
import { paths } from '#lib/paths.ts';
import { useListParams } from '#lib/use-list-params.ts';
import { TwoLines } from '#ui/display/TwoLines.tsx';
import { SearchBox } from '#ui/form/SearchBox.tsx';
import type { Column } from '#ui/table/DataTable.tsx';
import { ALL, FilterSelect } from '#ui/table/FilterSelect.tsx';
import { ListHead } from '#ui/table/ListHead.tsx';
import { ListTable } from '#ui/table/ListTable.tsx';

const CHOICES = [ALL, { value: 'true', text: 'Open' }, { value: 'false', text: 'Resolved' }];

const columns: Column<DisputeRowView>[] = [
  { header: 'Dispute', oneLine: true, cell: ({ id }) => <Link to={adminPageAddress('dispute', { id })}>{id}</Link> },
  { header: 'Opened', oneLine: true, cell: ({ opened_at }) => dayText(opened_at) },
  {
    header: 'Order',
    number: true,
    cell: ({ orderId }) =>
      orderId === null ? <span className="muted">none</span> : <Link to={paths.admin.page(`orders/${orderId}`)}>{orderId}</Link>,
  },
  { header: 'Amount', number: true, cell: ({ amountCents, currency }) => amountText(amountCents, currency) },
  {
    header: 'Reason',
    wide: true,
    cell: ({ reason, stage }) => <TwoLines below={disputeText(stage)}>{disputeText(reason)}</TwoLines>,
  },
  { header: 'Status', cell: ({ status, outcome }) => disputeText(outcome ?? status) },
  { header: 'Due', cell: ({ dueAt }) => (dueAt ? <DueClock dueAt={dueAt} /> : <span className="muted">–</span>) },
];

/** Disputes at PayPal, newest first (docs/product/disputes.md). */
export function DisputesPage() {
  const list = useListParams(['open']);
  const { params, change } = list;
  const disputes = useDisputesQuery(list.query, { refetchOnMountOrArgChange: true });
  return (
    <>
      <ListHead title="Disputes" of={disputes}>
        <SearchBox label="Search by dispute or order" value={params.q} onChange={(q) => change({ q })} />
        <FilterSelect label="State" value={params.open} onChange={(open) => change({ open })} options={CHOICES} />
      </ListHead>
      <ListTable
        caption="Disputes"
        of={disputes}
        list={list}
        columns={columns}
        empty={list.isNarrowed ? 'No matching disputes found' : 'No payment is disputed at PayPal'}
        failed="Failed to load disputes"
      />
    </>
  );
}
