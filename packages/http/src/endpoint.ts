import type { Answers, Roles, Route } from '@shop/declare';
import type { Request, RequestHandler, Response } from 'express';
import type { Caller } from './auth';

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

/** The declaration of a call, without its handler. `answers` may be absent in tests, and is then not compared. */
export type Declared = Omit<Route, 'path' | 'raw' | 'answers'> & {
  path: string;
  status: number;
  answers?: Answers;
  /** The media type of the request body when it is not JSON. */
  accepts?: string;
};

export type Endpoint = Declared & {
  /** Runs once the caller is known and allowed, for example to parse an upload. */
  middleware: RequestHandler[];
  handle: (context: Context<never, never, never>) => Promise<unknown>;
};

/** An answer that is not plain JSON with the declared status. */
export class Reply<Status extends number = number, Body = unknown> {
  constructor(
    readonly status: Status,
    readonly body: Body,
    readonly headers: Record<string, string> = {},
  ) {}
}
/** Answers with another status than the plain one, or with a body that is not JSON. */
export const reply = <const Status extends number, Body>(status: Status, body: Body, headers?: Record<string, string>) =>
  new Reply(status, body, headers);
/** Answers 302 to an absolute address, encoded in ASCII because headers carry no other letters. */
export const redirect = (address: string, headers: Record<string, string> = {}) =>
  new Reply(302, null, { ...headers, location: new URL(address).href });
/** A handler returns it after it has written the response itself, as a stream. */
export const STREAMED = Symbol('streamed');
