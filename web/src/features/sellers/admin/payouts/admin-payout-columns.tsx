import { formatCents } from '@shop/contracts/pricing';
import { dateText } from '@shop/contracts/times';
import type { PayoutRowView } from '@shop/contracts/views';
import { Badge } from '#ui/display/Badge.tsx';
import { Button } from '#ui/action/Button.tsx';
import type { Column } from '#ui/table/DataTable.tsx';
import { RowActions } from '#ui/table/RowActions.tsx';

type Act = (row: PayoutRowView) => void;
type Acts = { mayPay: boolean; pay: Act; open: Act; showCard: Act };

export const payTo = ({ payment_method, pay_to }: PayoutRowView) => {
  if (!payment_method || !pay_to) return 'Not set';
  return payment_method === 'paypal' ? `PayPal ${pay_to}` : `Card •••• ${pay_to}`;
};

export const isDue = ({ dueCents }: PayoutRowView) => dueCents > 0;
export const isPaidToCard = ({ payment_method, pay_to }: PayoutRowView) => payment_method === 'card' && Boolean(pay_to);

const cents = (amount: number) => (amount === 0 ? <span className="muted">{formatCents(0)}</span> : formatCents(amount));

/** The columns of the payouts. `today` is a date on the shop's calendar; an earlier due day is late. */
export const payoutColumns = ({ mayPay, pay, open, showCard }: Acts, today: string): Column<PayoutRowView>[] => [
  {
    header: 'Store',
    sort: 'store_name',
    wide: true,
    typed: true,
    cell: ({ store_name, deleted }) => (
      <>
        <bdi>{store_name || '(unknown)'}</bdi> {deleted && <Badge>Closed</Badge>}
      </>
    ),
    under: [
      {
        header: 'Pay to',
        typed: true,
        cell: (row) => (
          <>
            {payTo(row)}{' '}
            {mayPay && isPaidToCard(row) && (
              <Button size="s" aria-label={`Show card number of ${row.store_name}`} onClick={() => showCard(row)}>
                Show card number
              </Button>
            )}
          </>
        ),
      },
    ],
  },
  {
    header: 'Due',
    sort: 'due',
    number: true,
    cell: ({ dueCents }) => cents(dueCents),
    under: [
      {
        header: 'Subsidised by the house',
        cell: ({ subsidyCents }) => (subsidyCents > 0 ? formatCents(subsidyCents) : null),
      },
    ],
  },
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
  {
    header: 'Paid',
    sort: 'paid',
    number: true,
    cell: ({ paidCents }) => cents(paidCents),
    under: [
      {
        header: 'On hold',
        cell: ({ heldCents }) => (heldCents > 0 ? <Badge tone="warm">{formatCents(heldCents)}</Badge> : null),
      },
      {
        header: 'Overpaid',
        cell: ({ overpaidCents }) => (overpaidCents > 0 ? <Badge tone="warm">{formatCents(overpaidCents)}</Badge> : null),
      },
    ],
  },
  {
    header: 'Actions',
    cell: (row) => (
      <RowActions
        what={row.store_name}
        actions={[
          mayPay && {
            text: 'Record payout',
            name: `Record payout to ${row.store_name}`,
            primary: isDue(row),
            onClick: () => pay(row),
          },
          { text: 'History', name: `History of ${row.store_name}`, onClick: () => open(row) },
        ]}
      />
    ),
  },
];
