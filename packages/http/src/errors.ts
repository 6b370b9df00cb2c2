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
  'too-large': 413,
  unsupported: 415,
  unprocessable: 422,
  'too-many': 429,
  unavailable: 503,
} as const;

type Extra = { field?: string; details?: unknown; retryAfterSeconds?: number };

/** A refusal the caller can act on: kind picks the status, code is for programs, message for people. Anything else thrown is a bug. */
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

export const invalid = (field: string, message: string) => new Refusal('invalid', 'invalid', message, { field });
export const unauthenticated = (message = 'Please log in.') => new Refusal('unauthenticated', 'unauthenticated', message);
export const forbidden = (message = 'You may not do that.') => new Refusal('forbidden', 'forbidden', message);
export const stepUpRequired = () =>
  new Refusal('forbidden', 'step-up-required', 'Please confirm with your second factor first; it then holds for a few minutes.');
export const notFound = (what: string) => new Refusal('not-found', 'not-found', `No such ${what}.`);
export const conflict = (code: string, message: string, extra?: Extra) => new Refusal('conflict', code, message, extra);
export const unavailable = (message: string) => new Refusal('unavailable', 'unavailable', message);
export const tooMany = (retryAfterSeconds: number, message = 'Too many attempts. Please try again later.') =>
  new Refusal('too-many', 'too-many', message, { retryAfterSeconds });

/** In a test runner, errors of the system come from another realm, where `instanceof Error` is false. */
export const isError = (value: unknown): value is Error => types.isNativeError(value) || value instanceof Error;

/** The first thing wrong with an input, as a refusal that names the field; all of it is in `details`. */
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

/** A sentence for people where the schema has none of its own. */
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

/** For a union without a message of its own: the message of the shape that comes closest, our own before one of the library. */
function closest(problem: Problem): Problem {
  const { path, issue } = problem;
  if (issue.code !== 'invalid_union' || speaksForItself(problem)) return problem;
  const [best] = issue.errors
    .flat()
    .map((inner) => closest({ path: [...path, ...inner.path], issue: inner }))
    .sort((a, b) => b.path.length - a.path.length || Number(speaksForItself(b)) - Number(speaksForItself(a)));
  return best ?? problem;
}

/** The one body of every refusal. */
export const errorBody = (code: string, message: string, requestId?: string, extra: Extra = {}) => ({
  success: false as const,
  code,
  error: message,
  message,
  ...(extra.field ? { field: extra.field } : {}),
  ...(extra.details === undefined ? {} : { details: extra.details }),
  ...(requestId ? { requestId } : {}),
});
