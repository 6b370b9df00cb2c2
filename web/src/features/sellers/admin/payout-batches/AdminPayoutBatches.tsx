import { formatCents } from '@shop/contracts/pricing';
import type { PayoutBatchRowView } from '@shop/contracts/views';
import { useState } from 'react';
import { useMay } from '#features/session/admin-role.ts';
import { usePollingInterval } from '#lib/admin/use-polling-interval.ts';
import { errorText, isApiError } from '#lib/calls/api.ts';
import { toast } from '#lib/toast.ts';
import type { List } from '#lib/use-list-params.ts';
import { Button } from '#ui/action/Button.tsx';
import { Badge } from '#ui/display/Badge.tsx';
import type { Column } from '#ui/table/DataTable.tsx';
import { ListTable } from '#ui/table/ListTable.tsx';
import { RowActions } from '#ui/table/RowActions.tsx';
import { useDraftPayoutBatchMutation, usePayoutBatchesQuery } from '../../api/admin-payout-batches-api';
import { QUEUE_POLL_MS } from '../../api/admin-queue-api';
import { AdminPayoutBatch } from './AdminPayoutBatch';
import { BATCH_STATES } from './payout-words';

/** The batches of payouts by PayPal; each opens with its payouts and the next step. */
export function AdminPayoutBatches({ list }: { list: List }) {
  const batches = usePayoutBatchesQuery(list.query, {
    pollingInterval: usePollingInterval(QUEUE_POLL_MS),
    refetchOnMountOrArgChange: true,
  });
  const [openId, setOpenId] = useState<number | null>(null);
  return (
    <>
      <ListTable
        caption="Payout batches"
        of={batches}
        list={list}
        columns={columns((row) => setOpenId(row.id))}
        empty="No batch yet. A new one takes everything that is due and that PayPal can pay."
        failed="Failed to fetch the batches"
        order="-id"
      />
      {openId !== null && <AdminPayoutBatch id={openId} onClose={() => setOpenId(null)} />}
    </>
  );
}

/** Makes a draft of everything that is due, and shows it. */
export function NewPayoutBatch() {
  const [draft, { isLoading }] = useDraftPayoutBatchMutation();
  const mayPay = useMay()('changeMoney');
  const [openId, setOpenId] = useState<number | null>(null);

  async function make() {
    const { data, error } = await draft(undefined);
    if (error) return toast.error(whyNothing(error));
    setOpenId(data.data.id);
  }

  if (!mayPay) return null;
  return (
    <>
      <Button variant="primary" size="s" busy={isLoading} onClick={() => void make()}>
        New batch
      </Button>
      {openId !== null && <AdminPayoutBatch id={openId} onClose={() => setOpenId(null)} />}
    </>
  );
}

type SkippedStore = { storeName: string; amountCents: number; reason: string };

/** Says of each seller who is left out why, because there is no batch that could show it. */
function whyNothing(error: unknown): string {
  const text = errorText(error, 'Failed to make a batch');
  if (!isApiError(error) || error.code !== 'nothing-due') return text;
  const { leftOut = [] } = (error.details ?? {}) as { leftOut?: SkippedStore[] };
  return [
    text,
    ...leftOut.map(({ storeName, amountCents, reason }) => `${storeName}, ${formatCents(amountCents)}: ${reason}`),
  ].join(' ');
}

const columns = (open: (row: PayoutBatchRowView) => void): Column<PayoutBatchRowView>[] => [
  { header: 'Batch', cell: ({ id }) => `#${id}` },
  {
    header: 'State',
    wide: true,
    cell: ({ state, troubled }) => (
      <>
        <Badge tone={BATCH_STATES[state].tone}>{BATCH_STATES[state].name}</Badge>{' '}
        {troubled > 0 && <Badge tone="warm">{troubled === 1 ? '1 not paid' : `${troubled} not paid`}</Badge>}
      </>
    ),
  },
  { header: 'Sellers', number: true, cell: ({ sellers }) => sellers },
  {
    header: 'Total',
    number: true,
    cell: ({ totalCents }) => formatCents(totalCents),
    under: [{ header: 'Fee', cell: ({ feeCents }) => formatCents(feeCents) }],
  },
  {
    header: 'Actions',
    cell: (row) => (
      <RowActions
        what={`batch #${row.id}`}
        actions={[{ text: 'Open', primary: row.state === 'draft', onClick: () => open(row) }]}
      />
    ),
  },
];
