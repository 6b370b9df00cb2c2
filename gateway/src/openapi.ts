import { AWAY } from '@shop/contracts/constants';
import { docsRoutes, everyServiceRoutes, gatewayRoutes, type Route } from '@shop/contracts/routes';
import type { ConfigView } from '@shop/contracts/views';
import { answerEncoded, declarationOf, describeEndpoints, encode, reply, type EncodedBody, type Handlers } from '@shop/http';
import type { RequestHandler } from 'express';
import swaggerUi from 'swagger-ui-express';
import { callInternal } from './upstream/internal-call';
import type { Services } from './upstream/services';

const FRESH_MS = 60_000;
/** How long a service is not asked again after it did not answer. */
const AGAIN_MS = 5000;
const EFFORT = { level: 6, quality: 4 };

type Document = { paths?: object; components?: { schemas?: object } };

const OWN = describeEndpoints('gateway', Object.values<Route>(gatewayRoutes).map(declarationOf), AWAY) as Document;

/**
 * Answers one document that describes the calls of all services, and a page of swagger-ui for people. Services are asked at most
 * once a minute; the last known part of a service is used while it does not answer.
 */
export function docsHandlers(
  services: Services,
  privateKey: string,
  siteName: ConfigView['siteName'],
): Handlers<typeof docsRoutes> {
  const documentsByService = new Map<string, Document>();
  let mergedDocument: EncodedBody | null = null;
  let until = 0;
  let asking: Promise<EncodedBody> | null = null;

  const ask = async (): Promise<EncodedBody> => {
    const all = Object.values(services);
    const parts = await Promise.allSettled(
      all.map(async (replicas) => {
        documentsByService.set(
          replicas.service,
          (await callInternal(replicas, everyServiceRoutes.describeCalls, privateKey)) as Document,
        );
      }),
    );
    const documents = all.flatMap(({ service }) => documentsByService.get(service) ?? []);
    mergedDocument = encode(Buffer.from(JSON.stringify(mergeDocuments(documents, siteName))), EFFORT);
    until = performance.now() + (parts.every(({ status }) => status === 'fulfilled') ? FRESH_MS : AGAIN_MS);
    return mergedDocument;
  };
  const current = () =>
    mergedDocument && performance.now() < until ? mergedDocument : (asking ??= ask().finally(() => (asking = null)));

  const page = swaggerUi.generateHTML(undefined, { swaggerOptions: { url: docsRoutes.readDocument.path } });

  return {
    async readDocument({ req }) {
      const { headers, body } = await answerEncoded(req.headers, await current());
      const always = { ...headers, 'cache-control': 'no-cache' };
      if (body === null) return reply(304, null, always);
      return reply(200, body, { ...always, 'content-type': 'application/json; charset=utf-8' });
    },
    readDocs: () => Promise.resolve(reply(200, page, { 'content-type': 'text/html; charset=utf-8' })),
  };
}

/** The files of that page, and the policy of both (docs/product/sessions.md#page-policy). */
export const docsFiles: RequestHandler[] = [
  (_req, res, next) => {
    res.set(
      'content-security-policy',
      `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`,
    );
    next();
  },
  ...swaggerUi.serve,
];

/** Merges the calls of these services and of the gateway itself. Their schemas share names, because they share the contracts. */
export function mergeDocuments(documents: readonly Document[], siteName: string) {
  const all = [OWN, ...documents];
  return {
    openapi: '3.1.0',
    info: { title: `${siteName} API`, version: '1', description: 'Every call of the shop. `x-who` says who may.' },
    paths: Object.assign({}, ...all.map(({ paths }) => paths)) as Record<string, unknown>,
    components: { schemas: Object.assign({}, ...all.map(({ components }) => components?.schemas)) as Record<string, unknown> },
  };
}
