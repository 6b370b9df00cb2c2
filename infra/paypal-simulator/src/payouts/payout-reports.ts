import { fromMinor, toMinor, type Money } from '../money';
import type { PayoutBatch, PayoutItem, PayoutStatus } from '../state';
import { FREE, payoutFee } from './payouts';

const PAYOUT = 'T0001';
const FEE = 'T0104';
const HOLD = 'T1503';
const HOLD_ENDED = 'T1105';
const REVERSAL = 'T1114';
const REFUND = 'T1115';

const BACK: Partial<Record<PayoutStatus, string>> = {
  RETURNED: REVERSAL,
  FAILED: REVERSAL,
  REVERSED: REVERSAL,
  REFUNDED: REFUND,
};

const negative = (amount: Money): Money => ({ ...amount, value: `-${amount.value}` });
const reportTime = (time: string) => time.replace(/Z$/, '+0000');

/** The lines of a batch in PayPal's report: the hold at its start and the end of the hold, each payout with its fee, and what came back. */
export function ofPayout(batch: PayoutBatch) {
  const currency = batch.items[0]?.amount.currency_code ?? 'USD';
  const total = fromMinor(
    currency,
    batch.items.reduce((sum, { amount }) => sum + toMinor(amount), 0),
  );
  const line = (id: string, code: string, amount: Money, at: string, reference?: string) => ({
    transaction_id: id,
    ...(reference && { paypal_reference_id: reference, paypal_reference_id_type: 'TXN' }),
    transaction_event_code: code,
    transaction_initiation_date: reportTime(at),
    transaction_updated_date: reportTime(at),
    transaction_amount: amount,
    transaction_status: 'S',
  });
  return [
    line(`${batch.id}-H`, HOLD, negative(total), batch.create_time),
    line(`${batch.id}-R`, HOLD_ENDED, total, batch.create_time),
    ...batch.items.flatMap((item) => [
      line(item.transaction_id, PAYOUT, negative(item.amount), batch.create_time),
      ...fees(item).map((amount) =>
        line(`${item.transaction_id}-F`, FEE, negative(amount), batch.create_time, item.transaction_id),
      ),
      ...item.moves.flatMap(({ status, at }) => {
        const code = BACK[status];
        return code ? [line(`${item.transaction_id}-B`, code, item.amount, at, item.transaction_id)] : [];
      }),
    ]),
  ];
}

const fees = ({ amount, status }: PayoutItem) =>
  FREE.includes(status) ? [] : [fromMinor(amount.currency_code, payoutFee(toMinor(amount)))];
