import type { ServerResponse } from 'node:http';
import { types } from 'node:util';
import { z } from 'zod';

const STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'too-slow': 408,
  conflict: 409,
  gone: 410,
  precondition: 412,
  'too-large': 413,
  unsupported: 415,
  unprocessable: 422,
  locked: 423,
  'too-many': 429,
  checksum: 460,
  unavailable: 503,
  'no-room': 507,
} as const;

type Extra = { field?: string; details?: unknown; retryAfterSeconds?: number };

/**
 * A refusal that the caller can act on. `kind` picks the status, `code` is for programs, `message` for people. Any other thrown error is
 * a bug.
 */
export class Refusal extends Error {
  constructor(
    readonly kind: keyof typeof STATUS,
    readonly code: string,
    message: string,
    readonly extra: Extra = {},
  ) {
    super(message);
  }
  get status(): number {
    return STATUS[this.kind];
  }
}

/** 400 for an input; names the field. */
export const invalid = (field: string, message: string) => new Refusal('invalid', 'invalid', message, { field });
/** 401 for a call that needs a session. */
export const unauthenticated = (message = 'Please log in.') => new Refusal('unauthenticated', 'unauthenticated', message);
/** 403 for a caller who lacks the right. */
export const forbidden = (message = 'You may not do that.') => new Refusal('forbidden', 'forbidden', message);
/** 403 for a call that needs a recently confirmed second factor or password. */
export const stepUpRequired = () =>
  new Refusal('forbidden', 'step-up-required', 'Please confirm that it is you first; it then holds for a few minutes.');
/** 404 for an object; `resource` is its name in the message. */
export const notFound = (resource: string) => new Refusal('not-found', 'not-found', `No such ${resource}.`);
/** 409 for a state that does not allow the call. */
export const conflict = (code: string, message: string, extra?: Extra) => new Refusal('conflict', code, message, extra);
/** 503 while something that the call needs is away; `retryAfterSeconds` says when to try again. */
export const unavailable = (message: string, retryAfterSeconds?: number) =>
  new Refusal('unavailable', 'unavailable', message, { retryAfterSeconds });
/** 429 for a caller who has used up an allowance. */
export const tooMany = (retryAfterSeconds: number, message = 'Too many attempts. Please try again later.') =>
  new Refusal('too-many', 'too-many', message, { retryAfterSeconds });

/** Aborts once the sender of a request has left. Its reason is the refusal of the request; by default that of an upload: 400 `given-up`. */
export function leftBy(
  res: ServerResponse,
  refusal = new Refusal('invalid', 'given-up', 'The upload was given up by its sender.'),
): AbortSignal {
  const controller = new AbortController();
  const leave = () => controller.abort(refusal);
  if (res.destroyed) leave();
  else res.once('close', leave);
  return controller.signal;
}

/** Whether a value is an Error. In a test runner, system errors come from another realm, where `instanceof Error` is false. */
export const isError = (value: unknown): value is Error => types.isNativeError(value) || value instanceof Error;

/** A refusal for the first problem of an input, which names the field; `details` has all problems. */
export function refusalOf(error: z.ZodError): Refusal {
  const problems = error.issues.map((issue) => {
    const { path, issue: deepest } = closest({ path: issue.path, issue });
    const keys = deepest.code === 'unrecognized_keys' ? deepest.keys : [];
    return {
      field: [...path, ...keys.slice(0, 1)].join('.'),
      message: keys.length > 0 ? `Unknown field ${keys.join(', ')}` : inOurWords(deepest),
    };
  });
  const first = problems[0] ?? { field: '', message: 'Invalid input' };
  return new Refusal('invalid', 'invalid', first.message, { ...(first.field ? { field: first.field } : {}), details: problems });
}

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};
const UNITS: Record<string, string> = { string: ' characters', array: ' entries' };

/** The message for people about a problem whose schema has no message of its own. */
function inOurWords(issue: z.core.$ZodIssue): string {
  if (!/^(Invalid |Too big|Too small)/.test(issue.message)) return issue.message;
  if (issue.code === 'too_big') return `At most ${issue.maximum}${UNITS[issue.origin] ?? ''}`;
  if (issue.code === 'too_small') return `At least ${issue.minimum}${UNITS[issue.origin] ?? ''}`;
  if (issue.code !== 'invalid_type') return 'This is not a value we can use';
  return issue.message.endsWith('received undefined')
    ? 'This field is required'
    : `Must be ${KINDS[issue.expected] ?? 'another kind of value'}`;
}

type Problem = { path: PropertyKey[]; issue: z.core.$ZodIssue };
const speaksForItself = ({ issue }: Problem) => !issue.message.startsWith('Invalid ');

/** The problem to report for a union without a message: that of the best-fitting shape, preferring a schema's own message. */
function closest(problem: Problem): Problem {
  const { path, issue } = problem;
  if (issue.code !== 'invalid_union' || speaksForItself(problem)) return problem;
  const [best] = issue.errors
    .flat()
    .map((inner) => closest({ path: [...path, ...inner.path], issue: inner }))
    .sort((a, b) => b.path.length - a.path.length || Number(speaksForItself(b)) - Number(speaksForItself(a)));
  return best ?? problem;
}

/** The parts of an error that callers receive: those of a refusal, or `BUG`. */
export type ErrorParts = Pick<Refusal, 'status' | 'code' | 'message' | 'extra'>;

export const BUG: ErrorParts = {
  status: 500,
  code: 'internal',
  message: 'Something went wrong on our side. Please try again.',
  extra: {},
};

/** The body of every refusal. */
export const errorBody = ({ code, message, extra }: ErrorParts, requestId?: string) => ({
  success: false as const,
  code,
  error: message,
  message,
  ...(extra.field ? { field: extra.field } : {}),
  ...(extra.details === undefined ? {} : { details: extra.details }),
  ...(requestId ? { requestId } : {}),
});
