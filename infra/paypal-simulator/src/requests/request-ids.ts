import type { Operation } from './faults';
import { inProgress, unprocessable } from './problems';
import type { SaveEntries, State } from '../state';

const HOUR = 3_600_000;

/** PayPal keeps the request ids of orders for 6 hours, those of payments for 45 days and those of payouts for 30. */
const KEPT: Partial<Record<Operation, number>> = {
  create: 6 * HOUR,
  capture: 6 * HOUR,
  refund: 45 * 24 * HOUR,
  payout: 30 * 24 * HOUR,
};

/**
 * Remembers PayPal-Request-Ids: the same id on the same object never does the work twice.
 * @throws PaypalProblem while a call with that id is still in flight
 */
export function createRequestIds(state: State, saveEntries: SaveEntries) {
  const inFlight = new Set<string>();

  return {
    /** PayPal no longer knows the ids of an operation. */
    forget(operation: Operation) {
      for (const key of Object.keys(state.requestIds))
        if (key.startsWith(`${operation} `)) {
          delete state.requestIds[key];
          saveEntries(['requestIds', key]);
        }
    },
    begin(operation: Operation, path: string, requestId: string) {
      const key = `${operation} ${path} ${requestId}`;
      if (inFlight.has(key)) throw operation === 'capture' ? completionInProgress() : inProgress();
      inFlight.add(key);

      const earlier = state.requestIds[key];
      const isKnown = earlier && Date.now() - earlier.at < (KEPT[operation] ?? 0);
      return {
        madeBefore: isKnown ? earlier.madeId : undefined,
        made(madeId: string) {
          state.requestIds[key] = { madeId, at: Date.now() };
          saveEntries(['requestIds', key]);
        },
        end: () => inFlight.delete(key),
      };
    },
  };
}

export type RequestIds = ReturnType<typeof createRequestIds>;

const completionInProgress = () =>
  unprocessable('ORDER_COMPLETION_IN_PROGRESS', 'Order completion is in progress. Please try again after some time.');
