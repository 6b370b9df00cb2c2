import { Query, type Client, type Connection, type QueryResult } from 'pg';
import { isOutdated, prepareAnew, preparedName } from './prepared';
import type { AnsweredQuery, ParseMessage, Sends } from './private-parts';

export type Statement = {
  text: string;
  /** Null for text without values. It may hold several commands, so it is sent alone. */
  values: unknown[] | null;
  resolve: (result: QueryResult) => void;
  reject: (error: unknown) => void;
};

/** A client, and the names of the statements that the server has prepared for its connection. */
type Preparing = Client & { readonly prepared: Set<string> };

const ignore = () => undefined;

/** Sends statements in one message: the server runs them in order, and skips all after one that fails. */
export function sendTogether(client: Preparing, statements: readonly Statement[], onDone: () => void): void {
  let hasFailed = false;
  const fail = (error: unknown) => {
    hasFailed = true;
    if (isOutdated(error)) prepareAnew();
    for (const { reject } of statements) reject(error);
    onDone();
  };
  const queries = statements.map(
    ({ text, values, resolve }) =>
      new Query({ text, values: values ?? [], queryMode: 'extended' } as never, (error, result) =>
        error ? fail(error) : resolve(result),
      ) as AnsweredQuery,
  );
  const names = statements.map(({ text }) => preparedName(text));
  const sentNames = new Set<string>();
  let nth = 0;
  const current = () => queries[nth] as AnsweredQuery;
  const isDone = () => {
    const name = names[nth];
    if (name) client.prepared.add(name);
    nth += 1;
  };
  client.query({
    submit(connection: Connection) {
      // Every statement would end its message by itself; here one end is enough for all.
      const open = Object.create(connection, { sync: { value: ignore } }) as Connection;
      connection.stream.cork();
      try {
        // A value that cannot be sent ends the message early.
        for (const [at, query] of queries.entries())
          if (!hasFailed) query.submit(underName(names[at], open, client.prepared, sentNames));
        connection.sync();
      } finally {
        connection.stream.uncork();
      }
    },
    handleRowDescription: (message: unknown) => current().handleRowDescription(message),
    handleDataRow: (message: unknown) => current().handleDataRow(message),
    handleCommandComplete(message: unknown, connection: Connection) {
      current().handleCommandComplete(message, connection);
      isDone();
    },
    handleEmptyQuery: isDone,
    handleError: fail,
    handleReadyForQuery(connection: Connection) {
      for (const query of queries) if (!hasFailed) query.handleReadyForQuery(connection);
      if (!hasFailed) onDone();
    },
  });
}

/** A connection that prepares a statement under this name, unless the server has it already, and then runs it by this name. */
function underName(
  name: string | null | undefined,
  connection: Connection,
  preparedNames: ReadonlySet<string>,
  sentNames: Set<string>,
) {
  if (!name) return connection;
  const { parse, bind, close } = connection as unknown as Sends;
  return Object.create(connection, {
    parse: {
      value(message: ParseMessage) {
        if (preparedNames.has(name) || sentNames.has(name)) return;
        sentNames.add(name);
        // A statement that failed on its first run may exist on the server already.
        close.call(connection, { type: 'S', name });
        parse.call(connection, { ...message, name });
      },
    },
    bind: { value: (message: object) => bind.call(connection, { ...message, statement: name }) },
  }) as Connection;
}
