import { isError, type Span, type SpanFacts, type Tracer } from '@shop/http';
import type { Context, Span as OtelSpan } from '@opentelemetry/api';

/** `close` sends the remaining spans, for a few seconds at most. */
export type Tracing = { tracer: Tracer; close: () => Promise<void> };

/** Where spans go, with which headers, the share of traces that is kept, and the tracer's name. */
type Collector = { endpoint: string; headers?: Record<string, string>; share: number; tracerName: string };

/** The limit of one attempt to send spans, and of the last attempt when a service stops. */
const SEND_WITHIN_MS = 3000;

/** Sends the spans of one service to a collector that speaks OTLP over HTTP (JSON). Only this function loads the OpenTelemetry packages. */
export async function createTracing(service: string, { endpoint, headers, share, tracerName }: Collector): Promise<Tracing> {
  const [otel, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ]);
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = otel;
  const kinds = {
    server: SpanKind.SERVER,
    client: SpanKind.CLIENT,
    producer: SpanKind.PRODUCER,
    consumer: SpanKind.CONSUMER,
  };
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, headers, timeoutMillis: SEND_WITHIN_MS }) }),
    ],
  });
  const spans = provider.getTracer(tracerName);

  const begin = (name: string, kind: keyof typeof kinds, parent: Context, beganAt?: number): Span => {
    const span = spans.startSpan(name, { kind: kinds[kind], startTime: beganAt }, parent);
    const { traceId, spanId, traceFlags } = span.spanContext();
    const within = trace.setSpan(ROOT_CONTEXT, span);
    return {
      traceId,
      traceparent: `00-${traceId}-${spanId}-0${traceFlags}`,
      child: (childName, childKind, childBeganAt) => begin(childName, childKind, within, childBeganAt),
      end(facts = {}, error?: unknown) {
        const hasFailed = error !== undefined || Number(facts['http.response.status_code']) >= 500;
        if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
        finish(span, facts, error);
      },
    };
  };

  const contextOf = (traceparent = ''): Context => {
    const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent) ?? [];
    if (!traceId || !spanId || !flags) return ROOT_CONTEXT;
    return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: parseInt(flags, 16) & 1, isRemote: true });
  };

  return {
    tracer: (name, kind, traceparent, beganAt) => begin(name, kind, contextOf(traceparent), beganAt),
    close: () => provider.shutdown().catch(() => undefined),
  };
}

/** Ends a span. It records only the kind of an error, because its message may quote user input. */
function finish(span: OtelSpan, facts: SpanFacts, error: unknown) {
  span.setAttributes(facts);
  if (error !== undefined) span.setAttribute('error.type', isError(error) ? error.constructor.name : typeof error);
  span.end();
}
