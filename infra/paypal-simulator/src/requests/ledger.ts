import type { FaultKind, Operation } from './faults';
import type { Capture, Dispute, Order, PayoutBatch, Refund, State, WebhookRecord } from '../state';

export type LoggedRequest = {
  at: string;
  operation: Operation;
  method: string;
  path: string;
  requestId?: string;
  /** The order of a create that succeeded, a get or a capture. */
  orderId?: string;
  /** The status of the answer; `dropped` when the connection was closed instead. */
  status?: number | 'dropped';
  /** Whether the request id was known, so that nothing was done again. */
  replay: boolean;
  fault?: FaultKind;
};

export type Ledger = {
  orders: Order[];
  captures: Capture[];
  refunds: Refund[];
  disputes: Dispute[];
  payouts: PayoutBatch[];
  /** What is left of the balance for payouts, in minor units. */
  funds: number;
  webhooks: WebhookRecord[];
  /** Every call of the API since the start, oldest first. */
  requests: LoggedRequest[];
};

const LOGGED = 20_000;

export function createRequestLog() {
  const requests: LoggedRequest[] = [];
  return {
    requests,
    add(entry: LoggedRequest) {
      requests.push(entry);
      if (requests.length > LOGGED) requests.splice(0, requests.length - LOGGED);
      return entry;
    },
  };
}

export type RequestLog = ReturnType<typeof createRequestLog>;

/** Everything that the simulator knows, for tests ("never two captures") and for the control page. */
export const ledger = (state: State, funds: number, { requests }: RequestLog): Ledger => ({
  orders: Object.values(state.orders),
  captures: Object.values(state.captures),
  refunds: Object.values(state.refunds),
  disputes: Object.values(state.disputes),
  payouts: Object.values(state.payouts),
  funds,
  webhooks: Object.values(state.webhooks),
  requests,
});
