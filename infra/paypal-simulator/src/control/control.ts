import { findCapture, settlePending } from '../payments/captures';
import { age, moveDispute, openDispute, resolveDispute, type DisputeEnd, type DisputeRequest } from '../payments/disputes';
import type { Faults } from '../requests/faults';
import { ledger, type Ledger, type RequestLog } from '../requests/ledger';
import { type Approval, approveOrder, voidOrder } from '../orders/orders';
import { denyPayout, fundsOf, movePayoutItem, setFunds, setPayee } from '../payouts/payouts';
import { type ControlledRefund, refundCapture, refundView, settleRefund } from '../payments/refunds';
import type { Simulator } from '../simulator';
import type { RequestIds } from '../requests/request-ids';
import type { Dispute, PayoutStatus } from '../state';
import type { Tokens } from '../requests/tokens';
import type { Webhooks } from '../webhooks/webhooks';

/** Events outside the API, caused by the payer, PayPal's staff or bad luck. The calls under `/sim/*` use the same functions. */
export function createControl(
  simulator: Simulator,
  parts: { faults: Faults; tokens: Tokens; webhooks: Webhooks; log: RequestLog; requestIds: RequestIds },
) {
  return {
    addFault: parts.faults.add,
    faults: parts.faults.list,
    clearFaults: parts.faults.clear,
    approve: (orderId: string, options: Approval = {}) => approveOrder(simulator, orderId, options),
    voidOrder: (orderId: string) => voidOrder(simulator, orderId),
    /** PayPal no longer knows the order: every later call answers 404. */
    forgetOrder(orderId: string) {
      delete simulator.state.orders[orderId];
      simulator.saveEntries(['orders', orderId]);
    },
    completeCapture: (captureId: string) => settlePending(simulator, captureId, 'COMPLETED'),
    denyCapture: (captureId: string) => settlePending(simulator, captureId, 'DECLINED'),
    /** The merchant refunds on PayPal's own pages. The shop learns of it only by webhook. */
    refund: (captureId: string, request: ControlledRefund = {}) =>
      refundView(simulator, refundCapture(simulator, findCapture(simulator, captureId), { quiet: false, ...request })),
    completeRefund: (refundId: string) => refundView(simulator, settleRefund(simulator, refundId, 'COMPLETED')),
    failRefund: (refundId: string) => refundView(simulator, settleRefund(simulator, refundId, 'FAILED')),
    /** The payer disputes a payment. With `quiet` the shop learns of it only by asking. */
    dispute: (captureId: string, request: DisputeRequest = {}) => openDispute(simulator, captureId, request),
    moveDispute: (disputeId: string, changes: Partial<Pick<Dispute, 'stage' | 'status'>>) =>
      moveDispute(simulator, disputeId, changes),
    resolveDispute: (disputeId: string, end: DisputeEnd = {}) => resolveDispute(simulator, disputeId, end),
    /** Moves everything that has happened some hours into the past. */
    age: (hours: number) => age(simulator, hours),
    /** Sets the balance that payouts are paid from, in minor units. */
    setFunds: (minor: number) => setFunds(simulator, minor),
    /** The state that payouts to this address get; `PENDING` leaves them to `movePayoutItem`. */
    setPayee: (receiver: string, status: PayoutStatus) => setPayee(simulator, receiver, status),
    /** With `quiet` there is no webhook. */
    movePayoutItem: (itemId: string, status: PayoutStatus, quiet = false) => movePayoutItem(simulator, itemId, status, quiet),
    denyPayout: (batchId: string) => denyPayout(simulator, batchId),
    /** PayPal forgets the request ids of payouts, so that a repeated batch is known by its own id alone. */
    forgetPayoutRequests: () => parts.requestIds.forget('payout'),
    replayWebhook: parts.webhooks.replay,
    revokeTokens: parts.tokens.revokeAll,
    ledger: (): Ledger => ledger(simulator.state, fundsOf(simulator), parts.log),
  };
}

export type PaypalControl = ReturnType<typeof createControl>;
