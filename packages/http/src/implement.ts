import type { Answer, Content, Route } from '@shop/declare';
import type { RequestHandler } from 'express';
import type { z } from 'zod';
import type { Caller, UserCaller } from './auth';
import type { Context, Declared, Endpoint, Reply, STREAMED } from './endpoint';

type In<R, Part extends string> = R extends Record<Part, infer S extends z.ZodType> ? z.output<S> : undefined;
/** A caller has an account, except on calls for anyone and for the gateway. */
type CallerOf<R> = R extends { who: 'anyone' | 'gateway' } ? Caller : UserCaller;
type ContextOf<R> = Context<
  In<R, 'params'>,
  In<R, 'query'>,
  R extends { form: z.ZodType } ? undefined : In<R, 'body'>,
  CallerOf<R>
>;

type SuccessStatus = 200 | 201 | 202 | 204;
type DoneIn<A> = keyof A & SuccessStatus;
type IsOne<T, All = T> = [T] extends [never] ? false : T extends unknown ? ([All] extends [T] ? true : false) : never;
type Nothing = null | undefined | void;
/** A Buffer is sent as finished JSON. */
type BodyOf<A> = A extends z.ZodType ? z.input<A> | Buffer : A extends Content ? string | Buffer : Nothing;
type Plain<A> = A extends z.ZodType ? z.input<A> : A extends null ? Nothing : never;
type Streams<A> = A extends { streamed: true } ? typeof STREAMED : never;

/**
 * The results that a handler may return: plain JSON when the route declares one status of success, a `reply` with a declared status, or
 * `STREAMED` when the route streams.
 */
type ResultOf<A> =
  | (IsOne<DoneIn<A>> extends true ? Plain<A[DoneIn<A>]> : never)
  | { [Status in keyof A & number]: Reply<Status, BodyOf<A[Status]>> }[keyof A & number]
  | Streams<A[keyof A]>;

type Handle<R extends Route> = (context: ContextOf<R>) => Promise<ResultOf<R['answers']>>;

/** The handler of a route. `before` runs once the caller is known and allowed. */
type Handler<R extends Route> = Handle<R> | { before: RequestHandler[]; handle: Handle<R> };

/** One handler for each route, under the same name. */
export type Handlers<Routes> = { [Name in keyof Routes]: Routes[Name] extends Route ? Handler<Routes[Name]> : never };

type NoOthers<Given, Routes> = { [Name in Exclude<keyof Given, keyof Routes>]: never };

/**
 * The endpoints of a service from its routes and handlers. Every route needs a handler, and every handler a route.
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
    return { ...declarationOf(route), middleware: before, handle };
  });

/** The endpoint of a route, without its handler. */
export function declarationOf({ raw, ...route }: Route): Declared {
  const accepts = route.form ? 'multipart/form-data' : (route.stream ?? raw);
  return { ...route, status: statusOf(route.answers), ...(accepts && { accepts }) };
}

/** The status of a plain result: the lowest declared one, which means success. */
const statusOf = (answers: Record<number, Answer>) => Math.min(...Object.keys(answers).map(Number));
