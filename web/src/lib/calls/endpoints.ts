import type {
  Api,
  BaseQueryApi,
  BaseQueryFn,
  CoreModule,
  EndpointDefinitions,
  FetchArgs,
  InfiniteQueryDefinition,
  InfiniteQueryExtraOptions,
  MutationDefinition,
  MutationExtraOptions,
  QueryDefinition,
  QueryExtraOptions,
  QueryReturnValue,
  reactHooksModuleName,
} from '@reduxjs/toolkit/query/react';
import type { AnswerTo, TypedRequest } from './call';

/** The shape in which screens see every refused or failed call. */
export type ApiError = {
  status: number | 'NETWORK' | 'TIMEOUT';
  code?: string;
  message: string;
  field?: string;
  details?: unknown;
  /** Seconds, from the Retry-After of a 429. */
  retryAfter?: number;
};

/** The `extraOptions` of an endpoint. */
export type Extra = {
  /** Whether the call carries the admin's token; see `asAdmin`. */
  admin?: boolean;
  /** Whether the endpoint gets the answer unchanged, because it checks the entries itself. */
  asItCame?: boolean;
};
export type Ask = BaseQueryFn<string | FetchArgs, unknown, ApiError, Extra>;

type Maybe<Value> = Value | PromiseLike<Value>;

/** An endpoint that makes one request, whose answer it may read in its own way. */
type Asking<Arg, Request, Result> = {
  query: (arg: Arg) => Request;
  transformResponse?: (answer: AnswerTo<Request>) => Result;
  extraOptions?: Extra;
};
export type AskOnce = <A>(request: TypedRequest<A>) => Maybe<QueryReturnValue<A, ApiError, object>>;

/** An endpoint that makes several requests, or reads refusals. */
type AskingItself<Arg, Result> = {
  queryFn: (arg: Arg, store: BaseQueryApi, extra: Extra, ask: AskOnce) => Maybe<QueryReturnValue<Result, ApiError, object>>;
  extraOptions?: Extra;
};

type QueryOptions<Tags extends string, Result, Arg> = Omit<QueryExtraOptions<Tags, Result, Arg, Ask, 'api'>, 'type'>;
type MutationOptions<Tags extends string, Result, Arg> = Omit<MutationExtraOptions<Tags, Result, Arg, Ask, 'api'>, 'type'>;
type PagesOptions<Tags extends string, Result, Arg, Page> = Omit<
  InfiniteQueryExtraOptions<Tags, Result, Arg, Page, Ask, 'api'>,
  'type'
>;

/**
 * RTK Query's builder of endpoints, which takes the types of their answers from the calls that they make. `NoInfer`: what tags and
 * listeners accept says nothing about the answer.
 */
type EndpointBuilder<Tags extends string> = {
  query<Result, Arg>(
    endpoint: AskingItself<Arg, Result> & QueryOptions<Tags, NoInfer<Result>, NoInfer<Arg>>,
  ): QueryDefinition<Arg, Ask, Tags, Result, 'api'>;
  query<Request extends TypedRequest, Arg = void, Result = AnswerTo<Request>>(
    endpoint: Asking<Arg, Request, Result> & QueryOptions<Tags, NoInfer<Result>, NoInfer<Arg>>,
  ): QueryDefinition<Arg, Ask, Tags, Result, 'api'>;
  mutation<Request extends TypedRequest, Arg = void, Result = AnswerTo<Request>>(
    endpoint: Asking<Arg, Request, Result> & MutationOptions<Tags, NoInfer<Result>, NoInfer<Arg>>,
  ): MutationDefinition<Arg, Ask, Tags, Result, 'api'>;
  infiniteQuery<Request extends TypedRequest, Arg, Page, Result = AnswerTo<Request>>(
    endpoint: Asking<{ queryArg: Arg; pageParam: Page }, Request, Result> &
      PagesOptions<Tags, NoInfer<Result>, NoInfer<Arg>, NoInfer<Page>>,
  ): InfiniteQueryDefinition<Arg, Page, Ask, Tags, Result, 'api'>;
};

/** Adds endpoints to the api. `New` is of no type of RTK's: the compiler would take `any` from it for an endpoint's parts. */
export type AddEndpoints<Tags extends string> = <New extends Record<string, object>>(options: {
  endpoints: (build: EndpointBuilder<Tags>) => New;
}) => New extends EndpointDefinitions ? Api<Ask, New, 'api', Tags, CoreModule | typeof reactHooksModuleName> : never;
