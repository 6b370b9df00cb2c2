import { currentRequest, isError } from '@shop/http';
import pino, { type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/** Personal data and secrets by the names of their fields, written in any way: `last_name`, `lastName`, `Set-Cookie`. */
const PRIVATE = /mail|password|token|secret|authorization|cookie|credential|cardnumber|firstname|lastname|phone|verificationcode/;
const PRIVATE_ALONE = new Set(['name', 'code', 'address']);
const DEEPEST = 8;

/** JSON lines in UTC with the service's name, to stdout or `destination`; personal data are cut out wherever they lie. */
export function createLog(service: string, level = 'info', destination?: DestinationStream): Log {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { log: withoutPrivate, bindings: withoutPrivate },
    serializers: { err: factsOf },
    mixin: ofCurrentRequest,
  };
  return destination ? pino(options, destination) : pino(options);
}

/** By which lines of one request are found, in all parts and in its trace. */
function ofCurrentRequest() {
  const { requestId, span } = currentRequest.getStore() ?? {};
  return { ...(requestId ? { requestId } : {}), ...(span ? { traceId: span.traceId } : {}) };
}

/** A log file for several services of one process. */
export const logFile = (path: string): DestinationStream => pino.destination({ dest: path, mkdir: true, sync: false });

type Facts = Record<string, unknown>;

const isPrivate = (key: string) => {
  const plain = key.replace(/[_-]/g, '').toLowerCase();
  return PRIVATE_ALONE.has(plain) || PRIVATE.test(plain);
};

const withoutPrivate = (facts: Facts): Facts =>
  Object.fromEntries(
    Object.entries(facts)
      .filter(([key]) => !isPrivate(key))
      .map(([key, value]) => [key, key === 'err' ? value : cleaned(value, DEEPEST)]),
  );

function cleaned(value: unknown, depth: number): unknown {
  if (typeof value === 'bigint') return String(value);
  if (isError(value)) return factsOf(value);
  if (typeof value === 'string') return withoutQuotes(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth === 0) return '…';
  if (Array.isArray(value)) return value.map((one) => cleaned(one, depth - 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !isPrivate(key))
      .map(([key, inner]) => [key, cleaned(inner, depth - 1)]),
  );
}

/** What other programs quote in a sentence: an address (of a person, or with a password in it), JSON, and values that Postgres cannot read. */
const withoutQuotes = (text: string): string =>
  text
    .replace(/[^\s<>"'(),;/]+@/g, '…@')
    .replace(/, (\.\.\.)?".*(?= is not valid JSON)/gs, ', "…"')
    .replace(/((?:invalid input|out of range)[^\n"]*: )".*"/g, '$1"…"');

/** What an error is and where it comes from; of its other properties (a query's parameters, a request's body) only a system's code. */
function factsOf(error: unknown, depth = 3): unknown {
  if (!isError(error)) return cleaned(error, depth);
  const { code, errors } = error as { code?: unknown; errors?: unknown };
  return {
    type: error.constructor.name,
    message: withoutQuotes(error.message),
    stack: error.stack && withoutQuotes(error.stack),
    ...(typeof code === 'string' ? { errorCode: code } : {}),
    ...(depth > 0 && error.cause !== undefined ? { cause: factsOf(error.cause, depth - 1) } : {}),
    ...(depth > 0 && Array.isArray(errors) ? { errors: errors.map((one) => factsOf(one, depth - 1)) } : {}),
  };
}
