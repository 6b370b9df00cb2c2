import { gatewayRoutes } from '@shop/contracts/routes';
import type { ConfigView } from '@shop/contracts/views';
import { declared, describeEndpoints, RETRY_AFTER } from '@shop/http';
import { callInternal } from './upstream/internal-call';
import type { Services } from './upstream/services';

type Document = { paths?: object; components?: { schemas?: object } };

const declaredHere = describeEndpoints('gateway', Object.values(gatewayRoutes).map(declared));

const OWN_PATHS = {
  ...declaredHere.paths,
  '/api/products/events': {
    get: {
      tags: ['gateway'],
      summary: 'Server-sent events: sold, held, released and removed tracks, by id; 204 where there are none',
      'x-who': 'anyone',
      responses: {
        200: { description: 'A stream of text/event-stream' },
        429: {
          description: 'More than 20 of one address, or 10 of one session',
          headers: { 'Retry-After': RETRY_AFTER },
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  },
  '/api/csp-reports': {
    post: {
      tags: ['gateway'],
      summary: 'Browsers tell what the policy of a page kept out; at most 16 kB, 20 a minute and address are read',
      'x-who': 'anyone',
      responses: { 204: { description: 'Heard, or too many' } },
    },
  },
  '/api/openapi.json': {
    get: { tags: ['gateway'], summary: 'This document', 'x-who': 'anyone', responses: { 200: { description: 'Done' } } },
  },
  '/api/docs': {
    get: {
      tags: ['gateway'],
      summary: 'This document for people',
      'x-who': 'anyone',
      responses: { 200: { description: 'Done' } },
    },
  },
};

/** One document that describes the calls of all services that answer. */
export async function mergedOpenApi(services: Services, privateKey: string, siteName: ConfigView['siteName']) {
  const parts = await Promise.allSettled(
    Object.values(services).map((replicas) => callInternal(replicas, '/internal/openapi.json', privateKey)),
  );
  return mergeDocuments(
    parts.flatMap((part) => (part.status === 'fulfilled' ? [part.value as Document] : [])),
    siteName,
  );
}

/**
 * Merges the calls of these services and of the gateway itself. A schema's name means the same in each, because they share the
 * contracts.
 */
export const mergeDocuments = (documents: readonly Document[], siteName: string) => ({
  openapi: '3.1.0',
  info: { title: `${siteName} API`, version: '1', description: 'Every call of the shop. `x-who` says who may.' },
  paths: Object.assign({ ...OWN_PATHS }, ...documents.map((document) => document.paths ?? {})) as Record<string, unknown>,
  components: {
    schemas: Object.assign({}, ...[declaredHere, ...documents].map((document) => document.components?.schemas ?? {})) as Record<
      string,
      unknown
    >,
  },
});
