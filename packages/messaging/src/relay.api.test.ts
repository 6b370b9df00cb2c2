import { setTimeout as pause } from 'node:timers/promises';
import { within } from '@shop/http';
import { createMetrics } from '@shop/runtime';
import { eventually, openTestDatabase, startCuttableProxy, testLog, type TestDatabase } from '@shop/runtime/testing';
import { z } from 'zod';
import type { MessageToQueues, Broker } from './brokers/broker';
import { createInProcessBroker } from './brokers/broker-in-process';
import { take } from './consume';
import { relayOnce, startRelay } from './relay';
import { on } from './subscriptions';
import { inTx } from './tx';

let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase({ entities: [], migrations: [] });
});
afterEach(() => database.drop());

const metrics = createMetrics('test');
const happened = (n: number) => ({ type: 'tests.happened', data: { n } });
const announce = (...numbers: number[]) => inTx(database.source, (tx) => tx.emit(...numbers.map(happened)));
const unsent = async () => {
  const [row] = await database.source.query<{ n: number }[]>('SELECT count(*)::int AS n FROM outbox WHERE sent_at IS NULL');
  return row!.n;
};
const range = (count: number) => Array.from({ length: count }, (_, i) => i);
const numberOf = (message: MessageToQueues) => (message.data as { n: number }).n;

/** A broker that records its messages and answers as the test says. */
function recorder(answer: (messages: readonly MessageToQueues[]) => Promise<Set<string>> | Set<string> = everything) {
  const got: MessageToQueues[] = [];
  const broker: Broker = {
    async publish(messages) {
      const confirmed = await answer(messages);
      got.push(...messages);
      return confirmed;
    },
    subscribe: () => Promise.reject(new Error('nobody listens here')),
    listen: () => Promise.reject(new Error('nobody listens here')),
    connected: () => true,
    close: () => Promise.resolve(),
  };
  return { broker, got };
}
const everything = (messages: readonly MessageToQueues[]) => new Set(messages.map((message) => message.id));
const parts = (broker: Broker) => ({
  source: database.source,
  url: database.url,
  broker,
  queuesOf: () => ['q'],
  log: testLog,
  metrics,
});

test('events are sent once, in order, with their time and the queues that must have them', async () => {
  const { broker, got } = recorder();
  await announce(...range(150));
  while ((await relayOnce(parts(broker))).sent > 0);
  expect(got.map(numberOf)).toEqual(range(150));
  expect(got[0]).toMatchObject({ type: 'tests.happened', data: { n: 0 }, requestId: null, queues: ['q'] });
  expect(Math.abs(Date.parse(got[0]!.occurredAt) - Date.now())).toBeLessThan(60_000);
  expect(await unsent()).toBe(0);
});

test('a rolled-back event is never sent', async () => {
  const { broker, got } = recorder();
  await inTx(database.source, async (tx) => {
    await tx.emit(happened(1));
    throw new Error('no');
  }).catch(() => undefined);
  await relayOnce(parts(broker));
  expect(got).toEqual([]);
});

test('text that jsonb cannot hold does not break the use case that announces it', async () => {
  const { broker, got } = recorder();
  await inTx(database.source, (tx) =>
    tx.emit({ type: 'tests.happened', data: { text: 'a\u0000b\ud800c', list: ['\udc00', '🎵'] } }),
  );
  await relayOnce(parts(broker));
  expect(got[0]!.data).toEqual({ text: 'ab\ufffdc', list: ['\ufffd', '🎵'] });
});

test('two relays at once send each row once', async () => {
  const { broker, got } = recorder(async (messages) => {
    await pause(Math.random() * 10);
    return everything(messages);
  });
  await announce(...range(600));
  const drain = async () => {
    while ((await relayOnce({ ...parts(broker), batch: 20 })).sent > 0);
  };
  await Promise.all([drain(), drain()]);
  await drain();
  expect(got.map(numberOf).sort((a, b) => a - b)).toEqual(range(600));
});

test('a relay beside a slow one waits for nothing, and takes the rows after its', async () => {
  let goOn: (() => void) | undefined;
  const slow = recorder(async (messages) => {
    await new Promise<void>((resolve) => (goOn = resolve));
    return everything(messages);
  });
  const quick = recorder();
  await announce(...range(60));
  const first = relayOnce({ ...parts(slow.broker), batch: 20 });
  await eventually(() => expect(goOn).toBeDefined());
  expect(await within(20_000, relayOnce({ ...parts(quick.broker), batch: 20 }))).toEqual({ sent: 20, more: true });
  expect([slow.got.length, quick.got.map(numberOf)]).toEqual([0, range(40).slice(20)]);
  goOn?.();
  expect((await first).sent).toBe(20);
  expect(slow.got.map(numberOf)).toEqual(range(20));
  expect(await unsent()).toBe(20);
});

test('while the broker is away the rows wait, and all of them arrive afterwards', async () => {
  let away = true;
  let tries = 0;
  const { broker, got } = recorder((messages) => {
    tries += 1;
    if (away) throw new Error('no broker');
    return everything(messages);
  });
  const stop = startRelay({ ...parts(broker), pollMs: 50 });
  await announce(1, 2, 3);
  await eventually(() => expect(tries).toBeGreaterThan(1));
  expect(await unsent()).toBe(3);
  away = false;
  await eventually(() => expect(got.map(numberOf)).toEqual([1, 2, 3]));
  await stop();
  expect(await unsent()).toBe(0);
});

test('rows that are not confirmed wait longer each time and do not hold up the others', async () => {
  const refused: number[] = [];
  const { broker, got } = recorder((messages) => {
    const good = messages.filter((message) => numberOf(message) >= 250);
    refused.push(messages.length - good.length);
    return everything(good);
  });
  await announce(...range(250));
  await announce(250);
  const stop = startRelay({ ...parts(broker), pollMs: 60_000 });
  await eventually(() => expect(got.map(numberOf)).toContain(250));
  await stop();
  const rows = () =>
    database.source.query<{ attempts: number; wait: number }[]>(
      'SELECT attempts, extract(epoch FROM next_try_at - now())::float AS wait FROM outbox WHERE sent_at IS NULL ORDER BY seq LIMIT 1',
    );
  const waits: number[] = [];
  for (let i = 0; i < 9; i += 1) {
    await database.source.query('UPDATE outbox SET next_try_at = now()');
    await relayOnce(parts(broker));
    waits.push(Math.round((await rows())[0]!.wait));
  }
  expect(waits).toEqual([...waits].sort((a, b) => a - b));
  expect(waits.at(-1)).toBe(60);
});

test('an event with which the broker refuses all that is sent at once is sent by itself after three tries', async () => {
  const sizes: number[] = [];
  const { broker } = recorder((messages) => {
    sizes.push(messages.length);
    return messages.some((message) => numberOf(message) === 5) ? new Set() : everything(messages);
  });
  await announce(...range(10));
  const tries = async (times: number) => {
    for (let i = 0; i < times; i += 1) {
      await database.source.query('UPDATE outbox SET next_try_at = now()');
      await relayOnce(parts(broker));
    }
  };
  await tries(3);
  expect([sizes, await unsent()]).toEqual([[10, 10, 10], 10]);
  await announce(10, 11);
  await database.source.query('UPDATE outbox SET next_try_at = now()');
  while ((await relayOnce(parts(broker))).more);
  expect(sizes.slice(3)).toEqual([2, ...range(10).map(() => 1)]);
  expect(await database.source.query('SELECT data FROM outbox WHERE sent_at IS NULL')).toEqual([{ data: { n: 5 } }]);
});

test('among many events that are sent alone, a transaction sends only one, and new events go before the next', async () => {
  const { broker, got } = recorder((messages) => new Set([...everything(messages)].filter(() => numberOf(messages[0]!) >= 50)));
  await announce(...range(50));
  await database.source.query('UPDATE outbox SET attempts = 3');
  for (const n of [50, 51, 52]) {
    await announce(n);
    await relayOnce({ ...parts(broker), batch: 10 });
  }
  expect(got.map(numberOf)).toEqual([50, 0, 51, 1, 52, 2]);
  expect(await unsent()).toBe(50);
});

test('confirmed events stay sent when the broker goes away before the next one', async () => {
  const { broker } = recorder((messages) => {
    if (numberOf(messages[0]!) === 0) throw new Error('no broker');
    return everything(messages);
  });
  await announce(0);
  await database.source.query('UPDATE outbox SET attempts = 3');
  await announce(1, 2);
  await expect(relayOnce(parts(broker))).rejects.toThrow('no broker');
  expect(await database.source.query('SELECT data, attempts FROM outbox WHERE sent_at IS NULL')).toEqual([
    { data: { n: 0 }, attempts: 3 },
  ]);
});

test('an announcement does not wait for the next look into the outbox', async () => {
  const { broker, got } = recorder();
  const stop = startRelay({ ...parts(broker), pollMs: 60_000 });
  await announce(0);
  await eventually(() => expect(got).toHaveLength(1));
  for (let i = 1; i <= 5; i += 1) {
    await pause(30);
    await announce(i);
    await eventually(() => expect(got).toHaveLength(i + 1));
  }
  await stop();
});

test('a relay that dies between sending and marking sends again, and the inbox makes that one effect', async () => {
  const effects: number[] = [];
  const kind = { type: 'tests.happened', shape: z.object({ n: z.int() }), secret: false };
  async function countWhenHappened(_tx: unknown, { n }: { n: number }) {
    effects.push(n);
    return Promise.resolve();
  }
  const inner = createInProcessBroker();
  const subscriptions = [on(kind, countWhenHappened)];
  await inner.subscribe('q', [kind.type], (message) =>
    take({ source: database.source, subscriptions, log: testLog, metrics }, message),
  );
  let dying = true;
  const { broker, got } = recorder(async (messages) => {
    const confirmed = await inner.publish(messages);
    if (dying) throw new Error('killed before the mark');
    return confirmed;
  });
  await announce(1, 2);
  await relayOnce(parts(broker)).catch(() => undefined);
  expect(await unsent()).toBe(2);
  dying = false;
  await relayOnce(parts(broker));
  expect(got).toHaveLength(2);
  expect(effects.sort()).toEqual([1, 2]);
  expect(await unsent()).toBe(0);
});

test('stop() lets the running batch finish, and leaves no connection behind', async () => {
  let begun = false;
  const { broker } = recorder(async (messages) => {
    begun = true;
    await pause(200);
    return everything(messages);
  });
  const stop = startRelay({ ...parts(broker), pollMs: 50 });
  await announce(1);
  await eventually(() => expect(begun).toBe(true));
  await stop();
  expect(await unsent()).toBe(0);
  const listeners = () =>
    database.source.query(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query ILIKE 'LISTEN%'`);
  await eventually(async () => expect(await listeners()).toEqual([]));
});

test('a listener whose connection breaks comes back with one connection, not with many', async () => {
  const server = new URL(database.url);
  const wire = await startCuttableProxy(Number(server.port));
  server.port = String(wire.port);
  const { broker, got } = recorder();
  const stop = startRelay({ ...parts(broker), url: server.toString(), pollMs: 100 });
  for (let i = 0; i < 12; i += 1) {
    await pause(30);
    wire.cut();
  }
  await wire.down();
  await announce(1);
  await eventually(() => expect(got).toHaveLength(1));
  await wire.up();
  await eventually(() => expect(wire.open()).toBe(1));
  const before = wire.accepted();
  await pause(1500);
  expect(wire.open()).toBe(1);
  expect(wire.accepted()).toBe(before);
  wire.cut();
  await stop();
  await pause(1200);
  expect(wire.open()).toBe(0);
  await wire.close();
});
