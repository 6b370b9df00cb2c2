import { Client, Query, type Connection, type QueryResult } from 'pg';

/** Marks the values of a statement whose result nobody needs. */
const SOON = Symbol('soon');

/**
 * Values of a statement that writes inside a transaction and whose result nobody needs: it is sent together with the next statement, the
 * commit at the latest. When it fails, the next statement fails with its error, and nothing that follows it is done.
 * @example await db.query('INSERT INTO visits (at) VALUES ($1)', soon([at]))
 */
export const soon = <Values extends unknown[]>(values: Values): Values => Object.assign(values, { [SOON]: true });

type Statement = {
  text: string;
  /** Null for text without values, which may hold several commands: it cannot be sent together with others. */
  values: unknown[] | null;
  resolve: (result: QueryResult) => void;
  reject: (error: unknown) => void;
};

const BEGIN = 'START TRANSACTION';
/** Text without values that is one command. */
const ONE_COMMAND = /^(COMMIT|ROLLBACK|ROLLBACK TO SAVEPOINT \w+|SAVEPOINT \w+|RELEASE SAVEPOINT \w+)$/;

/**
 * Postgres' connection as our transactions use it, with fewer round trips. In a transaction, the statements that are asked for at the same
 * moment are sent in one message, in order; so are the begin and what is written `soon`, together with the statement after them. Each
 * still sees the work of those before it. A transaction that asks nothing sends nothing.
 */
export class PostgresClient extends Client {
  private inTransaction = false;
  /** Sent with the next statement. */
  private held: Statement[] = [];
  private queue: Statement[] = [];
  private busy = false;

  // the pool calls with a callback, TypeORM with text and values; only the latter opens transactions
  override query(...args: unknown[]): never {
    const [text, values] = args;
    if (typeof text !== 'string' || typeof args.at(-1) === 'function') return this.ask(...args);
    return this.take(text, Array.isArray(values) ? values : null) as never;
  }

  private take(text: string, values: unknown[] | null): Promise<QueryResult> {
    if (text === BEGIN || (this.inTransaction && values && SOON in values)) {
      this.inTransaction = true;
      this.held.push({ text, values: values ?? [], resolve: ignore, reject: ignore });
      return Promise.resolve(nothing(text));
    }
    if (!this.inTransaction) return this.ask(text, values ?? undefined);
    const isUnsent = this.held[0]?.text === BEGIN;
    if (text === 'COMMIT' || text === 'ROLLBACK') this.inTransaction = false;
    // what is rolled back need not be sent
    const isIdle = isUnsent && (text === 'ROLLBACK' || (text === 'COMMIT' && this.held.length === 1));
    if (isIdle || text.startsWith('ROLLBACK')) this.held = [];
    if (isIdle) return Promise.resolve(nothing(text));
    return new Promise((resolve, reject) => {
      const statement = { text, values: values ?? (ONE_COMMAND.test(text) ? [] : null), resolve, reject };
      if (this.queue.length === 0) process.nextTick(() => this.send());
      this.queue.push(...this.held.splice(0), statement);
    });
  }

  /** Sends what waits, when nothing is under way, up to a statement that must go alone. */
  private send() {
    if (this.busy || this.queue.length === 0) return;
    const alone = this.queue.findIndex(({ values }) => values === null);
    const statements = this.queue.splice(0, alone === 0 ? 1 : alone === -1 ? this.queue.length : alone);
    const [first] = statements;
    this.busy = true;
    const done = () => {
      this.busy = false;
      this.send();
    };
    if (statements.length > 1) askTogether(this, statements, done);
    else if (first)
      (this.ask(first.text, first.values ?? undefined) as Promise<QueryResult>).then(first.resolve, first.reject).finally(done);
  }

  private ask(...args: unknown[]): never {
    return (super.query as (...args: unknown[]) => never).apply(this, args);
  }
}

const ignore = () => undefined;

const nothing = (text: string): QueryResult => ({
  command: text.split(' ', 1)[0] ?? '',
  rowCount: null,
  oid: 0,
  fields: [],
  rows: [],
});

/** What pg calls on a query while its answers arrive; its types leave it out. */
type Heard = Record<
  'handleRowDescription' | 'handleDataRow' | 'handleCommandComplete' | 'handleEmptyQuery' | 'handleReadyForQuery',
  (message: unknown, connection?: Connection) => void
>;
type Asked = Query & Heard;

/** Sends statements in one message: the server runs them in order, and after one that fails none of the others. */
function askTogether(client: PostgresClient, statements: readonly Statement[], done: () => void): void {
  let failed = false;
  const fail = (error: unknown) => {
    failed = true;
    for (const { reject } of statements) reject(error);
    done();
  };
  const asked = statements.map(
    ({ text, values, resolve }) =>
      new Query({ text, values: values ?? [], queryMode: 'extended' } as never, (error, result) =>
        error ? fail(error) : resolve(result),
      ) as Asked,
  );
  let nth = 0;
  const current = () => asked[nth] as Asked;
  client.query({
    submit(connection: Connection) {
      // every statement would end its message by itself; here one end is enough for all
      const open = Object.create(connection, { sync: { value: ignore } }) as Connection;
      connection.stream.cork();
      try {
        // a value that cannot be sent ends the message early
        for (const one of asked) if (!failed) one.submit(open);
        connection.sync();
      } finally {
        connection.stream.uncork();
      }
    },
    handleRowDescription: (message: unknown) => current().handleRowDescription(message),
    handleDataRow: (message: unknown) => current().handleDataRow(message),
    handleCommandComplete(message: unknown, connection: Connection) {
      current().handleCommandComplete(message, connection);
      nth += 1;
    },
    handleEmptyQuery: () => void (nth += 1),
    handleError: fail,
    handleReadyForQuery(connection: Connection) {
      for (const one of asked) if (!failed) one.handleReadyForQuery(connection);
      if (!failed) done();
    },
  });
}
