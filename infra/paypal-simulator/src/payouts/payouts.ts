import { newId, timestamp } from '../ids';
import { fromMinor, type Money, toMinor } from '../money';
import { checkMoney, checkText } from '../requests/field-checks';
import { invalid, missing, notFound, PaypalProblem, unprocessable } from '../requests/problems';
import type { Simulator } from '../simulator';
import type { PayoutBatch, PayoutItem, PayoutStatus } from '../state';

type ItemRequest = {
  recipient_type?: string;
  receiver?: string;
  amount?: { value?: string; currency?: string };
  sender_item_id?: string;
  note?: string;
};
export type PayoutRequest = {
  sender_batch_header?: { sender_batch_id?: string; email_subject?: string; email_message?: string; recipient_type?: string };
  items?: ItemRequest[];
};

const MOST_ITEMS = 15_000;
/** PayPal knows the id of a sender's batch for 30 days. */
const KNOWN_MS = 30 * 24 * 3_600_000;
/** The fee for a payout: 2 %, at most 20 whole units. */
export const payoutFee = (minor: number) => Math.min(2000, Math.round(minor * 0.02));

/**
 * Books a batch and takes amounts and fees from the balance. PayPal then works through the items: the answer does not have them,
 * webhooks and later looks do.
 * @throws PaypalProblem 400 with a link to the first batch for an id of the last 30 days, 422 INSUFFICIENT_FUNDS
 */
export function createPayout(simulator: Simulator, request: PayoutRequest): PayoutBatch {
  const { state, saveEntries } = simulator;
  const header = request.sender_batch_header ?? {};
  checkText(header.sender_batch_id, '/sender_batch_header/sender_batch_id', 256);
  checkText(header.email_subject, '/sender_batch_header/email_subject', 255);
  checkText(header.email_message, '/sender_batch_header/email_message', 1000);
  const items = itemsOf(request);
  const existing = Object.values(state.payouts).find(
    ({ sender_batch_id: id, create_time }) =>
      id !== undefined && id === header.sender_batch_id && Date.now() - Date.parse(create_time) < KNOWN_MS,
  );
  if (existing) throw batchKnown(simulator, existing);

  const spentMinor = items.reduce((sum, { amount }) => sum + toMinor(amount) + payoutFee(toMinor(amount)), 0);
  const funds = fundsOf(simulator);
  if (spentMinor > funds) {
    throw new PaypalProblem(422, 'INSUFFICIENT_FUNDS', 'Sender does not have sufficient funds. Please add funds and retry.');
  }
  setFunds(simulator, funds - spentMinor);
  const batch: PayoutBatch = {
    id: newId(13),
    ...(header.sender_batch_id !== undefined && { sender_batch_id: header.sender_batch_id }),
    status: 'PENDING',
    create_time: timestamp(),
    update_time: timestamp(),
    items,
  };
  state.payouts[batch.id] = batch;
  saveEntries(['payouts', batch.id]);
  return batch;
}

/** Works through the items of a new batch: each goes as `setPayee` says of its receiver, and most are paid. */
export function processPayout(simulator: Simulator, batch: PayoutBatch): void {
  batch.status = 'PROCESSING';
  announceBatch(simulator, batch);
  for (const item of batch.items) {
    const status = simulator.state.account[payee(item.receiver)] ?? 'SUCCESS';
    if (status !== 'PENDING') setStatus(simulator, batch, item, status as PayoutStatus);
  }
  batch.status = 'SUCCESS';
  batch.update_time = timestamp();
  simulator.saveEntries(['payouts', batch.id]);
  announceBatch(simulator, batch);
}

/** PayPal refuses a batch as a whole: nothing of it was paid, and amounts and fees are back. @throws PaypalProblem 404 */
export function denyPayout(simulator: Simulator, id: string): PayoutBatch {
  const batch = findPayout(simulator, id);
  for (const item of batch.items) setStatus(simulator, batch, item, 'FAILED', false);
  batch.status = 'DENIED';
  simulator.saveEntries(['payouts', batch.id]);
  announceBatch(simulator, batch);
  return batch;
}

/** Moves an item into another state, as time, the receiver or PayPal's staff do. @throws PaypalProblem 404 */
export function movePayoutItem(simulator: Simulator, itemId: string, status: PayoutStatus, quiet = false): PayoutItem {
  const { batch, item } = findPayoutItem(simulator, itemId);
  setStatus(simulator, batch, item, status, !quiet);
  return item;
}

/** Gives an unclaimed item back to the sender. @throws PaypalProblem 404, 400 when it is not unclaimed */
export function cancelPayoutItem(simulator: Simulator, itemId: string): PayoutItem {
  const { batch, item } = findPayoutItem(simulator, itemId);
  if (item.status === 'RETURNED') throw new PaypalProblem(400, 'ITEM_ALREADY_CANCELLED', 'Item already cancelled');
  if (item.status !== 'UNCLAIMED') throw new PaypalProblem(400, 'ITEM_INCORRECT_STATUS', 'Item is not unclaimed');
  setStatus(simulator, batch, item, 'RETURNED');
  return item;
}

/** What happens to the next payouts to a receiver. */
export function setPayee({ state, saveEntries }: Simulator, receiver: string, status: PayoutStatus): void {
  state.account[payee(receiver)] = status;
  saveEntries(['account', payee(receiver)]);
}

/** Sets the balance that payouts are paid from, in minor units. */
export function setFunds({ state, saveEntries }: Simulator, minor: number): void {
  state.account.funds = minor;
  saveEntries(['account', 'funds']);
}

/** Without a setting there are ten million whole units. */
export const fundsOf = ({ state }: Simulator) => Number(state.account.funds ?? 1_000_000_000);

const payee = (receiver: string) => `payee ${receiver.toLowerCase()}`;

function itemsOf({ items }: PayoutRequest): PayoutItem[] {
  if (!items || items.length === 0) throw missing('/items');
  if (items.length > MOST_ITEMS)
    throw invalid('INVALID_ARRAY_MAX_ITEMS', 'The number of items is too large.', { field: '/items' });
  const itemIds = new Set<string>();
  return items.map(({ recipient_type: type = 'EMAIL', receiver, amount, sender_item_id: senderItemId, note }, i) => {
    const at = `/items/${i}`;
    if (!receiver) throw missing(`${at}/receiver`);
    checkText(receiver, `${at}/receiver`, 127);
    checkText(senderItemId, `${at}/sender_item_id`, 63);
    checkText(note, `${at}/note`, 4000);
    if (type !== 'EMAIL') throw unprocessable('RECIPIENT_TYPE_NOT_SUPPORTED', 'The simulator pays to e-mail addresses only.');
    const money = checkMoney({ currency_code: amount?.currency, value: amount?.value }, `${at}/amount`);
    if (toMinor(money) === 0) throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', 'Must be greater than zero.');
    if (senderItemId !== undefined && itemIds.has(senderItemId))
      throw new PaypalProblem(400, 'DUPLICATE_ITEM', 'Duplicate sender_item_id in the batch.');
    if (senderItemId !== undefined) itemIds.add(senderItemId);
    return {
      id: newId(13),
      transaction_id: newId(),
      receiver,
      ...(senderItemId !== undefined && { sender_item_id: senderItemId }),
      amount: money,
      status: 'PENDING',
      moves: [],
    };
  });
}

const batchKnown = ({ publicUrl }: Simulator, batch: PayoutBatch) =>
  new PaypalProblem(
    400,
    'USER_BUSINESS_ERROR',
    'User business error.',
    [{ issue: 'Batch with given sender_batch_id already exists', description: 'Duplicate sender_batch_id' }],
    [{ href: `${publicUrl}/v1/payments/payouts/${batch.id}`, rel: 'self', method: 'GET' }],
  );

const BACK: readonly PayoutStatus[] = ['FAILED', 'RETURNED', 'REVERSED', 'REFUNDED'];
/** What was never paid costs no fee. */
export const FREE: readonly PayoutStatus[] = ['FAILED', 'RETURNED'];

const ANNOUNCED: Partial<Record<PayoutStatus, string>> = {
  SUCCESS: 'SUCCEEDED',
  ONHOLD: 'HELD',
  UNCLAIMED: 'UNCLAIMED',
  BLOCKED: 'BLOCKED',
  FAILED: 'FAILED',
  RETURNED: 'RETURNED',
  REFUNDED: 'REFUNDED',
  REVERSED: 'REFUNDED',
};

function setStatus(simulator: Simulator, batch: PayoutBatch, item: PayoutItem, status: PayoutStatus, tell = true) {
  const wasBack = BACK.includes(item.status);
  item.status = status;
  item.moves.push({ status, at: timestamp() });
  if (BACK.includes(status) && !wasBack) {
    const minor = toMinor(item.amount);
    setFunds(simulator, fundsOf(simulator) + minor + (FREE.includes(status) ? payoutFee(minor) : 0));
  }
  simulator.saveEntries(['payouts', batch.id]);
  const announced = ANNOUNCED[status];
  if (tell && announced)
    simulator.emit(
      `PAYMENT.PAYOUTS-ITEM.${announced}`,
      'payouts_item',
      payoutItemView(batch, item),
      `A payout item is ${announced.toLowerCase()}`,
    );
}

function announceBatch(simulator: Simulator, batch: PayoutBatch) {
  simulator.emit(
    `PAYMENT.PAYOUTSBATCH.${batch.status}`,
    'payouts',
    { batch_header: headerOf(batch) },
    `Payouts batch is ${batch.status.toLowerCase()}`,
  );
}

/** @throws PaypalProblem 404 */
export function findPayout({ state }: Simulator, id: string): PayoutBatch {
  const batch = state.payouts[id];
  if (!batch) throw notFound();
  return batch;
}

/** @throws PaypalProblem 404 */
export function findPayoutItem({ state }: Simulator, itemId: string): { batch: PayoutBatch; item: PayoutItem } {
  for (const batch of Object.values(state.payouts)) {
    const item = batch.items.find(({ id }) => id === itemId);
    if (item) return { batch, item };
  }
  throw notFound();
}

const money = ({ currency_code: currency, value }: Money) => ({ currency, value });

const headerOf = (batch: PayoutBatch) => {
  const currency = batch.items[0]?.amount.currency_code ?? 'USD';
  const sum = (minorOf: (minor: number) => number) =>
    money(
      fromMinor(
        currency,
        batch.items.reduce((total, { amount }) => total + minorOf(toMinor(amount)), 0),
      ),
    );
  return {
    payout_batch_id: batch.id,
    batch_status: batch.status,
    time_created: batch.create_time,
    ...(batch.status === 'SUCCESS' && { time_completed: batch.update_time }),
    sender_batch_header: { ...(batch.sender_batch_id !== undefined && { sender_batch_id: batch.sender_batch_id }) },
    amount: sum((minor) => minor),
    fees: sum(payoutFee),
  };
};

/** The answer to a new batch, without its items. */
export const payoutCreatedView = ({ publicUrl }: Simulator, batch: PayoutBatch) => ({
  batch_header: {
    payout_batch_id: batch.id,
    batch_status: 'PENDING',
    sender_batch_header: headerOf(batch).sender_batch_header,
  },
  links: [{ href: `${publicUrl}/v1/payments/payouts/${batch.id}`, rel: 'self', method: 'GET' }],
});

/** A batch with a page of its items. */
export function payoutView(simulator: Simulator, batch: PayoutBatch, query: Record<string, unknown>) {
  const number = (name: string, otherwise: number) => Math.max(1, Math.floor(Number(query[name])) || otherwise);
  const [page, size] = [number('page', 1), Math.min(1000, number('page_size', 1000))];
  return {
    ...(query.total_required === 'true' && {
      total_items: batch.items.length,
      total_pages: Math.ceil(batch.items.length / size),
    }),
    batch_header: headerOf(batch),
    items: batch.items.slice((page - 1) * size, page * size).map((item) => payoutItemView(batch, item)),
    links: [{ href: `${simulator.publicUrl}/v1/payments/payouts/${batch.id}`, rel: 'self', method: 'GET' }],
  };
}

const ERRORS: Partial<Record<PayoutStatus, { name: string; message: string }>> = {
  UNCLAIMED: { name: 'RECEIVER_UNREGISTERED', message: 'Receiver is unregistered' },
  ONHOLD: { name: 'RECEIVER_ACCOUNT_LIMITATION', message: "Receiver's account is limited" },
  FAILED: { name: 'RECEIVER_ACCOUNT_LOCKED', message: "Receiver's account is locked" },
};

export function payoutItemView(batch: PayoutBatch, item: PayoutItem) {
  const minor = toMinor(item.amount);
  const error = ERRORS[item.status];
  return {
    payout_item_id: item.id,
    ...(item.status !== 'PENDING' && { transaction_id: item.transaction_id }),
    transaction_status: item.status,
    payout_batch_id: batch.id,
    ...(batch.sender_batch_id !== undefined && { sender_batch_id: batch.sender_batch_id }),
    payout_item_fee: money(fromMinor(item.amount.currency_code, FREE.includes(item.status) ? 0 : payoutFee(minor))),
    payout_item: {
      recipient_type: 'EMAIL',
      receiver: item.receiver,
      amount: money(item.amount),
      ...(item.sender_item_id !== undefined && { sender_item_id: item.sender_item_id }),
    },
    ...(error && { errors: error }),
    time_processed: item.moves.at(-1)?.at ?? batch.create_time,
  };
}
