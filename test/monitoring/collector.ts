import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export type SpanSeen = {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  facts: Record<string, string | number>;
};

type Value = { stringValue?: string; intValue?: number };
type Attributes = { key: string; value: Value }[];
type Batch = {
  resourceSpans: {
    resource: { attributes: Attributes };
    scopeSpans: { spans: { name: string; traceId: string; spanId: string; parentSpanId?: string; attributes: Attributes }[] }[];
  }[];
};

export type Collector = { url: string; spans: SpanSeen[]; heard: () => string; close: () => Promise<void> };

/** Receives spans as OTLP over HTTP with JSON, if `key` is set only with that key. `heard` is everything received, as text. */
export async function startCollector(key?: string): Promise<Collector> {
  const spans: SpanSeen[] = [];
  const texts: string[] = [];
  const server = createServer((req, res) => {
    if (req.url !== '/v1/traces') return void res.writeHead(404).end();
    if (key && req.headers['x-key'] !== key) return void res.writeHead(401).end();
    void json(req).then((batch) => {
      texts.push(JSON.stringify(batch));
      spans.push(...spansIn(batch as Batch));
      res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    heard: () => texts.join('\n'),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const spansIn = ({ resourceSpans }: Batch): SpanSeen[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, traceId, spanId, parentSpanId, attributes }) => ({
        ...{ service: String(factsOf(resource.attributes)['service.name']), name, traceId, spanId },
        ...(parentSpanId ? { parentSpanId } : {}),
        facts: factsOf(attributes),
      })),
    ),
  );

const factsOf = (attributes: Attributes) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']));
