import { AsyncLocalStorage } from 'node:async_hooks';

type SpanKind = 'server' | 'client' | 'producer' | 'consumer';

/** What a span says beside its name: never a value that a person typed, nor a name, address or token (docs/monitoring.md#traces). */
export type SpanFacts = Record<string, string | number>;

/** A piece of work in a trace. `traceparent` names it to other processes, as W3C Trace Context writes it. */
export type Span = {
  traceId: string;
  traceparent: string;
  child: (name: string, kind: SpanKind, beganAt?: number) => Span;
  /** `error` is what it failed with; of that only what kind of error it is is told. */
  end: (facts?: SpanFacts, error?: unknown) => void;
};

/** Begins spans of one service: below the work that `traceparent` names, or without it a new trace. */
export type Tracer = (name: string, kind: SpanKind, traceparent?: string, beganAt?: number) => Span;

type Current = { requestId: string; span?: Span };

/** The request of whatever runs now: logs, outbox rows and calls to other parts carry its id on, and its trace when there is one. */
export const currentRequest = new AsyncLocalStorage<Current>();

/** The trace as a header or a column of what goes on elsewhere; undefined when nothing is traced. */
export const currentTraceparent = (): string | undefined => currentRequest.getStore()?.span?.traceparent;

/** That header of a call to another part; none when nothing is traced. */
export const traceHeaders = (): Record<string, string> => {
  const traceparent = currentTraceparent();
  return traceparent ? { traceparent } : {};
};

/** Runs work as the current request; its span, when it has one, ends with it. @throws what the work throws */
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

/** Runs work as a part of what runs now, with a span of its own when that is traced. @throws what the work throws */
export function traced<Result>(name: string, kind: SpanKind, work: () => Promise<Result>): Promise<Result> {
  const current = currentRequest.getStore();
  return current?.span ? runAs({ ...current, span: current.span.child(name, kind) }, work) : work();
}
