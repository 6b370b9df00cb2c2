import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import type { Caller } from './auth';

/**
 * Who may call: anyone, a session's user, an admin, the gateway itself, or the user whose id is in the path
 * (`owner` names the parameter; `admin` lets admins in too; `hidden` answers 404 instead of 401 and 403).
 */
export type Who = 'anyone' | 'user' | 'admin' | 'gateway' | { owner: string; admin: boolean; hidden?: boolean };

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
