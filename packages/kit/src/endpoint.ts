import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import type { Caller } from './auth';

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

export type Context<Params, Query, Body> = {
  params: Params;
  query: Query;
  body: Body;
  caller: Caller;
  req: Request;
  res: Response;
};

export type Endpoint = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  who: Who;
  /** Asks for a second factor that was confirmed a short while ago. */
  stepUp?: true;
  summary: string;
  status: number;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  answer?: z.ZodType;
  /** Media type of the request body when it is not JSON. */
  accepts?: string;
  /** Runs after the caller is known and allowed: upload parsing. */
  middleware: RequestHandler[];
  handle: (context: Context<never, never, never>) => Promise<unknown>;
};

type Schema = z.ZodType | undefined;
type Out<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;

/** Declares one call: path, who may, what goes in, what it does. The handler's result is the JSON answer. */
export const endpoint = <P extends Schema = undefined, Q extends Schema = undefined, B extends Schema = undefined>(declared: {
  method: Endpoint['method'];
  path: string;
  who: Who;
  stepUp?: true;
  summary: string;
  status?: number;
  params?: P;
  query?: Q;
  body?: B;
  answer?: z.ZodType;
  accepts?: string;
  middleware?: RequestHandler[];
  handle: (context: Context<Out<P>, Out<Q>, Out<B>>) => Promise<unknown>;
}): Endpoint => ({ status: 200, middleware: [], ...declared });

/** An answer that is not plain JSON with the declared status. */
export class Reply {
  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly headers: Record<string, string> = {},
  ) {}
}
export const reply = (status: number, body: unknown, headers?: Record<string, string>) => new Reply(status, body, headers);
export const redirect = (location: string) => new Reply(302, null, { location });
/** The handler has written the response itself: a stream. */
export const STREAMED = Symbol('streamed');
