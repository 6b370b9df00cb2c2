import { currentRequest } from '@shop/http';
import type { AfterQueryEvent, DataSource } from 'typeorm';
import { createTracing, type Tracing } from './open-telemetry';

export type TracingConfig = { OTEL_EXPORTER_OTLP_ENDPOINT?: string; OTEL_TRACES_SAMPLER_ARG?: number };

/**
 * Spans in the name of this part, whichever process it shares; null without an endpoint: nothing of OpenTelemetry is loaded then.
 * A collector that is away costs the spans and nothing else.
 */
export async function openTracing(service: string, config: TracingConfig): Promise<Tracing | null> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share = 1 } = config;
  return endpoint ? createTracing(service, endpoint, share) : null;
}

/** From now on statements are spans of whatever request they run for; those of no request, such as a relay's look, are none. */
export function traceStatements(source: DataSource): void {
  source.subscribers.push({
    afterQuery({ query, success, executionTime = 0, error }: AfterQueryEvent) {
      const span = currentRequest.getStore()?.span?.child(nameOf(query), 'client', Date.now() - executionTime);
      span?.end({ 'db.system.name': 'postgresql', 'db.query.text': withoutValues(query) }, success ? undefined : error);
    },
  });
}

/** `INSERT outbox` */
function nameOf(query: string): string {
  const [verb = ''] = /\w+/.exec(query) ?? [];
  const [, table] = /\b(?:FROM|INTO|UPDATE)\s+"?(\w+)/i.exec(query) ?? [];
  return [verb.toUpperCase(), table].filter(Boolean).join(' ');
}

const LONGEST = 1000;

/** Values travel beside a statement; should one stand in it nevertheless, it stays here. */
const withoutValues = (query: string) =>
  query
    .replace(/'(?:[^']|'')*'/g, `'?'`)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST);
