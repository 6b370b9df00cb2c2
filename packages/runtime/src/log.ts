import { appendFileSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { currentRequest, isError } from '@shop/http';
import pino, { type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/** Fields with personal data or secrets, by their names in any spelling: `last_name`, `lastName`, `Set-Cookie`. */
const PRIVATE = /mail|password|token|secret|authorization|cookie|credential|cardnumber|firstname|lastname|phone|verificationcode/;
const PRIVATE_ALONE = new Set(['name', 'code', 'address']);
const DEEPEST = 8;

/** A log of JSON lines in UTC with the service's name, to stdout or `destination`. Personal data are removed at any depth. */
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

/** The ids that connect the log lines of one request in all services with its trace. */
function ofCurrentRequest() {
  const { requestId, span } = currentRequest.getStore() ?? {};
  return { ...(requestId ? { requestId } : {}), ...(span ? { traceId: span.traceId } : {}) };
}

/**
 * A log file that several services of one process share. What cannot be written, because the disk is full, is lost, and stops
 * nobody. @throws Error when the file cannot be opened
 */
export function logFile(path: string): DestinationStream {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'a');
  let isWhole = true;
  return {
    // Not pino's own stream of a file, which at the end of the process would try for ever to write what waits.
    write(line: string) {
      try {
        // The disk may have taken a part of the line before.
        appendFileSync(file, isWhole ? line : `\n${line}`);
        isWhole = true;
      } catch {
        isWhole = false;
      }
    },
  };
}

type Facts = Record<string, unknown>;

const isPrivate = (key: string) => {
  const plain = key.replace(/[_-]/g, '').toLowerCase();
  return PRIVATE_ALONE.has(plain) || PRIVATE.test(plain);
};

const withoutPrivate = (facts: Facts): Facts =>
  Object.fromEntries(
    Object.entries(facts)
      .filter(([key]) => !isPrivate(key))
      .map(([key, value]) => [key, key === 'err' ? value : clean(value, DEEPEST)]),
  );

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'bigint') return String(value);
  if (isError(value)) return factsOf(value);
  if (typeof value === 'string') return withoutQuotes(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth === 0) return '…';
  if (Array.isArray(value)) return value.map((element) => clean(element, depth - 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !isPrivate(key))
      .map(([key, inner]) => [key, clean(inner, depth - 1)]),
  );
}

/** Longer texts are cut, because their message is at the beginning and the patterns below must not take long. */
const LONGEST = 8000;

/**
 * A text without the values that other programs quote in errors: addresses (of a person, or with a password in them), JSON, and
 * values that Postgres cannot read.
 */
const withoutQuotes = (text: string): string => {
  const plain = text.replace(/[^\s<>"'(),;/]+/g, (word) => word.replace(/^.*@/s, '…@'));
  return (plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain)
    .replace(/, (\.\.\.)?".{0,1000}(?= is not valid JSON)/gs, ', "…"')
    .replace(/((?:invalid input|out of range)[^\n"]{0,100}: )".*("|…$)/g, '$1"…"');
};

/** The kind, message and stack of an error. Only a system's code is added, because other properties may be personal. */
function factsOf(error: unknown, depth = 3): unknown {
  if (!isError(error)) return clean(error, depth);
  const { code, errors } = error as { code?: unknown; errors?: unknown };
  return {
    type: error.constructor.name,
    message: withoutQuotes(error.message),
    stack: error.stack && withoutQuotes(error.stack),
    ...(typeof code === 'string' ? { errorCode: code } : {}),
    ...(depth > 0 && error.cause !== undefined ? { cause: factsOf(error.cause, depth - 1) } : {}),
    ...(depth > 0 && Array.isArray(errors) ? { errors: errors.map((nestedError) => factsOf(nestedError, depth - 1)) } : {}),
  };
}
