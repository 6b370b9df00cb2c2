import { formatCents } from '@shop/contracts/pricing';
import type { PayoutRowView } from '@shop/contracts/views';
import { dateText } from '../../lib/dates';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import type { Column } from '../../ui/DataTable';
import { RowActions } from '../../ui/RowActions';

type Acts = { mayPay: boolean; pay: (row: PayoutRowView) => void; open: (row: PayoutRowView) => void };

/** Where a seller wants his money. */
export const payTo = ({ payment_method, pay_to }: PayoutRowView) => {
  if (!payment_method || !pay_to) return 'Not set';
  return payment_method === 'paypal' ? `PayPal ${pay_to}` : `Card •••• ${pay_to}`;
};

const cents = (amount: number) => (amount === 0 ? <span className="muted">{formatCents(0)}</span> : formatCents(amount));

/** `today` is a date on the shop's calendar: what was due before it is late. */
export const payoutColumns = ({ mayPay, pay, open }: Acts, today: string): Column<PayoutRowView>[] => [
  {
    header: 'Store',
    sort: 'store_name',
    wide: true,
    cell: ({ store_name, deleted, overpaidCents }) => (
      <>
        {store_name || '(unknown)'} {deleted && <Badge>Closed</Badge>}
        {overpaidCents > 0 && <Badge tone="warm">Overpaid {formatCents(overpaidCents)}</Badge>}
      </>
    ),
  },
  { header: 'Due', sort: 'due', number: true, cell: ({ dueCents }) => cents(dueCents) },
  {
    header: 'Pay by',
    sort: 'due_since',
    oneLine: true,
    cell: ({ oldestDueOn }) =>
      oldestDueOn ? (
        oldestDueOn < today ? (
          <Badge tone="warm">{dateText(oldestDueOn)}</Badge>
        ) : (
          dateText(oldestDueOn)
        )
      ) : (
        <span className="muted">–</span>
      ),
  },
  { header: 'Owed', sort: 'owed', number: true, cell: ({ owedCents }) => cents(owedCents) },
  { header: 'Paid', sort: 'paid', number: true, cell: ({ paidCents }) => cents(paidCents) },
  { header: 'Pay to', cell: payTo },
  {
    header: 'Actions',
    cell: (row) => (
      <RowActions>
        <Button size="s" aria-label={`History of ${row.store_name}`} onClick={() => open(row)}>
          History
        </Button>
        {mayPay && (
          <Button
            size="s"
            variant="primary"
            disabled={row.dueCents === 0}
            aria-label={`Record payout to ${row.store_name}`}
            onClick={() => pay(row)}
          >
            Record payout
          </Button>
        )}
      </RowActions>
    ),
  },
];
