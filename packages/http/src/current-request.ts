import { AsyncLocalStorage } from 'node:async_hooks';

type SpanKind = 'server' | 'client' | 'producer' | 'consumer';

/** The facts of a span: no value that a person typed, no name, address or token (docs/monitoring.md#traces). */
export type SpanFacts = Record<string, string | number>;

/** A piece of work in a trace. `traceparent` identifies it to other processes, in the form of W3C Trace Context. */
export type Span = {
  traceId: string;
  traceparent: string;
  child: (name: string, kind: SpanKind, beganAt?: number) => Span;
  /** Ends the span. `error` is the failure; only its kind is recorded. */
  end: (facts?: SpanFacts, error?: unknown) => void;
};

/** Begins a span of one service: below the span that `traceparent` names, or without it in a new trace. */
export type Tracer = (name: string, kind: SpanKind, traceparent?: string, beganAt?: number) => Span;

/**
 * Where a piece of work waits: callers of one `line` (an address, a device, an account) wait for each other, and strangers for
 * known callers only every second time. `left` aborts once nobody waits for the work any more.
 */
export type Place = { line: string; known: boolean; left?: AbortSignal };

/** `counted`: the names of the limits that a service's call has counted so far. `place`: where its caller waits in fair queues. */
type Current = { requestId: string; span?: Span; counted?: Set<string>; place?: Place };

/** The request of the running code. Logs, outbox rows and calls to other services carry its id, and its trace if it has one. */
export const currentRequest = new AsyncLocalStorage<Current>();

/** The current trace in the form that headers and columns carry; undefined without a trace. */
export const currentTraceparent = (): string | undefined => currentRequest.getStore()?.span?.traceparent;

/** The trace header for a call to another service; no header without a trace. */
export const traceHeaders = (): Record<string, string> => {
  const traceparent = currentTraceparent();
  return traceparent ? { traceparent } : {};
};

/** Runs work as the current request. The request's span ends with the work. @throws the work's own errors */
export async function runAs<Result>(current: Current, work: () => Promise<Result>, facts?: SpanFacts): Promise<Result> {
  try {
    const result = await currentRequest.run(current, work);
    current.span?.end(facts);
    return result;
  } catch (error) {
    current.span?.end(facts, error);
    throw error;
  }
}

/** Runs work as a part of the current request, with its own span when the request is traced. @throws the work's own errors */
export function withSpan<Result>(name: string, kind: SpanKind, work: () => Promise<Result>): Promise<Result> {
  const current = currentRequest.getStore();
  return current?.span ? runAs({ ...current, span: current.span.child(name, kind) }, work) : work();
}
