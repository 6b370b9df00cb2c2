import { STATUS_CODES } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Endpoint } from './endpoint';
import { declared, type Route } from './implement';
import { atTheDoor, ErrorShape, refusedBy, type Declared, type Refusals } from './refusals';

/** What went out, as far as it is known: a stream is known by its status and type alone. `refused`: its body is that of an error. */
export type Answered = { status: number; type?: string; encoding?: string; body?: unknown; refused?: true };

/** Hears of every answer before it goes out, and says what is wrong with it: then it is a bug, and 500 goes out instead. */
export type CheckAnswer = (endpoint: Endpoint, answered: Answered) => readonly string[];

/**
 * What is wrong with an answer, held against what its route declares: an undeclared status or refusal, another kind of content,
 * and each field that is missing, unknown or of another shape. Endpoints that declare no answers are left alone.
 */
export function faultsOf(endpoint: Declared, answered: Answered, refusals = refusedBy(endpoint)): string[] {
  const { method, path, answers } = endpoint;
  if (!answers) return [];
  const found = answered.refused ? faultsOfRefusal(refusals, answered) : faults(answers[answered.status], answered);
  const call = `${method.toUpperCase()} ${path} answered ${answered.status} ${STATUS_CODES[answered.status]}`;
  return found.map((fault) => `${call}: ${fault}`);
}

/** The same check for whoever knows the route alone: the gateway, and clients. */
export type CheckHeard = (route: Route, answered: Answered) => readonly string[];

/** The same for what a client of the shop hears: what the gateway refuses of any call counts too. */
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

/** What the client reads: dates are texts, what is undefined is not there. */
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
    // the schema that comes closest explains most
    const [closest] = [...issue.errors].sort((one, other) => one.length - other.length);
    if (closest && closest.length > 0) return closest.flatMap((inner) => told(inner, path));
  }
  return [`${place}: ${issue.message}`];
}
