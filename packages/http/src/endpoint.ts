import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import type { Caller } from './auth';
import type { Refusals } from './refusals';

/** Roles of admins, by name; what they are called is for the services to say. */
export type Roles = readonly string[];

/**
 * Who may call: anyone, a session's user, an admin of any role, the gateway itself, admins of the named `roles`, or the user whose
 * id is in the path (`owner` names the parameter; `admin` lets admins in too, all or those of the roles; `hidden` answers 404
 * instead of 401 and 403). `users`: every user, of whom those with one of the `admin` roles are admins to the handler, all others
 * are not.
 */
export type Who =
  | 'anyone'
  | 'user'
  | 'admin'
  | 'gateway'
  | { roles: Roles }
  | { users: true; admin: Roles }
  | { owner: string; admin: boolean | Roles; hidden?: boolean };

/** Whether the caller is an admin of one of the roles. */
export const hasRole = ({ admin, role }: Caller, roles: Roles): boolean => admin && role !== null && roles.includes(role);

export type Context<Params, Query, Body, By = Caller> = {
  params: Params;
  query: Query;
  body: Body;
  caller: By;
  req: Request;
  res: Response;
};

/** An answer that is not JSON, by its media types. `streamed`: the handler writes it piece by piece. */
export type Content = { types: readonly string[]; streamed: boolean };
/** JSON of a schema, something else, or (null) no body at all. */
export type Answer = z.ZodType | Content | null;
export type Answers = Readonly<Record<number, Answer>>;

/**
 * The answer holds personal data, or takes data away: whoever is let in as an admin is put on record with it, and with `own` everybody.
 * `id` names the parameter with the subject's id; a list has none.
 */
export type Look = { action: string; subject: string; id?: string; own?: true };

export type Endpoint = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  who: Who;
  /** Asks for a second factor that was confirmed a short while ago. */
  stepUp?: true;
  look?: Look;
  summary: string;
  status: number;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Parts of a multipart form, which the handler reads. */
  form?: z.ZodType;
  /** What it answers when it does not refuse, by status. */
  answers?: Answers;
  refuses?: Refusals;
  /** Media type of the request body when it is not JSON. */
  accepts?: string;
  /** Runs after the caller is known and allowed: upload parsing. */
  middleware: RequestHandler[];
  handle: (context: Context<never, never, never>) => Promise<unknown>;
};

type Schema = z.ZodType | undefined;
export type Out<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;

/** Declares one call: path, who may, what goes in, what it does. The handler's result is the JSON answer. */
export const endpoint = <P extends Schema = undefined, Q extends Schema = undefined, B extends Schema = undefined>(declared: {
  method: Endpoint['method'];
  path: string;
  who: Who;
  stepUp?: true;
  look?: Look;
  summary: string;
  status?: number;
  params?: P;
  query?: Q;
  body?: B;
  answer?: z.ZodType;
  accepts?: string;
  middleware?: RequestHandler[];
  handle: (context: Context<Out<P>, Out<Q>, Out<B>>) => Promise<unknown>;
}): Endpoint => {
  const { answer, status = 200, ...rest } = declared;
  return { middleware: [], ...rest, status, ...(answer && { answers: { [status]: answer } }) };
};

/** An answer that is not plain JSON with the declared status. */
export class Reply<Status extends number = number, Body = unknown> {
  constructor(
    readonly status: Status,
    readonly body: Body,
    readonly headers: Record<string, string> = {},
  ) {}
}
export const reply = <const Status extends number, Body>(status: Status, body: Body, headers?: Record<string, string>) =>
  new Reply(status, body, headers);
export const redirect = (location: string) => new Reply(302, null, { location });
/** The handler has written the response itself: a stream. */
export const STREAMED = Symbol('streamed');
