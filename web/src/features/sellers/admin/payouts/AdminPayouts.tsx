import type { PayoutRowView } from '@shop/contracts/views';
import { useState } from 'react';
import { useMay } from '#features/session/admin-role.ts';
import { usePollingInterval } from '#lib/admin/use-polling-interval.ts';
import { errorText } from '#lib/calls/api.ts';
import { lastWhileFetching } from '#lib/last-while-fetching.ts';
import { toast } from '#lib/toast.ts';
import type { List } from '#lib/use-list-params.ts';
import { ListTable } from '#ui/table/ListTable.tsx';
import { usePayoutsQuery } from '../../api/admin-payouts-api';
import { QUEUE_POLL_MS } from '../../api/admin-queue-api';
import { Balances, BalancesSkeleton } from '../../public/parts/LedgerLines';
import { isDue, isPaidToCard, payoutColumns } from './admin-payout-columns';
import { AdminCardNumber } from './AdminCardNumber';
import { AdminRecordPayout } from './AdminRecordPayout';
import { AdminSellerHistory } from './AdminSellerHistory';

/** The totals and the table of the amounts owed, due and paid for each seller, to record and look up payouts. */
export function AdminPayouts({ list }: { list: List }) {
  const payouts = usePayoutsQuery(list.query, {
    pollingInterval: usePollingInterval(QUEUE_POLL_MS),
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  const { data } = lastWhileFetching(payouts);
  const may = useMay();
  const [paying, setPaying] = useState<PayoutRowView | null>(null);
  const [lookedAt, setLookedAt] = useState<PayoutRowView | null>(null);
  const [historyRow, setHistoryRow] = useState<PayoutRowView | null>(null);

  /** Loads the row again before a dialog opens: the admin sends money by it, and another admin may have sent it already. */
  async function openNow(
    shownRow: PayoutRowView,
    isOffered: (row: PayoutRowView) => boolean,
    open: (row: PayoutRowView) => void,
  ) {
    const { data: now, error } = await payouts.refetch();
    if (error) return toast.error(errorText(error, 'Failed to fetch payouts'));
    const row = now?.data.find(({ id }) => id === shownRow.id);
    if (row && isOffered(row)) open(row);
    else toast.error(`The payout to ${shownRow.store_name} has changed since it was listed. Please look at it again.`);
  }

  return (
    <>
      {data ? <Balances {...data.totals} /> : payouts.isFetching && <BalancesSkeleton />}
      <ListTable
        caption="Payouts"
        of={payouts}
        list={list}
        columns={payoutColumns(
          {
            mayPay: may('changeMoney'),
            pay: (row) => void openNow(row, (now) => isDue(now) || !isDue(row), setPaying),
            open: setHistoryRow,
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
      {historyRow && <AdminSellerHistory row={historyRow} onClose={() => setHistoryRow(null)} />}
    </>
  );
}
