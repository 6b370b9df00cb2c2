import type { BodyOf, QueryOf, Route } from '@shop/contracts/routes';
import type { z } from 'zod';
import { ownHeaders } from './own-caller';
import { askReplica, type Patience, type Replicas } from './replicas';

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
export function readAnswer<Declared extends z.ZodType>(schema: Declared, answer: unknown): z.output<Declared> {
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
