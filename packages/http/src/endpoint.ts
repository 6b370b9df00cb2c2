import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import type { Caller } from './auth';
import type { Refusals } from './refusals';
import type { PageLink } from './small-page';

/** Names of admin roles. The services define which roles exist. */
type Roles = readonly string[];

/**
 * The callers that a call accepts: anyone, a session's user, an admin of any role, the gateway itself, admins of the named `roles`,
 * or the user whose id is in the path (`owner` names the parameter; `admin` lets admins in too, all or those of the roles; `hidden`
 * answers 404 instead of 401 and 403). `users`: every user; to the handler, only those with one of the `admin` roles are admins.
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
/** JSON of a schema, another content, or null for no body at all. */
export type Answer = z.ZodType | Content | null;
export type Answers = Readonly<Record<number, Answer>>;

/**
 * Marks an answer that holds personal data or exports data: a caller who is let in as an admin is recorded, and with `own` every
 * caller. `id` names the parameter with the subject's id; a list has none.
 */
export type Look = { action: string; subject: string; id?: string; own?: true };

/** A limit that the service applies to callers: the name of its counts, and the words after "More than" in its description. */
export type Limit = { readonly name: string; readonly words: string };

/**
 * What must have been confirmed in the session recently: the second factor of an account that has one. With `factor-or-password`,
 * an account without a factor must have confirmed its password.
 */
export type StepUp = 'factor' | 'factor-or-password';

/** The declaration of a call, without its handler. */
export type Declared = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  who: Who;
  stepUp?: StepUp;
  look?: Look;
  summary: string;
  status: number;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The schema of a multipart form, which the handler reads. */
  form?: z.ZodType;
  /** The answers of a successful call, by status. */
  answers?: Answers;
  limits?: readonly Limit[];
  refuses?: Refusals;
  /** Browsers open this call by a link on that page. A refusal is then a small page that leads back there, instead of JSON. */
  linkedFrom?: PageLink;
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
