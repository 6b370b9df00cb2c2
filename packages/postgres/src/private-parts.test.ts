import { Duplex } from 'node:stream';
import { Client, Query, type Connection } from 'pg';
import { CALLED_BY_CLIENT, PRIVATE_PARTS, stateOf, type AnsweredQuery } from './private-parts';

/** A connection to a server that is not there: the test answers in its place. */
class Wire extends Duplex {
  override _read() {}
  override _write(_chunk: unknown, _encoding: unknown, callback: () => void) {
    callback();
  }
  connect() {
    process.nextTick(() => this.emit('connect'));
  }
  setNoDelay() {}
}

const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const message = (type: string, body: string | Buffer = '') =>
  Buffer.concat([Buffer.from(type), int32(4 + Buffer.byteLength(body)), Buffer.from(body)]);
const READY = message('Z', 'I');
const COLUMNS = message('T', '\0\0');
const ROW = message('D', '\0\0');
const COMPLETE = message('C', 'SELECT 1\0');
const EMPTY = message('I');
const ERROR = message('E', 'C22P02\0Mno number\0\0');

async function connectedClient() {
  const wire = new Wire();
  const client = new Client({ stream: () => wire, ssl: false });
  const connecting = client.connect();
  const answer = async (...messages: Buffer[]) => {
    wire.push(Buffer.concat(messages));
    await new Promise(setImmediate);
  };
  await answer(message('R', int32(0)), READY);
  await connecting;
  return { client, answer };
}

type Parts = Record<keyof typeof PRIVATE_PARTS, object>;
/** The listed parts that these objects have not, or have as another kind. */
const changesIn = (parts: Parts) =>
  Object.entries(PRIVATE_PARTS).flatMap(([owner, names]) =>
    Object.entries(names).flatMap(([name, [kind]]) => {
      const actual = typeof (parts[owner as keyof Parts] as Record<string, unknown>)[name];
      return actual === kind ? [] : [`${owner}.${name}: ${kind} → ${actual}`];
    }),
  );

test('the installed pg has every private part that we rely on, and one that it has no longer is named', async () => {
  const { client } = await connectedClient();
  const query = new Query('SELECT 1');
  expect(changesIn({ client, connection: client.connection, query })).toEqual([]);
  const changedQuery = Object.create(query, { handleDataRow: { value: undefined }, submit: { value: true } }) as object;
  expect(changesIn({ client, connection: client.connection, query: changedQuery })).toEqual([
    'query.submit: function → boolean',
    'query.handleDataRow: function → undefined',
  ]);
});

/** An object for `client.query`, and what the client calls on it. */
function recorder() {
  const calls: [name: string, ...parameters: unknown[]][] = [];
  const record = (name: string) => [name, (...parameters: unknown[]) => void calls.push([name, ...parameters])] as const;
  return { calls, submittable: Object.fromEntries(CALLED_BY_CLIENT.map(record)) as { submit: (to: Connection) => void } };
}

test('a client hands the object in its turn each message of the server, and nothing after an error', async () => {
  const { client, answer } = await connectedClient();
  const { connection } = client;
  const first = recorder();
  client.query(first.submittable);
  await answer(COLUMNS, ROW, COMPLETE, EMPTY, READY);
  expect(first.calls).toEqual([
    ['submit', connection],
    ['handleRowDescription', expect.objectContaining({ fields: [] })],
    ['handleDataRow', expect.objectContaining({ fields: [] })],
    ['handleCommandComplete', expect.objectContaining({ text: 'SELECT 1' }), connection],
    ['handleEmptyQuery', connection],
    ['handleReadyForQuery', connection],
  ]);
  const second = recorder();
  client.query(second.submittable);
  await answer(ERROR, READY);
  expect(second.calls).toEqual([
    ['submit', connection],
    ['handleError', expect.objectContaining({ code: '22P02' }), connection],
  ]);
});

test('a client knows whether the server owes an answer, and that it is being ended', async () => {
  const { client, answer } = await connectedClient();
  expect(stateOf(client)).toEqual({ owesAnswer: false, isEnding: false });
  client.query(recorder().submittable);
  expect(stateOf(client)).toEqual({ owesAnswer: true, isEnding: false });
  await answer(READY);
  expect(stateOf(client)).toEqual({ owesAnswer: false, isEnding: false });
  void client.end();
  expect(stateOf(client)).toEqual({ owesAnswer: false, isEnding: true });
});

/** The connection with methods that note their names and then do their work, and what they have noted. */
function notingCalls(connection: Connection) {
  const called: string[] = [];
  const names = ['parse', 'bind', 'describe', 'execute', 'close', 'sync'] as const;
  const noting = names.map((name) => {
    const work = connection[name].bind(connection) as (parameter: unknown) => void;
    return [name, { value: (parameter: unknown) => (called.push(name), work(parameter)) }] as const;
  });
  return { called, noted: Object.create(connection, Object.fromEntries(noting)) as Connection };
}

test('a query sends its messages by the methods of the connection that it is given, also when a value cannot be sent', async () => {
  const { client } = await connectedClient();
  const { called, noted } = notingCalls(client.connection);
  const failures: unknown[] = [];
  const query = (values: unknown[]) =>
    new Query({ text: 'SELECT $1', values, queryMode: 'extended' } as never, (error) => failures.push(error));
  query([1]).submit(noted);
  expect(called.splice(0)).toEqual(['parse', 'bind', 'describe', 'execute', 'sync']);
  const endless: Record<string, unknown> = {};
  endless.self = endless;
  query([endless]).submit(noted);
  expect(called).toEqual(['parse', 'bind', 'close', 'sync']);
  expect(failures).toEqual([expect.objectContaining({ message: expect.stringContaining('circular') as string })]);
});

test('a query hands out its result once the server is ready, not before', () => {
  const results: unknown[] = [];
  const query = new Query('SELECT 1', (_error, result) => results.push(result)) as AnsweredQuery;
  query.handleRowDescription({ fields: [] });
  query.handleDataRow({ fields: [] });
  query.handleCommandComplete({ text: 'SELECT 1' });
  expect(results).toEqual([]);
  query.handleReadyForQuery(undefined);
  expect(results).toEqual([expect.objectContaining({ command: 'SELECT', rowCount: 1, rows: [{}] })]);
});

test('a connection says when a command and when an answer is complete, by which the bench counts', async () => {
  const { client, answer } = await connectedClient();
  const events: unknown[] = [];
  client.connection.on('commandComplete', ({ text }: { text: string }) => events.push(text));
  client.connection.on('readyForQuery', () => events.push('ready'));
  client.query(recorder().submittable);
  await answer(COMPLETE, READY);
  expect(events).toEqual(['SELECT 1', 'ready']);
});
