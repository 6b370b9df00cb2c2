import type { PayoutRowView } from '@shop/contracts/views';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { payoutColumns } from '../../features/sellers/admin-payout-columns';
import { useLazyPayoutsCsvQuery, usePayoutsQuery } from '../../features/sellers/adminPayoutsApi';
import { AdminRecordPayout } from '../../features/sellers/AdminRecordPayout';
import { AdminSellerHistory } from '../../features/sellers/AdminSellerHistory';
import { Balances } from '../../features/sellers/LedgerLines';
import { errorText } from '../../lib/api';
import { saveFile } from '../../lib/save-file';
import { toast } from '../../lib/toast';
import { useListParams } from '../../lib/use-list-params';
import { Button } from '../../ui/Button';
import { DataTable } from '../../ui/DataTable';
import { FilterSelect } from '../../ui/FilterSelect';
import { ListHead } from '../../ui/ListHead';
import { Pagination } from '../../ui/Pagination';
import { Query } from '../../ui/Query';
import { SearchBox } from '../../ui/SearchBox';

const WHO = [
  { value: '', text: 'All' },
  { value: 'true', text: 'With something due' },
];

/** Which seller is owed, due and paid what; payouts are recorded and looked up here. */
export function PayoutsPage() {
  const { params, query, change } = useListParams(['due']);
  const list = usePayoutsQuery(query, { refetchOnMountOrArgChange: true });
  // the page before is no answer to a question that failed
  const shown = { ...list, data: list.currentData ?? (list.isFetching ? list.data : undefined) };
  const [fetchCsv, csv] = useLazyPayoutsCsvQuery();
  const [paying, setPaying] = useState<PayoutRowView | null>(null);
  const [opened, setOpened] = useState<PayoutRowView | null>(null);

  async function download() {
    const asked = new URLSearchParams(query);
    asked.delete('page');
    asked.delete('limit');
    const { data, error } = await fetchCsv(asked.toString());
    if (data === undefined) return toast.error(errorText(error, 'Failed to download the payouts'));
    saveFile('payouts.csv', data, 'text/csv');
  }

  const table = (rows: PayoutRowView[] | undefined, today = '') => (
    <DataTable
      caption="Payouts"
      columns={payoutColumns({ pay: setPaying, open: setOpened }, today)}
      rows={rows}
      empty={params.q || params.due ? 'Nobody matches' : 'No seller has sold anything yet'}
      sort={params.sort || '-due'}
      onSort={(sort) => change({ sort })}
      stale={list.isFetching && !list.currentData}
    />
  );

  return (
    <>
      <title>Payouts</title>
      <ListHead
        title="Payouts"
        total={list.data?.pagination.total}
        action={
          <Button size="s" busy={csv.isFetching} onClick={() => void download()}>
            <Download size={16} aria-hidden /> CSV
          </Button>
        }
      >
        <SearchBox label="Search by store" value={params.q} onChange={(q) => change({ q })} />
        <FilterSelect label="Show" value={params.due} options={WHO} onChange={(due) => change({ due })} />
      </ListHead>
      <Query of={shown} skeleton={table(undefined)} errorText={(error) => errorText(error, 'Failed to fetch payouts')}>
        {({ data, pagination, totals, today }) => (
          <>
            <Balances {...totals} />
            {table(data, today)}
            <Pagination {...pagination} onChange={(page) => change({ page })} />
          </>
        )}
      </Query>
      {paying && <AdminRecordPayout row={paying} onClose={() => setPaying(null)} />}
      {opened && <AdminSellerHistory row={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
