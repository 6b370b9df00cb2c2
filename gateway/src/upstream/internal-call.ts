import { randomUUID } from 'node:crypto';
import type { BodyOf, QueryOf, Route } from '@shop/contracts/routes';
import { currentRequest, signCaller, traceHeaders } from '@shop/http';
import type { z } from 'zod';
import { askReplica, type Patience, type Replicas } from './replicas';

/** A caller without a session; `address` is that of the gateway's own questions. */
export const VISITOR = {
  userId: null,
  admin: false,
  role: null,
  steppedUp: false,
  reauthenticated: false,
  sessionId: null,
  address: 'gateway',
  internal: false,
  unsure: false,
  device: null,
};

/** The headers of the gateway's own questions to a service: `internal` ones are those that only the gateway may ask. */
const ownHeaders = ({ service }: Replicas, privateKey: string, internal: boolean) => {
  const requestId = currentRequest.getStore()?.requestId ?? randomUUID();
  return { ...traceHeaders(), authorization: `Bearer ${signCaller({ ...VISITOR, internal, requestId }, privateKey, service)}` };
};

/** A route that only the gateway calls. */
export type InternalRoute = Route & { who: 'gateway'; answers: { 200: z.ZodType } };
export type Question<R extends InternalRoute> = { query?: QueryOf<R>; body?: BodyOf<R> };

/**
 * Asks a service on behalf of the gateway itself.
 * @returns the answer, as the route declares it
 * @throws Error when the service does not answer 2xx in time; ZodError when the answer does not fit
 */
export async function callInternal<R extends InternalRoute>(
  replicas: Replicas,
  route: R,
  privateKey: string,
  { query, body }: Question<R> = {},
  patience: Patience = { withinMs: 5000 },
): Promise<z.output<R['answers'][200]>> {
  const question = {
    method: route.method.toUpperCase(),
    headers: {
      ...ownHeaders(replicas, privateKey, true),
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  const path = `${route.path}${queryOf(query ?? {})}`;
  const response = await askReplica(replicas, path, question, patience);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return readAnswer(route.answers[200], await response.json()) as z.output<R['answers'][200]>;
}

/** Reads an answer as declared, without undeclared fields: a newer release of the service may send more. */
export function readAnswer<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const parseResult = schema.safeParse(answer);
  if (parseResult.success) return parseResult.data;
  for (const issue of parseResult.error.issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    const holder = issue.path.reduce((within, key) => (within as Record<PropertyKey, unknown>)[key], answer) as object;
    for (const key of issue.keys) Reflect.deleteProperty(holder, key);
  }
  return schema.parse(answer);
}

function queryOf(values: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) query.set(name, String(value));
  return query.size > 0 ? `?${query}` : '';
}

const PATIENCE = { withinMs: 3000 };

/** Asks a service like a visitor; any status counts as an answer. @throws Error when there is no answer within 3 s. */
export const askAsVisitor = (
  replicas: Replicas,
  path: string,
  privateKey: string,
  headers: Record<string, string> = {},
): Promise<Response> =>
  askReplica(replicas, path, { headers: { ...headers, ...ownHeaders(replicas, privateKey, false) } }, PATIENCE);
