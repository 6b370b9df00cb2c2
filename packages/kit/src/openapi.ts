import { createDocument, type ZodOpenApiObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { z } from 'zod';
import type { Endpoint, Who } from './endpoint';

export type OpenApiDocument = ReturnType<typeof createDocument>;

const ErrorShape = z
  .object({
    success: z.literal(false),
    code: z.string(),
    error: z.string(),
    message: z.string(),
    field: z.string().optional(),
    details: z.unknown().optional(),
    requestId: z.string().optional(),
  })
  .meta({ id: 'Error' });

/** OpenAPI 3.1 of a service's public endpoints, made from the very schemas that check the requests. */
export function describeEndpoints(service: string, endpoints: readonly Endpoint[]): OpenApiDocument {
  const paths: ZodOpenApiPathsObject = {};
  for (const one of endpoints) {
    if (one.who === 'gateway') continue;
    const path = one.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [one.method]: operationOf(service, one, path) };
  }
  return createDocument({ openapi: '3.1.0', info: { title: service, version: '1' }, paths } satisfies ZodOpenApiObject);
}

function operationOf(service: string, one: Endpoint, path: string) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
  return {
    tags: [service],
    summary: one.summary,
    'x-who': whoText(one.who),
    ...(one.stepUp ? { 'x-step-up': true } : {}),
    requestParams: {
      ...(names.length > 0
        ? { path: (one.params ?? z.object(Object.fromEntries(names.map((name) => [name, z.string()])))) as z.ZodObject }
        : {}),
      ...(one.query ? { query: one.query as z.ZodObject } : {}),
    },
    ...(one.body || one.accepts
      ? { requestBody: { content: { [one.accepts ?? 'application/json']: { schema: one.body ?? z.looseObject({}) } } } }
      : {}),
    responses: {
      [String(one.status)]: {
        description: 'Done',
        ...(one.answer ? { content: { 'application/json': { schema: one.answer } } } : {}),
      },
      default: { description: 'Refused', content: { 'application/json': { schema: ErrorShape } } },
    },
  };
}

/** The declaration in words, as documentation and the authorisation test read it. */
export function whoText(who: Who): string {
  if (typeof who === 'string') return who;
  if ('roles' in who) return `admin: ${who.roles.join(', ')}`;
  const admin = who.admin === true ? ' or admin' : who.admin ? ` or admin: ${who.admin.join(', ')}` : '';
  if ('users' in who) return `user${admin}`;
  return `owner of {${who.owner}}${admin}${who.hidden ? '; 404 for others' : ''}`;
}
