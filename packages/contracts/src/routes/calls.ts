import type { Content, Route } from '@shop/declare';
import type { z } from 'zod';

/** The types of a call's input and output, taken from its route. A call is named by method and path: `GET /api/announcements/:id`. */

type NameOf<R> = R extends { method: infer Method extends string; path: infer Path extends string }
  ? `${Uppercase<Method>} ${Path}`
  : never;
type RoutesOf<Owners> = { [Owner in keyof Owners]: Owners[Owner][keyof Owners[Owner]] }[keyof Owners];

export type CallsOf<Owners> = { [R in RoutesOf<Owners> as NameOf<R>]: R };

type InputOf<R, Part extends string> = R extends Record<Part, infer Schema extends z.ZodType> ? z.input<Schema> : never;

export type ParamsOf<R extends Route> = InputOf<R, 'params'>;
export type QueryOf<R extends Route> = InputOf<R, 'query'>;
export type BodyOf<R extends Route> = InputOf<R, 'body'> | (R extends { form: z.ZodType } ? FormData : never);

type If<Part, Field> = [Part] extends [never] ? unknown : Field;
/** The input of a call: the parts that its route takes. */
export type GivenOf<R extends Route> = If<ParamsOf<R>, { params: ParamsOf<R> }> &
  If<QueryOf<R>, { query?: QueryOf<R> }> &
  If<BodyOf<R>, { body: BodyOf<R> }>;

type SuccessStatus = 200 | 201 | 202 | 204;
type Read<A> = A extends z.ZodType ? z.output<A> : A extends Content ? unknown : null;
type ReadAny<Answers> = { [Status in keyof Answers & SuccessStatus]: Read<Answers[Status]> }[keyof Answers & SuccessStatus];

/** The answer of a call that succeeds. */
export type AnswerOf<R extends Route> = ReadAny<R['answers']>;
