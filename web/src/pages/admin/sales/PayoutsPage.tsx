import type { PayoutRowView } from '@shop/contracts/views';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { payoutColumns } from '../../../features/sellers/admin/admin-payout-columns';
import { useLazyPayoutsCsvQuery, usePayoutsQuery } from '../../../features/sellers/api/admin-payouts-api';
import { AdminCardNumber } from '../../../features/sellers/admin/AdminCardNumber';
import { AdminRecordPayout } from '../../../features/sellers/admin/AdminRecordPayout';
import { AdminSellerHistory } from '../../../features/sellers/admin/AdminSellerHistory';
import { Balances, BalancesSkeleton } from '../../../features/sellers/public/parts/LedgerLines';
import { useMay } from '../../../features/session/admin-role';
import { errorText } from '../../../lib/calls/api';
import { saveFile } from '../../../lib/save-file';
import { toast } from '../../../lib/toast';
import { useListParams } from '../../../lib/use-list-params';
import { Button } from '../../../ui/action/Button';
import { FilterSelect } from '../../../ui/table/FilterSelect';
import { ListHead } from '../../../ui/table/ListHead';
import { ListTable } from '../../../ui/table/ListTable';
import { SearchBox } from '../../../ui/form/SearchBox';

const WHO = [
  { value: '', text: 'All' },
  { value: 'true', text: 'With something due' },
];

/** Which seller is owed, due and paid what; payouts are recorded and looked up here. */
export function PayoutsPage() {
  const list = useListParams(['due']);
  const { params, query, change } = list;
  const payouts = usePayoutsQuery(query, { refetchOnMountOrArgChange: true });
  const { data } = payouts;
  const [fetchCsv, csv] = useLazyPayoutsCsvQuery();
  const may = useMay();
  const [paying, setPaying] = useState<PayoutRowView | null>(null);
  const [lookedAt, setLookedAt] = useState<PayoutRowView | null>(null);
  const [opened, setOpened] = useState<PayoutRowView | null>(null);

  async function download() {
    const asked = new URLSearchParams(query);
    asked.delete('page');
    asked.delete('limit');
    const { data, error } = await fetchCsv(asked.toString());
    if (data === undefined) return toast.error(errorText(error, 'Failed to download the payouts'));
    saveFile('payouts.csv', data, 'text/csv');
  }

  return (
    <>
      <ListHead
        title="Payouts"
        total={data?.pagination.total}
        action={
          <Button size="s" busy={csv.isFetching} onClick={() => void download()}>
            <Download size={16} aria-hidden /> CSV
          </Button>
        }
      >
        <SearchBox label="Search by store" value={params.q} onChange={(q) => change({ q })} />
        <FilterSelect label="Show" value={params.due} options={WHO} onChange={(due) => change({ due })} />
      </ListHead>
      {data ? <Balances {...data.totals} /> : payouts.isFetching && <BalancesSkeleton />}
      <ListTable
        caption="Payouts"
        of={payouts}
        list={list}
        columns={payoutColumns(
          { mayPay: may('changeMoney'), pay: setPaying, open: setOpened, showCard: setLookedAt },
          data?.today ?? '',
        )}
        empty={list.isNarrowed ? 'Nobody matches' : 'No seller has sold anything yet'}
        failed="Failed to fetch payouts"
        order="-due"
      />
      {paying && <AdminRecordPayout row={paying} onClose={() => setPaying(null)} />}
      {lookedAt && <AdminCardNumber row={lookedAt} onClose={() => setLookedAt(null)} />}
      {opened && <AdminSellerHistory row={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
