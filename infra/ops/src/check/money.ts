import { everyRow, rowIn, type Invariant, type Judge } from './invariant';

const paidOrder: Judge = (rows) => {
  const order = rowIn(rows, 'orders.paid-orders');
  // Without a paid order, the row is a mail that somebody asked for again.
  if (!order) return null;
  const about = `order ${Number(order.order_id)}`;
  if (order.payment !== true) return `${about} has no payment`;
  if (order.unclaimed !== 0) return `${about} does not have its tracks`;
  if (order.uncontracted !== 0) return `${about} has no contract`;
  return order.mailed === true && !rowIn(rows, 'notifications.order-mails') ? `${about} has no mail` : null;
};

const sale: Judge = (rows) => {
  const [orderSale, ledgerSale] = [rowIn(rows, 'orders.sales'), rowIn(rows, 'sellers.sales')];
  if (!orderSale) return 'is booked, and no paid order has it';
  if (!ledgerSale) return 'is not in the ledger';
  if (orderSale.seller_id !== ledgerSale.seller_id) return 'is booked for another seller';
  if (orderSale.paid_cents !== ledgerSale.paid_cents) return 'is booked with another amount';
  if (orderSale.refunded !== ledgerSale.refunded)
    return orderSale.refunded ? 'was refunded and still counts' : 'counts no more and was not refunded';
  return null;
};

export const MONEY: Invariant[] = [
  {
    name: 'sold-once',
    says: 'A track is sold once.',
    from: ['orders.sold-twice'],
    judge: everyRow('is sold more than once'),
  },
  {
    name: 'payment-has-order',
    says: 'There is no payment without an order that is paid by it, or was refunded.',
    from: ['orders.payments-astray'],
    judge: everyRow('has a payment and is not paid'),
  },
  {
    name: 'paid-order-is-whole',
    says: 'An order that is paid has its payment, its tracks, a contract for each and a mail.',
    from: ['orders.paid-orders', 'notifications.order-mails'],
    judge: () => paidOrder,
  },
  {
    name: 'invoices-are-gapless',
    says: 'The invoices of a year have the numbers from 1 on, each once, and so have its credit notes.',
    from: ['orders.invoice-numbers-astray'],
    judge: everyRow('has a gap or a double among its numbers'),
  },
  {
    name: 'order-has-invoice',
    says: 'An order that was paid since the shop writes invoices has one, and its credit notes take back no more than that.',
    from: ['orders.invoices-astray'],
    judge: everyRow('has no invoice, or more was credited than invoiced'),
  },
  {
    name: 'sale-is-booked',
    says: 'Each paid track of a seller is in the ledger once, with its amount, and each refund is too.',
    from: ['orders.sales', 'sellers.sales'],
    judge: () => sale,
  },
  {
    name: 'ledger-balances',
    says: 'Each transaction of the ledger sums to zero.',
    from: ['sellers.out-of-balance'],
    judge: everyRow('does not sum to zero'),
  },
  {
    name: 'balances-are-sums',
    says: 'The balance of each seller is the sum of its entries.',
    from: ['sellers.balances-astray'],
    judge: everyRow('has a balance that its entries do not come to'),
  },
  {
    name: 'payouts-are-booked',
    says: 'What left in batches of payouts is in the ledger once, and what came back is booked back.',
    from: ['sellers.payouts-astray'],
    judge: everyRow('has another amount in the ledger than PayPal has paid'),
  },
  {
    name: 'line-is-paid-once',
    says: 'A line of the ledger is in one payout at most, until that one came to nothing.',
    from: ['sellers.lines-in-two-payouts'],
    judge: everyRow('is in more than one payout'),
  },
  {
    name: 'mail-is-sent-once',
    says: 'No mail is there or was sent twice.',
    from: ['notifications.mails-twice', 'notifications.mails-sent-twice'],
    judge: everyRow('is there or was sent twice'),
  },
];
