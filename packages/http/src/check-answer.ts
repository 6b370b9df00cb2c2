import { STATUS_CODES } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Endpoint } from './endpoint';

/** What went out, as far as it is known: a stream is known by its status and type alone. */
export type Answered = { status: number; type?: string; encoding?: string; body?: unknown };

/** Hears of every answer that is no refusal, before it goes out. */
export type CheckAnswer = (endpoint: Endpoint, answered: Answered) => void;

/**
 * What is wrong with an answer, held against what its route declares: an undeclared status, another kind of content, and each
 * field that is missing, unknown or of another shape. Endpoints that declare no answers are left alone.
 */
export function faultsOf({ method, path, answers }: Endpoint, answered: Answered): string[] {
  const call = `${method.toUpperCase()} ${path} answered ${answered.status} ${STATUS_CODES[answered.status]}`;
  return answers ? faults(answers[answered.status], answered).map((fault) => `${call}: ${fault}`) : [];
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
