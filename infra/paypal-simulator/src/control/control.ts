import { findCapture, settlePending } from '../payments/captures';
import { age, openDispute, resolveDispute, type DisputeRequest } from '../payments/disputes';
import type { Faults } from '../requests/faults';
import { ledger, type Ledger, type RequestLog } from '../requests/ledger';
import { type Approval, approveOrder, voidOrder } from '../orders/orders';
import { type ControlledRefund, refundCapture, refundView } from '../payments/refunds';
import type { Simulator } from '../simulator';
import type { Tokens } from '../requests/tokens';
import type { Webhooks } from '../webhooks/webhooks';

/** Events outside the API, caused by the payer, PayPal's staff or bad luck. The calls under `/sim/*` use the same functions. */
export function createControl(
  simulator: Simulator,
  parts: { faults: Faults; tokens: Tokens; webhooks: Webhooks; log: RequestLog },
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
      simulator.keep(['orders', orderId]);
    },
    completeCapture: (captureId: string) => settlePending(simulator, captureId, 'COMPLETED'),
    denyCapture: (captureId: string) => settlePending(simulator, captureId, 'DECLINED'),
    /** The merchant refunds on PayPal's own pages. The shop learns of it only by webhook. */
    refund: (captureId: string, request: ControlledRefund = {}) =>
      refundView(simulator, refundCapture(simulator, findCapture(simulator, captureId), request)),
    /** The payer disputes a payment. The shop learns of it only by asking. */
    dispute: (captureId: string, request: DisputeRequest = {}) => openDispute(simulator, captureId, request),
    resolveDispute: (disputeId: string) => resolveDispute(simulator, disputeId),
    /** Moves everything that has happened some hours into the past. */
    age: (hours: number) => age(simulator, hours),
    replayWebhook: parts.webhooks.replay,
    revokeTokens: parts.tokens.revokeAll,
    ledger: (): Ledger => ledger(simulator.state, parts.log),
  };
}

export type PaypalControl = ReturnType<typeof createControl>;
