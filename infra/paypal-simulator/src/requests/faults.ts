import { fromMinor, type Money, toMinor } from '../money';

export const OPERATIONS = [
  'token',
  'create',
  'get',
  'capture',
  'refund',
  'verify',
  'report',
  'evidence',
  'accept',
  'dispute-act',
  'payout',
  'payout-get',
  'payout-cancel',
] as const;
export type Operation = (typeof OPERATIONS)[number];

const WITH_MONEY: readonly Operation[] = ['create', 'get', 'capture', 'refund'];

/** The operations that each fault can strike. */
export const FAULTS = {
  'drop-answer': OPERATIONS,
  'error-500': OPERATIONS,
  'error-500-after': OPERATIONS,
  'rate-limited': OPERATIONS,
  malformed: OPERATIONS,
  hang: OPERATIONS,
  decline: ['token', 'create', 'capture', 'refund', 'verify', 'evidence', 'accept', 'dispute-act', 'payout'],
  pending: ['capture', 'refund'],
  'declined-capture': ['capture'],
  'wrong-amount': WITH_MONEY,
  'wrong-currency': WITH_MONEY,
  'wrong-custom-id': WITH_MONEY,
} satisfies Record<string, readonly Operation[]>;
export type FaultKind = keyof typeof FAULTS;

export type Fault = {
  operation: Operation;
  fault: FaultKind;
  /** How many more calls the fault strikes. */
  count: number | 'always';
  /** Only for `hang`: how many milliseconds the answer is held back. */
  ms: number;
};

export class FaultRefused extends Error {}

/** The faults that wait for their call. Counted faults strike first, the oldest before the others, then the permanent one. */
export function createFaults() {
  let waiting: Fault[] = [];

  return {
    list: () => waiting,

    clear(operation?: Operation) {
      waiting = operation ? waiting.filter((fault) => fault.operation !== operation) : [];
    },

    /** @throws FaultRefused when the fault is unknown or cannot strike that operation */
    add(request: { operation: string; fault: string; count?: number | 'always'; ms?: number }): Fault {
      const { count = 1, ms = 60_000 } = request;
      const strikes: readonly string[] | undefined = FAULTS[request.fault as FaultKind];
      if (!strikes) throw new FaultRefused(`No fault "${request.fault}". Known: ${Object.keys(FAULTS).join(', ')}.`);
      if (!strikes.includes(request.operation)) {
        throw new FaultRefused(`"${request.fault}" cannot strike "${request.operation}", only ${strikes.join(', ')}.`);
      }
      if (count !== 'always' && !(Number.isInteger(count) && count > 0)) {
        throw new FaultRefused('count is a whole number above zero, or "always".');
      }
      if (!(Number.isFinite(ms) && ms >= 0)) throw new FaultRefused('ms is a number of milliseconds.');

      const fault: Fault = { operation: request.operation as Operation, fault: request.fault as FaultKind, count, ms };
      waiting.push(fault);
      return fault;
    },

    take(operation: Operation): Fault | undefined {
      const candidates = waiting.filter((entry) => entry.operation === operation);
      const fault = candidates.find((entry) => entry.count !== 'always') ?? candidates[0];
      if (!fault || fault.count === 'always') return fault;
      fault.count -= 1;
      if (fault.count === 0) waiting = waiting.filter((entry) => entry !== fault);
      return fault;
    },
  };
}

export type Faults = ReturnType<typeof createFaults>;

/** A copy with one fact changed: a cent less, another currency, or somebody else's `custom_id`. */
export function distort<T extends { amount: Money; custom_id?: string }>(thing: T, fault?: FaultKind): T {
  const { currency_code: currency } = thing.amount;
  if (fault === 'wrong-amount') {
    const minor = toMinor(thing.amount);
    return { ...thing, amount: { ...thing.amount, ...fromMinor(currency, minor > 1 ? minor - 1 : minor + 1) } };
  }
  if (fault === 'wrong-currency') {
    return { ...thing, amount: { ...thing.amount, currency_code: currency === 'EUR' ? 'USD' : 'EUR' } };
  }
  if (fault === 'wrong-custom-id') return { ...thing, custom_id: 'somebody-elses-order' };
  return thing;
}
