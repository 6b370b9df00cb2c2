import type { RequestHandler } from 'express';
import type { z } from 'zod';
import type { Caller } from './auth';
import type { Answer, Answers, Content, Context, Endpoint, Look, Out, Reply, STREAMED, Who } from './endpoint';
import type { Refusals } from './refusals';

/** A call as it is declared, apart from what it does. */
export type Route = {
  method: Endpoint['method'];
  path: string;
  who: Who;
  stepUp?: true;
  look?: Look;
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  /** JSON, read and checked before the handler runs, unless there is a `form` beside it. */
  body?: z.ZodType;
  /** Parts of a multipart form, which the handler reads. */
  form?: z.ZodType;
  /** Media type of a body that the handler reads as it comes. */
  raw?: string;
  /** What it answers when it does not refuse, by status. */
  answers: Answers;
  /** What it refuses beyond what follows from the rest. */
  refuses?: Refusals;
};

type In<R, Part extends string> = R extends Record<Part, infer S extends z.ZodType> ? Out<S> : undefined;
/** Whoever is let in has an account, unless anyone is, or the gateway itself calls. */
type CallerOf<R> = R extends { who: 'anyone' | 'gateway' } ? Caller : Caller & { userId: number };
type ContextOf<R> = Context<
  In<R, 'params'>,
  In<R, 'query'>,
  R extends { form: z.ZodType } ? undefined : In<R, 'body'>,
  CallerOf<R>
>;

type Done = 200 | 201 | 202 | 204;
type DoneIn<A> = keyof A & Done;
type IsOne<T, All = T> = [T] extends [never] ? false : T extends unknown ? ([All] extends [T] ? true : false) : never;
type Nothing = null | undefined | void;
/** JSON that is in bytes already goes as it is. */
type BodyOf<A> = A extends z.ZodType ? z.input<A> | Buffer : A extends Content ? string | Buffer : Nothing;
type Plain<A> = A extends z.ZodType ? z.input<A> : A extends null ? Nothing : never;
type Streams<A> = A extends { streamed: true } ? typeof STREAMED : never;

/**
 * What a handler may answer: JSON as it is where the route declares one status of success, a `reply` of a declared status,
 * `STREAMED` where the route streams.
 */
type ResultOf<A> =
  | (IsOne<DoneIn<A>> extends true ? Plain<A[DoneIn<A>]> : never)
  | { [Status in keyof A & number]: Reply<Status, BodyOf<A[Status]>> }[keyof A & number]
  | Streams<A[keyof A]>;

type Handle<R extends Route> = (context: ContextOf<R>) => Promise<ResultOf<R['answers']>>;

/** What a route does; `before` runs once the caller is known and allowed. */
type Handler<R extends Route> = Handle<R> | { before: RequestHandler[]; handle: Handle<R> };

/** One handler for each route, by the same names. */
export type Handlers<Routes> = { [Name in keyof Routes]: Routes[Name] extends Route ? Handler<Routes[Name]> : never };

type NoOthers<Given, Routes> = { [Name in Exclude<keyof Given, keyof Routes>]: never };

/**
 * The calls of a service from what it declares and what it does: every route has its handler, and no handler is without a route.
 * @example implement(noteRoutes, { addNote: ({ body, caller }) => addNote(source, caller, body) })
 */
export const implement = <R extends Record<string, Route>, H extends Handlers<R>>(
  routes: R,
  handlers: H & NoOthers<H, R>,
): Endpoint[] =>
  Object.entries(routes).map(([name, route]) => {
    const handler: unknown = handlers[name];
    const { before, handle } = (typeof handler === 'function' ? { before: [], handle: handler } : handler) as {
      before: RequestHandler[];
      handle: Endpoint['handle'];
    };
    return { ...declared(route), middleware: before, handle };
  });

/** An endpoint without what it does. */
export function declared({ raw, ...route }: Route): Omit<Endpoint, 'middleware' | 'handle'> {
  const accepts = route.form ? 'multipart/form-data' : raw;
  return { ...route, status: statusOf(route.answers), ...(accepts && { accepts }) };
}

/** The status of what a handler answers plainly: the first that is no refusal. */
const statusOf = (answers: Record<number, Answer>) => Math.min(...Object.keys(answers).map(Number));
