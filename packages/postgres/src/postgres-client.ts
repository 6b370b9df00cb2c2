import assert from 'node:assert/strict';
import { Client, type ClientConfig, type QueryResult } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import { isOutdated } from './prepared';
import { socketOf, stateOf } from './private-parts';
import { sendTogether, type Statement } from './send-together';

/** Marks the values of a statement whose result nobody needs. */
const SOON = Symbol('soon');

/**
 * Marks the values of a statement that writes inside a transaction and whose result nobody needs. It is sent with the next
 * statement, at the latest the commit. If it fails, the next statement fails with its error, and nothing after it is done.
 * @example await db.query('INSERT INTO visits (at) VALUES ($1)', soon([at]))
 */
export const soon = <Values extends unknown[]>(values: Values): Values => Object.assign(values, { [SOON]: true });

const BEGIN = 'START TRANSACTION';
/** Text without values that is one command. */
const ONE_COMMAND = /^(COMMIT|ROLLBACK|ROLLBACK TO SAVEPOINT \w+|SAVEPOINT \w+|RELEASE SAVEPOINT \w+)$/;

/**
 * Postgres' connection for our transactions, with fewer round trips. In a transaction, statements asked for at the same moment are
 * sent in one message, in order; `BEGIN` and `soon` statements go with the next statement. An empty transaction sends nothing.
 * Frequent statements are prepared.
 */
export class PostgresClient extends Client {
  /** The statements that the server has prepared for this connection. */
  readonly prepared = new Set<string>();
  private inTransaction = false;
  /** Statements that are sent with the next one. */
  private held: Statement[] = [];
  private queue: Statement[] = [];
  private busy = false;
  private readonly answerWithinMs: number;

  /** When Postgres sends nothing for `answerWithinMs` while it owes an answer, the connection is broken; 0 is no limit. */
  constructor({ answerWithinMs = 0, ...config }: ClientConfig & { answerWithinMs?: number }) {
    super(config);
    this.answerWithinMs = answerWithinMs;
    this.once('connect', () => {
      this.waitFor(answerWithinMs);
      socketOf(this).on('timeout', () => this.breakWhenOwed());
    });
  }

  /** Sets the limit for one answer. It uses the socket's own timer, which restarts with each message and costs nothing. */
  waitFor(ms: number) {
    socketOf(this).setTimeout(ms);
  }

  private breakWhenOwed() {
    const { owesAnswer, isEnding } = stateOf(this);
    // An idle connection waits for no answer.
    if (!owesAnswer && !isEnding) return;
    const seconds = Math.round((socketOf(this).timeout ?? 0) / 1000);
    socketOf(this).destroy(isEnding ? undefined : new Error(`Connection terminated: Postgres has not answered for ${seconds} s`));
  }

  // The pool calls with a callback, TypeORM with text and values; only TypeORM opens transactions.
  override query(...args: unknown[]): never {
    const [text, values] = args;
    if (typeof text !== 'string' || typeof args.at(-1) === 'function') return this.ask(...args) as never;
    return this.take(text, Array.isArray(values) ? values : null) as never;
  }

  private take(text: string, values: unknown[] | null): Promise<QueryResult> {
    if (text === BEGIN || (this.inTransaction && values && SOON in values)) {
      this.inTransaction = true;
      this.held.push({ text, values: values ?? [], resolve: ignore, reject: ignore });
      return Promise.resolve(nothing(text));
    }
    if (!this.inTransaction) return values ? this.askAlone(text, values) : this.ask(text);
    const isUnsent = this.held[0]?.text === BEGIN;
    if (text === 'COMMIT' || text === 'ROLLBACK') {
      this.inTransaction = false;
      if (socketOf(this).timeout !== this.answerWithinMs) this.waitFor(this.answerWithinMs);
    }
    // Statements that would be rolled back are not sent.
    const isIdle = isUnsent && (text === 'ROLLBACK' || (text === 'COMMIT' && this.held.length === 1));
    if (isIdle || text.startsWith('ROLLBACK')) this.held = [];
    if (isIdle) return Promise.resolve(nothing(text));
    return new Promise((resolve, reject) => {
      const statement = { text, values: values ?? (ONE_COMMAND.test(text) ? [] : null), resolve, reject };
      if (this.queue.length === 0) process.nextTick(() => this.send());
      this.queue.push(...this.held.splice(0), statement);
    });
  }

  /** Sends the waiting statements, unless others are under way, up to one that must go alone. */
  private send() {
    if (this.busy || this.queue.length === 0) return;
    const aloneAt = this.queue.findIndex(({ values }) => values === null);
    const statements = this.queue.splice(0, aloneAt === 0 ? 1 : aloneAt === -1 ? this.queue.length : aloneAt);
    const [first] = statements;
    this.busy = true;
    const finish = () => {
      this.busy = false;
      this.send();
    };
    if (first?.values === null) this.ask(first.text).then(first.resolve, first.reject).finally(finish);
    else sendTogether(this, statements, finish);
  }

  /** Asks outside a transaction. A statement that was prepared before a migration fails without an effect, and is asked again. */
  private async askAlone(text: string, values: unknown[]): Promise<QueryResult> {
    const once = () =>
      new Promise<QueryResult>((resolve, reject) => sendTogether(this, [{ text, values, resolve, reject }], ignore));
    try {
      return await once();
    } catch (error) {
      if (isOutdated(error)) return once();
      throw error;
    }
  }

  private ask(...args: unknown[]): Promise<QueryResult> {
    return (super.query as (...args: unknown[]) => Promise<QueryResult>).apply(this, args);
  }
}

const LONG_MS = 600_000;

/**
 * Lets the statements of the runner's open transaction take up to ten minutes, in place of the connection's limits: for work that
 * nobody waits for and that grows with the data, such as removing old rows.
 */
export async function allowLong(runner: QueryRunner | undefined): Promise<void> {
  assert(runner, 'only a transaction may take long');
  await runner.query(`SET LOCAL statement_timeout = ${LONG_MS}`);
  ((await runner.connect()) as PostgresClient).waitFor(LONG_MS + 5000);
}

/** Runs one long statement in a transaction of its own. */
export async function queryLong<Result>(source: DataSource, text: string, values?: unknown[]): Promise<Result> {
  const runner = source.createQueryRunner();
  try {
    await runner.startTransaction();
    await allowLong(runner);
    const result = (await runner.query(text, values)) as Result;
    await runner.commitTransaction();
    return result;
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    await runner.release();
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
