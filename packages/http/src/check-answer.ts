import type { Limit, Refusals, Route } from '@shop/declare';
import { STATUS_CODES } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Declared, Endpoint } from './endpoint';
import { declarationOf } from './implement';
import { atTheDoor, ErrorShape, refusedBy } from './refusals';

/**
 * The known parts of an outgoing answer: a stream has only status and type. `refused`: the body is that of an error. `counted`: the
 * limits that the call has counted.
 */
export type SentAnswer = {
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
export type CheckAnswer = (endpoint: Endpoint, answer: SentAnswer) => readonly string[];

/**
 * Compares an answer with the declaration of its route.
 * @returns the faults: an undeclared status, refusal or limit, another kind of content, and each field that is missing, unknown
 * or malformed. An endpoint that declares no answers has no faults.
 */
export function faultsOf(endpoint: Declared, answer: SentAnswer, refusals = refusedBy(endpoint)): string[] {
  const { method, path, answers } = endpoint;
  if (!answers) return [];
  const faultTexts = [
    ...(answer.refused ? faultsOfRefusal(refusals, answer) : faults(answers[answer.status], answer)),
    ...faultsOfLimits(endpoint.limits ?? [], answer.counted ?? []),
  ];
  const call = `${method.toUpperCase()} ${path} answered ${answer.status} ${STATUS_CODES[answer.status]}`;
  return faultTexts.map((fault) => `${call}: ${fault}`);
}

/** Like `CheckAnswer`, for code that knows only the route: the gateway, and clients. */
export type CheckHeard = (route: Route, answer: SentAnswer) => readonly string[];

/** Like `faultsOf`, for an answer that a client receives: it also allows the refusals that the gateway may add. */
export function faultsHeard(route: Route, answer: SentAnswer): string[] {
  const call = declarationOf(route);
  return faultsOf(call, answer, { ...atTheDoor(call), ...refusedBy(call) });
}

function faultsOfRefusal(refusals: Refusals, answer: SentAnswer): string[] {
  const { data, error } = ErrorShape.safeParse(asSent(answer));
  if (error) return error.issues.flatMap((issue) => faultsOfIssue(issue));
  return `${answer.status} ${data.code}` in refusals
    ? []
    : [`its route does not declare the refusal ${data.code}: ${data.message}`];
}

function faults(declaration: NonNullable<Endpoint['answers']>[number] | undefined, answer: SentAnswer): string[] {
  const { body, type } = answer;
  if (declaration === undefined) return ['its route does not declare this status'];
  if (declaration === null) return body === undefined || body === null ? [] : ['its route declares no body'];
  if ('types' in declaration) {
    const mediaType = type?.split(';')[0] ?? 'none';
    return declaration.types.includes(mediaType) ? [] : [`its route declares ${declaration.types.join(', ')}, not ${mediaType}`];
  }
  const { success, error } = declaration.safeParse(asSent(answer));
  return success ? [] : error.issues.flatMap((issue) => faultsOfIssue(issue));
}

const faultsOfLimits = (limits: readonly Limit[], limitNames: Iterable<string>) =>
  [...limitNames]
    .filter((name) => !limits.some((limit) => limit.name === name))
    .map((name) => `its route does not declare the limit ${name}`);

/** The body as the client reads it: dates are texts, and undefined fields are absent. */
function asSent({ body, encoding }: SentAnswer): unknown {
  if (Buffer.isBuffer(body)) return JSON.parse(decode(body, encoding).toString()) as unknown;
  return body === undefined ? undefined : (JSON.parse(JSON.stringify(body)) as unknown);
}

const decode = (body: Buffer, encoding = 'identity') =>
  encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;

function faultsOfIssue(issue: z.core.$ZodIssue, above: PropertyKey[] = []): string[] {
  const path = [...above, ...issue.path];
  const place = path.length > 0 ? path.join('.') : 'the answer';
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${[...path, key].join('.')}: its route does not declare it`);
  if (issue.code === 'invalid_union') {
    // The errors of the union's best-fitting schema explain most.
    const [closest] = [...issue.errors].sort((a, b) => a.length - b.length);
    if (closest && closest.length > 0) return closest.flatMap((inner) => faultsOfIssue(inner, path));
  }
  return [`${place}: ${issue.message}`];
}
