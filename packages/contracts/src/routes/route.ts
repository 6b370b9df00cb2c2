import { z } from 'zod';
import type { AdminRole } from '../constants';
import type { Limit } from './limits';

type Roles = readonly AdminRole[];

/**
 * The callers that a call accepts: anyone, a session's user, an admin of any role, the gateway itself, admins of the named `roles`,
 * or the user whose id is in the path (`owner` names the parameter; `admin` lets admins in too, `hidden` answers 404 instead of 401
 * and 403). `users`: every user; to the handler, those with one of the `admin` roles are admins.
 */
type Who =
  | 'anyone'
  | 'user'
  | 'admin'
  | 'gateway'
  | { roles: Roles }
  | { users: true; admin: Roles }
  | { owner: string; admin: boolean | Roles; hidden?: boolean };

/** An answer that is not JSON, by its media types. `streamed`: the handler writes it piece by piece. */
export type Content = { types: readonly string[]; streamed: boolean };

/** JSON of a schema, another content, or null for no body at all. */
export type Answer = z.ZodType | Content | null;

/**
 * Marks an answer that holds personal data or exports data: a caller who is let in as an admin is recorded, and with `own` every
 * caller. `id` names the parameter with the subject's id; a list has none.
 */
type Look = { action: string; subject: string; id?: string; own?: true };

/**
 * The refusals of a call, by status and code, in words for its callers: `{ '409 sold': 'Another buyer has it' }`. Those that follow
 * from the rest of the declaration are not listed: invalid input, strangers, step-up, limits, a service that is away.
 */
type Refusals = { readonly [refusal in `4${number} ${string}` | `5${number} ${string}`]: string } & {
  readonly '429 too-many'?: never;
};

export type Route = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: `/${string}`;
  who: Who;
  /** What must have been confirmed a short while ago: a value of `ASKS`. */
  stepUp?: 'factor' | 'factor-or-password';
  /**
   * Whether the call moves money or rights: the gateway then asks identity about the session for this very request, and an answer
   * that it keeps does not count. Calls with `stepUp` are asked about like these.
   */
  confirmed?: true;
  /**
   * Whose account the call ends, the caller's own or the one whose `id` is in the path: just before, the gateway asks orders and
   * sellers what is open with it and tells identity.
   */
  endsAccountOf?: 'caller' | 'id';
  /** Whether a session may be over or have other rights afterwards, so that the gateway asks identity about it again. */
  changesSession?: true;
  look?: Look;
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The schema of a multipart form with its files, which the handler reads. With a `body` beside it, the call accepts either. */
  form?: z.ZodType;
  /** The media type of a body that the handler reads itself. */
  raw?: string;
  /** The answers of a successful call, by status. */
  answers: Readonly<Record<number, Answer>>;
  /** The limits of the call. */
  limits?: readonly Limit[];
  refuses?: Refusals;
  /** Browsers open this call by a link on that page of the shop. A refusal is then a small page that leads back there. */
  linkedFrom?: { readonly address: string; readonly text: string };
};

export type Routes = Readonly<Record<string, Route>>;

/**
 * Declares one call. The service implements it, the gateway routes it, and the browser's code is checked against it.
 * @example
 * sendNote: route({ method: 'post', path: '/api/notes', who: 'user', summary: 'A note', body: NoteForm,
 * answers: { 201: NoteView } })
 */
export const route = <const Declared extends Route>(declared: Declared): Declared => declared;

/** An answer of these media types, text or bytes. */
export const content = <const Types extends readonly string[]>(...types: Types) => ({ types, streamed: false as const });

/** An answer of these media types that the handler writes piece by piece. */
export const streamed = <const Types extends readonly string[]>(...types: Types) => ({ types, streamed: true as const });

/** The answers of a stored file that never changes: whole, in parts, or not modified. */
export const storedFile = <const Types extends readonly string[]>(...types: Types) => {
  const bytes = streamed(...types);
  return { 200: bytes, 206: bytes, 304: null, 416: null };
};

/**
 * The query of a call that never refuses it: it describes these fields, and values that do not fit have no effect, like unknown
 * fields. A handler that needs them checks them itself.
 */
export const anyQuery = <Fields extends z.ZodRawShape>({ shape }: z.ZodObject<Fields>) =>
  z.looseObject(
    Object.fromEntries(
      Object.entries(shape).map(([name, field]) => [name, z.catch(z.optional(field), undefined)]),
    ) as unknown as { [Name in keyof Fields]: z.ZodCatch<z.ZodOptional<Fields[Name]>> },
  );
