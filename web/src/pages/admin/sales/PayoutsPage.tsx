import type { PayoutRowView } from '@shop/contracts/views';
import { useState } from 'react';
import { isDue, isPaidToCard, payoutColumns } from '../../../features/sellers/admin/payouts/admin-payout-columns';
import { useLazyPayoutsCsvQuery, usePayoutsQuery } from '../../../features/sellers/api/admin-payouts-api';
import { QUEUE_POLL_MS } from '../../../features/sellers/api/admin-queue-api';
import { AdminCardNumber } from '../../../features/sellers/admin/payouts/AdminCardNumber';
import { AdminRecordPayout } from '../../../features/sellers/admin/payouts/AdminRecordPayout';
import { AdminSellerHistory } from '../../../features/sellers/admin/payouts/AdminSellerHistory';
import { Balances, BalancesSkeleton } from '../../../features/sellers/public/parts/LedgerLines';
import { useMay } from '../../../features/session/admin-role';
import { usePollingInterval } from '../../../lib/admin/use-polling-interval';
import { errorText } from '../../../lib/calls/api';
import { lastWhileFetching } from '../../../lib/last-while-fetching';
import { toast } from '../../../lib/toast';
import { useListParams, withoutPage } from '../../../lib/use-list-params';
import { CsvButton } from '../../../ui/table/CsvButton';
import { FilterSelect } from '../../../ui/table/FilterSelect';
import { ListHead } from '../../../ui/table/ListHead';
import { ListTable } from '../../../ui/table/ListTable';
import { SearchBox } from '../../../ui/form/SearchBox';

const WHO = [
  { value: '', text: 'All' },
  { value: 'true', text: 'With something due' },
];

/** The amounts owed, due and paid for each seller. Payouts are recorded and looked up here. */
export function PayoutsPage() {
  const list = useListParams(['due']);
  const { params, query, change } = list;
  const payouts = usePayoutsQuery(query, {
    pollingInterval: usePollingInterval(QUEUE_POLL_MS),
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  const { data } = lastWhileFetching(payouts);
  const [fetchCsv] = useLazyPayoutsCsvQuery();
  const may = useMay();
  const [paying, setPaying] = useState<PayoutRowView | null>(null);
  const [lookedAt, setLookedAt] = useState<PayoutRowView | null>(null);
  const [opened, setOpened] = useState<PayoutRowView | null>(null);

  /** Opens a dialog from the row as it is now: money is sent by what it says, and by then another admin may have sent it. */
  async function openNow(shown: PayoutRowView, isOffered: (row: PayoutRowView) => boolean, open: (row: PayoutRowView) => void) {
    const { data: now, error } = await payouts.refetch();
    if (error) return toast.error(errorText(error, 'Failed to fetch payouts'));
    const row = now?.data.find(({ id }) => id === shown.id);
    if (row && isOffered(row)) open(row);
    else toast.error(`The payout to ${shown.store_name} has changed since it was listed. Please look at it again.`);
  }

  return (
    <>
      <ListHead
        title="Payouts"
        of={payouts}
        action={
          <CsvButton fetch={() => fetchCsv(withoutPage(query))} file="payouts.csv" failed="Failed to download the payouts" />
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
          {
            mayPay: may('changeMoney'),
            pay: (row) => void openNow(row, (now) => isDue(now) || !isDue(row), setPaying),
            open: setOpened,
            showCard: (row) => void openNow(row, isPaidToCard, setLookedAt),
          },
          data?.today ?? '',
        )}
        empty={list.isNarrowed ? 'Nobody matches' : 'No seller has sold anything yet'}
        failed="Failed to fetch payouts"
        order="-due"
      />
      {paying && (
        <AdminRecordPayout
          row={paying}
          now={data ? data.data.find(({ id }) => id === paying.id) : paying}
          onClose={() => setPaying(null)}
        />
      )}
      {lookedAt && <AdminCardNumber row={lookedAt} onClose={() => setLookedAt(null)} />}
      {opened && <AdminSellerHistory row={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
