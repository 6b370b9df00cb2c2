import { currentRequest } from '@shop/http';
import type { AfterQueryEvent, DataSource } from 'typeorm';
import { createTracing, type Tracing } from './open-telemetry';

export type TracingConfig = {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  OTEL_EXPORTER_OTLP_HEADERS?: Record<string, string>;
  OTEL_TRACES_SAMPLER_ARG?: number;
};

/**
 * Opens tracing under this service's name, in a shared process too.
 * @returns null without an endpoint; OpenTelemetry is not loaded then. While the collector is away, spans are lost and nothing
 * else is affected.
 */
export async function openTracing(service: string, config: TracingConfig, tracerName = service): Promise<Tracing | null> {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: headers,
    OTEL_TRACES_SAMPLER_ARG: share = 1,
  } = config;
  return endpoint ? createTracing(service, { endpoint, headers, share, tracerName }) : null;
}

/** Makes each SQL statement a span of the request it runs for. Statements without a request, such as a relay's polling, get none. */
export function traceStatements(source: DataSource): void {
  source.subscribers.push({
    afterQuery({ query, success, executionTime = 0, error }: AfterQueryEvent) {
      const span = currentRequest.getStore()?.span?.child(nameOf(query), 'client', Date.now() - executionTime);
      span?.end({ 'db.system.name': 'postgresql', 'db.query.text': withoutValues(query) }, success ? undefined : error);
    },
  });
}

/** The name of a statement's span: `INSERT outbox`. */
function nameOf(query: string): string {
  const [verb = ''] = /\w+/.exec(query) ?? [];
  const [, table] = /\b(?:FROM|INTO|UPDATE)\s+"?(\w+)/i.exec(query) ?? [];
  return [verb.toUpperCase(), table].filter(Boolean).join(' ');
}

const LONGEST = 1000;

/** A statement without literal values, which must not be in the trace. Other values are sent separately. */
const withoutValues = (query: string) =>
  query
    .replace(/'(?:[^']|'')*'/g, `'?'`)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST);
