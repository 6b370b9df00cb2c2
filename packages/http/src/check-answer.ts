import type { Limit, Refusals, Route } from '@shop/declare';
import { STATUS_CODES } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Declared, Endpoint } from './endpoint';
import { declared } from './implement';
import { atTheDoor, ErrorShape, refusedBy } from './refusals';

/**
 * The known parts of an outgoing answer: a stream has only status and type. `refused`: the body is that of an error. `counted`: the
 * limits that the call has counted.
 */
export type Answered = {
  status: number;
  type?: string;
  encoding?: string;
  body?: unknown;
  refused?: true;
  counted?: Iterable<string>;
};

/**
 * Checks every answer before it is sent.
 * @returns its faults; an answer with a fault is a bug, so 500 is sent instead
 */
export type CheckAnswer = (endpoint: Endpoint, answered: Answered) => readonly string[];

/**
 * Compares an answer with the declaration of its route.
 * @returns the faults: an undeclared status, refusal or limit, another kind of content, and each field that is missing, unknown
 * or malformed. An endpoint that declares no answers has no faults.
 */
export function faultsOf(endpoint: Declared, answered: Answered, refusals = refusedBy(endpoint)): string[] {
  const { method, path, answers } = endpoint;
  if (!answers) return [];
  const found = [
    ...(answered.refused ? faultsOfRefusal(refusals, answered) : faults(answers[answered.status], answered)),
    ...undeclared(endpoint.limits ?? [], answered.counted ?? []),
  ];
  const call = `${method.toUpperCase()} ${path} answered ${answered.status} ${STATUS_CODES[answered.status]}`;
  return found.map((fault) => `${call}: ${fault}`);
}

/** Like `CheckAnswer`, for code that knows only the route: the gateway, and clients. */
export type CheckHeard = (route: Route, answered: Answered) => readonly string[];

/** Like `faultsOf`, for an answer that a client receives: it also allows the refusals that the gateway may add. */
export function faultsHeard(route: Route, answered: Answered): string[] {
  const call = declared(route);
  return faultsOf(call, answered, { ...atTheDoor(call), ...refusedBy(call) });
}

function faultsOfRefusal(refusals: Refusals, answered: Answered): string[] {
  const { data, error } = ErrorShape.safeParse(asSent(answered));
  if (error) return error.issues.flatMap((issue) => told(issue));
  return `${answered.status} ${data.code}` in refusals
    ? []
    : [`its route does not declare the refusal ${data.code}: ${data.message}`];
}

function faults(declared: NonNullable<Endpoint['answers']>[number] | undefined, answered: Answered): string[] {
  const { body, type } = answered;
  if (declared === undefined) return ['its route does not declare this status'];
  if (declared === null) return body === undefined || body === null ? [] : ['its route declares no body'];
  if ('types' in declared) {
    const sent = type?.split(';')[0] ?? 'none';
    return declared.types.includes(sent) ? [] : [`its route declares ${declared.types.join(', ')}, not ${sent}`];
  }
  const { success, error } = declared.safeParse(asSent(answered));
  return success ? [] : error.issues.flatMap((issue) => told(issue));
}

const undeclared = (limits: readonly Limit[], counted: Iterable<string>) =>
  [...counted]
    .filter((name) => !limits.some((limit) => limit.name === name))
    .map((name) => `its route does not declare the limit ${name}`);

/** The body as the client reads it: dates are texts, and undefined fields are absent. */
function asSent({ body, encoding }: Answered): unknown {
  if (Buffer.isBuffer(body)) return JSON.parse(decoded(body, encoding).toString()) as unknown;
  return body === undefined ? undefined : (JSON.parse(JSON.stringify(body)) as unknown);
}

const decoded = (body: Buffer, encoding = 'identity') =>
  encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;

function told(issue: z.core.$ZodIssue, above: PropertyKey[] = []): string[] {
  const path = [...above, ...issue.path];
  const place = path.length > 0 ? path.join('.') : 'the answer';
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${[...path, key].join('.')}: its route does not declare it`);
  if (issue.code === 'invalid_union') {
    // The errors of the union's best-fitting schema explain most.
    const [closest] = [...issue.errors].sort((one, other) => one.length - other.length);
    if (closest && closest.length > 0) return closest.flatMap((inner) => told(inner, path));
  }
  return [`${place}: ${issue.message}`];
}
