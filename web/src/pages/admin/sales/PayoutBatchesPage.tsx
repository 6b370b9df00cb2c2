import { AdminPayoutBatches, NewPayoutBatch } from '#features/sellers/admin/payout-batches/AdminPayoutBatches.tsx';
import { usePayoutBatchesQuery } from '#features/sellers/api/admin-payout-batches-api.ts';
import { useListParams } from '#lib/use-list-params.ts';
import { ListHead } from '#ui/table/ListHead.tsx';

export function PayoutBatchesPage() {
  const list = useListParams([]);
  const batches = usePayoutBatchesQuery(list.query);
  return (
    <>
      <ListHead
        title="Payout batches"
        of={batches}
        action={<NewPayoutBatch />}
        note="PayPal pays sellers with a confirmed PayPal address. Cards are paid by hand: record those under Payouts."
      />
      <AdminPayoutBatches list={list} />
    </>
  );
}
