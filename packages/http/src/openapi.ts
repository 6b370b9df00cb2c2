import type { Answer, Who } from '@shop/declare';
import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiContentObject,
  type ZodOpenApiObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import type { Declared } from './endpoint';
import { atTheDoor, ErrorShape, refusedBy, type Away } from './refusals';

type OpenApiDocument = ReturnType<typeof createDocument>;

/** Describes a service's public endpoints as OpenAPI 3.1, from the same schemas that check the requests. */
export function describeEndpoints(service: string, endpoints: readonly Declared[], away?: Away): OpenApiDocument {
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of endpoints) {
    if (endpoint.who === 'gateway') continue;
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}').replace(/\*$/, '{rest}');
    paths[path] = { ...paths[path], [endpoint.method]: operationOf(service, endpoint, path, away) };
  }
  return createDocument({
    openapi: '3.1.0',
    info: { title: service, version: '1' },
    paths,
    components: { schemas: { Error: ErrorShape } },
  } satisfies ZodOpenApiObject);
}

function operationOf(service: string, endpoint: Declared, path: string, away?: Away) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
  return {
    tags: [service],
    summary: endpoint.summary,
    'x-who': whoText(endpoint.who),
    ...(endpoint.stepUp ? { 'x-step-up': endpoint.stepUp } : {}),
    requestParams: {
      ...(names.length > 0
        ? { path: (endpoint.params ?? z.object(Object.fromEntries(names.map((name) => [name, z.string()])))) as z.ZodObject }
        : {}),
      ...(endpoint.query ? { query: endpoint.query as z.ZodObject } : {}),
    },
    ...(endpoint.body || endpoint.accepts ? { requestBody: { content: bodiesOf(endpoint) } } : {}),
    responses: { ...refusalsOf(endpoint, away), ...responsesOf(endpoint) },
  };
}

function bodiesOf({ body, form, accepts }: Declared) {
  const acceptedBody = accepts ? { [accepts]: { schema: form ?? body ?? z.looseObject({}) } } : {};
  return { ...acceptedBody, ...(body && (form || !accepts) ? { 'application/json': { schema: body } } : {}) };
}

function responsesOf({ status, answers = { [status]: null } }: Declared): ZodOpenApiResponsesObject {
  return Object.fromEntries(
    Object.entries(answers).map(([code, answer]) => [
      code,
      { description: STATUS_CODES[code] ?? 'Done', ...(answer ? { content: contentOf(answer) } : {}) },
    ]),
  );
}

/** The refusals of a call: each status once, with all its codes. */
function refusalsOf(endpoint: Declared, away?: Away): ZodOpenApiResponsesObject {
  const refusals = Object.entries({ ...atTheDoor(endpoint), ...refusedBy(endpoint, away) }).map(([refusal, reason]) => {
    const [status, code] = refusal.split(' ') as [string, string];
    return { status, code, reason };
  });
  const responseOf = (wantedStatus: string) => {
    const refusalsOfStatus = refusals.filter(({ status }) => status === wantedStatus);
    return {
      description: refusalsOfStatus.map(({ code, reason }) => `\`${code}\`: ${reason}`).join('\n\n'),
      ...(wantedStatus === '429' && { headers: { 'Retry-After': RETRY_AFTER } }),
      content: {
        'application/json': { schema: errorWith(refusalsOfStatus.map(({ code }) => code)) },
        ...(endpoint.linkedFrom && { 'text/html': { schema: TEXT } }),
      },
    };
  };
  return Object.fromEntries(refusals.map(({ status }) => [status, responseOf(status)]));
}

const RETRY_AFTER = { description: 'For how many seconds', schema: { type: 'integer' as const, minimum: 1 } };

const errorWith = (codes: string[]) => ({
  allOf: [{ $ref: '#/components/schemas/Error' }, { type: 'object' as const, properties: { code: { enum: codes } } }],
});

const contentOf = (answer: NonNullable<Answer>): ZodOpenApiContentObject =>
  'types' in answer
    ? Object.fromEntries(answer.types.map((type) => [type, { schema: type.startsWith('text/') ? TEXT : BYTES }]))
    : { 'application/json': { schema: answer } };

const TEXT = { type: 'string' } as const;
const BYTES = { type: 'string', format: 'binary' } as const;

/** Describes the accepted callers in words, for the documentation and the authorisation test. */
export function whoText(who: Who): string {
  if (typeof who === 'string') return who;
  if ('roles' in who) return `admin: ${who.roles.join(', ')}`;
  const admin = who.admin === true ? ' or admin' : who.admin ? ` or admin: ${who.admin.join(', ')}` : '';
  if ('users' in who) return `user${admin}`;
  return `owner of {${who.owner}}${admin}${who.hidden ? '; 404 for others' : ''}`;
}
