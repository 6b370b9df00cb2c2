import { z } from 'zod';

/** Names of admin roles. The program says which roles exist. */
export type Roles<Role extends string = string> = readonly Role[];

/**
 * The callers that a call accepts: anyone, a session's user, an admin of any role, the gateway itself, admins of the named `roles`,
 * or the user whose id is in the path (`owner` names the parameter; `admin` lets admins in too, all or those of the roles; `hidden`
 * answers 404 instead of 401 and 403). `users`: every user; to the handler, only those with one of the `admin` roles are admins.
 */
export type Who<Role extends string = string> =
  | 'anyone'
  | 'user'
  | 'admin'
  | 'gateway'
  | { roles: Roles<Role> }
  | { users: true; admin: Roles<Role> }
  | { owner: string; admin: boolean | Roles<Role>; hidden?: boolean };

/** An answer that is not JSON, by its media types. `streamed`: the handler writes it piece by piece. */
export type Content = { types: readonly string[]; streamed: boolean };
/** JSON of a schema, another content, or null for no body at all. */
export type Answer = z.ZodType | Content | null;
/** The answers of a successful call, by status. */
export type Answers = Readonly<Record<number, Answer>>;

/**
 * Marks an answer that holds personal data or exports data: a caller who is let in as an admin is recorded, and with `own` every
 * caller. `id` names the parameter with the subject's id; a list has none.
 */
export type Look = { action: string; subject: string; id?: string; own?: true };

/**
 * A look at personal data: who looked at which subject. `id` is the subject's, or null for a list. `own`: no caller was let in as
 * an admin for it.
 */
export type LookRecord = Pick<Look, 'action' | 'subject'> & { userId: number; id: number | null; own: boolean };

/**
 * A limit that the service applies to callers, from which the call's 429 follows: the name of its counts, and the words after "More
 * than" in its description.
 */
export type Limit = { readonly name: string; readonly words: string };

/**
 * What must have been confirmed in the session recently: the second factor of an account that has one. With `factor-or-password`,
 * an account without a factor must have confirmed its password.
 */
export type StepUp = 'factor' | 'factor-or-password';

/** The refusals of a call, by status and code, in words for its callers: `{ '409 sold': 'Another buyer has it' }`. */
export type Refusals = { readonly [refusal in `4${number} ${string}` | `5${number} ${string}`]: string };

/** A link to a page of the same site. */
export type PageLink = { readonly address: string; readonly text: string };

/** The declaration of a call. `Role`: the names of the admins' roles. */
export type Route<Role extends string = string> = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** `/*` at its end stands for one or more further parts of the address: `params.rest`, as they are written there. */
  path: `/${string}`;
  who: Who<Role>;
  stepUp?: StepUp;
  /**
   * Whether the call moves money or rights: the gateway then asks about the session for this very request, and an answer that it
   * keeps does not count. Calls with `stepUp` are asked about like these.
   */
  confirmed?: boolean;
  /**
   * Whose account the call ends, the caller's own or the one whose `id` is in the path: just before, the gateway asks what is open
   * with it.
   */
  endsAccountOf?: 'caller' | 'id';
  /** Whether a session may be over or have other rights afterwards, so that the gateway asks about it again. */
  changesSession?: true;
  look?: Look;
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  /** The schema of a JSON body, which is read and checked before the handler runs, unless there is a `form` beside it. */
  body?: z.ZodType;
  /** The schema of a multipart form with its files, which the handler reads. With a `body` beside it, the call accepts either. */
  form?: z.ZodType;
  /** The media type of a body that the handler reads itself. */
  raw?: string;
  /** The media type of a body of any size that passes the gateway as it comes, and that the handler reads as a stream. */
  stream?: string;
  answers: Answers;
  limits?: readonly Limit[];
  /** The refusals beyond those that follow from the rest: invalid input, strangers, step-up, limits, a service that is away. */
  refuses?: Refusals & { readonly '429 too-many'?: never };
  /** Browsers open this call by a link on that page. A refusal is then a small page that leads back there, instead of JSON. */
  linkedFrom?: PageLink;
};

/**
 * Declares one call. The service implements it, the gateway routes it, and the code that calls it is checked against it.
 * @example
 * route({ method: 'post', path: '/notes', who: 'user', summary: 'A note', body: NoteForm, answers: { 201: NoteView } })
 */
export const route = <const Declaration extends Route>(declaration: Declaration): Declaration => declaration;

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
