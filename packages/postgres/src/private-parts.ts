import type { Socket } from 'node:net';
import type { Client, Connection, Query } from 'pg';

type Kind = 'function' | 'object' | 'boolean';

/**
 * The parts of `pg` that its documentation leaves out and that we rely on, each with its use. A version of pg may change them
 * without notice: `private-parts.test.ts` compares kinds and behaviour with the installed one. Outside this package only the bench
 * uses such parts (`bench/count-statements.mjs`: `query`, `sync`, and the events `commandComplete` and `readyForQuery`).
 */
export const PRIVATE_PARTS = {
  /** Of a connected client. */
  client: {
    connection: ['object', 'has the socket, and sends the messages'],
    readyForQuery: ['boolean', 'false while the server owes an answer: only then does silence mean a broken connection'],
    _ending: ['boolean', 'true once the client is being ended: a connection that breaks then is no error'],
  },
  /** Of a client's connection. */
  connection: {
    stream: ['object', 'the socket: its timer limits an answer, and corked it sends several messages in one write'],
    parse: ['function', 'gets a name, so that the server prepares the statement'],
    bind: ['function', 'gets the name, to run the prepared statement'],
    close: ['function', 'removes what a failed statement may have left under a name'],
    sync: ['function', 'ends a message: once for all statements that are sent together'],
    query: ['function', 'sends text without values; the bench counts it'],
  },
  /** Of a query. The client calls them itself, but for statements that are sent together we hand each query its messages. */
  query: {
    submit: ['function', 'sends one statement through the connection that it is given'],
    handleRowDescription: ['function', 'takes the columns of the answer'],
    handleDataRow: ['function', 'takes a row'],
    handleCommandComplete: ['function', 'takes the count of rows'],
    handleReadyForQuery: ['function', 'hands out the result'],
  },
} as const satisfies Record<string, Record<string, readonly [Kind, string]>>;

/** The methods that a client calls on an object that is passed to `query` and has `submit`. */
export const CALLED_BY_CLIENT = [
  'submit',
  'handleRowDescription',
  'handleDataRow',
  'handleCommandComplete',
  'handleEmptyQuery',
  'handleError',
  'handleReadyForQuery',
] as const;

/** Read once the client is connected, because TLS replaces the socket. */
export const socketOf = ({ connection }: Client) => connection.stream as Socket;

/** Whether the server owes an answer, and whether the client is being ended. */
export function stateOf(client: Client) {
  const { readyForQuery, _ending: isEnding } = client as unknown as { readyForQuery: boolean; _ending: boolean };
  return { owesAnswer: !readyForQuery, isEnding };
}

/** A query with the methods that the client calls on it; pg's types leave them out. */
export type AnsweredQuery = Query &
  Record<Exclude<keyof typeof PRIVATE_PARTS.query, 'submit'>, (message: unknown, connection?: Connection) => void>;

export type ParseMessage = { text: string };
/** The messages that name a statement; pg's types declare them differently. */
export type Sends = {
  parse: (message: ParseMessage) => void;
  bind: (message: object) => void;
  close: (statement: object) => void;
};
