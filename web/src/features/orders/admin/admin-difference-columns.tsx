import type { DifferenceKind } from '@shop/contracts/constants';
import { timeText } from '@shop/contracts/times';
import type { DifferenceView } from '@shop/contracts/views';
import { Link } from 'react-router-dom';
import { adminPageOf } from '#lib/admin/admin-page-of.ts';
import { Badge } from '#ui/display/Badge.tsx';
import type { Column } from '#ui/table/DataTable.tsx';
import { RowActions } from '#ui/table/RowActions.tsx';
import { TwoLines } from '#ui/display/TwoLines.tsx';

const KINDS: Record<DifferenceKind, string> = {
  'capture-unknown': 'Unknown payment',
  'capture-missing': 'Missing payment',
  'capture-amount': 'Other amount',
  'refund-unknown': 'Unknown refund',
  'refund-missing': 'Missing refund',
  'refund-amount': 'Other refund',
  'refund-returned': 'Returned refund',
  dispute: 'Dispute',
  'ended-account': 'Account ended before',
  ledger: 'Ledger',
  'payout-unknown': 'Unknown payout',
  'payout-missing': 'Missing payout',
  'payout-amount': 'Other payout',
  'payout-fee': 'Other fee of a payout',
  'payout-state': 'Payout came back',
};

const isOpen = ({ looked_at, gone_at }: DifferenceView) => !looked_at && !gone_at;

/** `look` opens the note of a difference; null for an admin who may not write notes. */
export const differenceColumns = (look: ((difference: DifferenceView) => void) | null): Column<DifferenceView>[] => [
  { header: 'ID', sort: 'id', number: true, cell: ({ id }) => id },
  { header: 'Happened', sort: 'happened_at', oneLine: true, cell: ({ happened_at }) => timeText(happened_at) },
  {
    header: 'Order',
    sort: 'order_id',
    cell: ({ order_id, kind }) =>
      order_id ? (
        <Link to={adminPageOf.order(order_id)}>#{order_id}</Link>
      ) : (
        <span className="muted">{kind.startsWith('payout-') ? 'none' : 'unknown'}</span>
      ),
  },
  {
    header: 'What differs',
    wide: true,
    cell: ({ kind, reason, provider_id }) => (
      <TwoLines below={<span className="mono">{provider_id}</span>}>
        <b>{KINDS[kind]}:</b> {reason}
      </TwoLines>
    ),
  },
  { header: 'State', cell: (difference) => <State {...difference} /> },
  {
    header: 'Actions',
    cell: (difference) =>
      look &&
      isOpen(difference) && (
        <RowActions what={`difference ${difference.id}`} actions={[{ text: 'Looked at', onClick: () => look(difference) }]} />
      ),
  },
];

function State(difference: DifferenceView) {
  const { looked_at, note } = difference;
  if (isOpen(difference)) return <Badge tone="warm">Open</Badge>;
  return looked_at ? (
    <TwoLines below={<span dir="auto">{note}</span>}>
      <Badge tone="signal">Looked at</Badge>
    </TwoLines>
  ) : (
    <Badge tone="plain">No longer so</Badge>
  );
}
