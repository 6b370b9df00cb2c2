import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import { withValues } from '@shop/contracts/pages';
import type { AnswerOf, BodyOf, Calls, ParamsOf, QueryOf } from '@shop/contracts/routes';

export type Call = Extract<keyof Calls, `${string} /api/${string}`>;

/** The answer of a call, or of one of several calls. */
export type Answer<C extends Call> = { [One in C]: AnswerOf<Calls[One]> }[C];
export type Body<C extends Call> = Exclude<BodyOf<Calls[C]>, FormData>;

declare const answer: unique symbol;
/** A request that carries the type of its answer. */
export type TypedRequest<A = unknown> = FetchArgs & { [answer]?: A };
/** The answer to a request, as its `responseHandler` reads it when it has one. */
export type AnswerTo<Request> = Request extends { responseHandler: (answer: Response) => Promise<infer Read> }
  ? Read
  : Request extends TypedRequest<infer A>
    ? A
    : never;

type If<Part, Field> = [Part] extends [never] ? unknown : Field;
type CallOptions<C extends Call> = { timeout?: number } & If<ParamsOf<Calls[C]>, { params: ParamsOf<Calls[C]> }> &
  /** The query, as an object or as it stands in the address of a page. */
  If<QueryOf<Calls[C]>, { query?: QueryOf<Calls[C]> | string }> &
  If<BodyOf<Calls[C]>, { body: BodyOf<Calls[C]> }>;

type Loose = { params?: object; query?: object | string; body?: unknown; timeout?: number };

/**
 * Makes a request for the API. The compiler checks its parts against the route.
 * @example call('PUT /api/announcements/:id', { params: { id }, body: { is_active } })
 */
export function call<C extends Call>(
  name: C,
  ...[parts]: object extends CallOptions<C> ? [CallOptions<C>?] : [CallOptions<C>]
): TypedRequest<Answer<C>> {
  const { params, query, ...rest }: Loose = parts ?? {};
  const [method, path = ''] = name.split(' ');
  const url = withValues(path, { ...params }).slice('/api/'.length);
  if (typeof query === 'string') return { method, url: `${url}?${query}`, ...rest };
  return { method, url, ...(query && { params: query as Record<string, unknown> }), ...rest };
}
