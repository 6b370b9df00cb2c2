import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../../testing/eventually';
import type { MessageToQueues, Broker, Message } from '../broker';

type BrokersUnderTest = {
  broker: Broker;
  /** A second process on the same broker; for the in-process broker, the same object. */
  other: Broker;
  close: () => Promise<void>;
};

export const messageTo = (queues: readonly string[], type: string, data: unknown = {}): MessageToQueues => ({
  id: randomUUID(),
  type,
  data,
  occurredAt: new Date().toISOString(),
  requestId: null,
  queues,
});

/** Sends like the relay: repeats until every queue has each message. */
export async function send(broker: Broker, messages: readonly MessageToQueues[]) {
  let pending = messages;
  await eventually(async () => {
    const confirmed = await broker.publish(pending);
    pending = pending.filter((message) => !confirmed.has(message.id));
    if (pending.length > 0) throw new Error(`${pending.length} messages are not confirmed`);
  }, 15_000);
}

/** The tests that both brokers pass (see the type Broker). A message may come again, and is then counted once here. */
export function brokerContract(open: () => Promise<BrokersUnderTest>) {
  let brokers: BrokersUnderTest;
  let queue: string;
  let type: string;
  beforeEach(async () => {
    brokers = await open();
    queue = `test.${randomUUID()}`;
    type = `tests.happened-${randomUUID()}`;
  });
  afterEach(() => brokers.close());

  const collector = () => {
    const got: Message[] = [];
    return {
      got,
      ids: () => [...new Set(got.map((message) => message.id))],
      handle: (message: Message) => Promise.resolve(void got.push(message)),
    };
  };

  test('a message reaches every queue that hears it, as it was sent', async () => {
    const [first, second] = [collector(), collector()];
    await brokers.broker.subscribe(`${queue}.first`, [type], first.handle);
    await brokers.other.subscribe(`${queue}.second`, [type], second.handle);
    const { queues, ...sent } = messageTo([`${queue}.first`, `${queue}.second`], type, {
      text: 'Ä 日本 🎵',
      cents: 19_900,
      none: null,
    });
    await send(brokers.broker, [{ ...sent, queues }]);
    await eventually(() => {
      expect(first.got[0]).toEqual(sent);
      expect(second.got[0]).toEqual(sent);
    });
    expect([first.ids(), second.ids()]).toEqual([[sent.id], [sent.id]]);
  });

  test('a message of a trace carries it along', async () => {
    const { got, handle } = collector();
    await brokers.other.subscribe(queue, [type], handle);
    const message = { ...messageTo([queue], type), traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
    await send(brokers.broker, [message]);
    await eventually(() => expect(got[0]).toMatchObject({ id: message.id, traceparent: message.traceparent }));
  });

  test('a queue gets only the kinds it asked for', async () => {
    const { ids, handle } = collector();
    await brokers.broker.subscribe(queue, [type], handle);
    const wanted = messageTo([queue], type);
    await send(brokers.broker, [messageTo([], `${type}-other`), wanted]);
    await eventually(() => expect(ids()).toEqual([wanted.id]));
  });

  test('an event nobody hears counts as sent', async () => {
    const message = messageTo([], type);
    expect(await brokers.broker.publish([message])).toEqual(new Set([message.id]));
  });

  test('an event published before its consumer has ever started is not lost', async () => {
    const present = collector();
    await brokers.broker.subscribe(`${queue}.present`, [type], present.handle);
    const messages = Array.from({ length: 20 }, () => messageTo([`${queue}.present`, `${queue}.late`], type));
    const confirmed = await brokers.broker.publish(messages);

    const late = collector();
    await brokers.other.subscribe(`${queue}.late`, [type], late.handle);
    await send(
      brokers.broker,
      messages.filter((message) => !confirmed.has(message.id)),
    );
    await eventually(() => {
      expect(new Set(late.ids())).toEqual(new Set(messages.map((message) => message.id)));
      expect(new Set(present.ids())).toEqual(new Set(messages.map((message) => message.id)));
    });
  });

  test('a handler that throws gets the message again, after a pause, and the others go on meanwhile', async () => {
    const poison = messageTo([queue], type, { poison: true });
    const good = Array.from({ length: 30 }, () => messageTo([queue], type));
    const tries: number[] = [];
    const { ids, handle } = collector();
    await brokers.broker.subscribe(queue, [type], async (message) => {
      if (message.id === poison.id) {
        tries.push(Date.now());
        if (tries.length < 3) throw new Error('not yet');
      }
      await handle(message);
    });
    await send(brokers.broker, [poison, ...good]);
    await eventually(() => expect(new Set(ids())).toEqual(new Set([...good, poison].map(({ id }) => id))));
    expect(ids().at(-1)).toBe(poison.id);
    expect(tries).toHaveLength(3);
    expect(tries[1]! - tries[0]!).toBeGreaterThanOrEqual(45);
  });

  test('several consumers of one queue share its messages', async () => {
    const [mine, yours] = [collector(), collector()];
    await brokers.broker.subscribe(queue, [type], async (message) => (await pause(5), mine.handle(message)));
    await brokers.other.subscribe(queue, [type], async (message) => (await pause(5), yours.handle(message)));
    // A consumer gets its queue a moment after it has asked; a message sent earlier goes to the other consumer.
    await eventually(async () => {
      const before = [mine.got.length, yours.got.length] as const;
      const messages = Array.from({ length: 200 }, () => messageTo([queue], type));
      await send(brokers.broker, messages);
      const all = () => [...mine.ids(), ...yours.ids()];
      await eventually(() => expect(all()).toEqual(expect.arrayContaining(messages.map(({ id }) => id))));
      expect(Math.min(mine.got.length - before[0], yours.got.length - before[1])).toBeGreaterThan(20);
    });
  });

  test('when one of several consumers stops, the other goes on with all of it', async () => {
    const { ids, handle } = collector();
    await brokers.broker.subscribe(queue, [type], handle);
    const second = await brokers.other.subscribe(queue, [type], handle);
    await second.stop();
    const messages = Array.from({ length: 20 }, () => messageTo([queue], type));
    await send(brokers.broker, messages);
    await eventually(() => expect(ids()).toHaveLength(20));
  });

  test('500 messages are started in the order they were sent', async () => {
    const { ids, handle } = collector();
    await brokers.broker.subscribe(queue, [type], async (message) => {
      const started = handle(message);
      await pause(Math.random() * 3);
      return started;
    });
    const messages = Array.from({ length: 500 }, (_, i) => messageTo([queue], type, { i }));
    for (let i = 0; i < 500; i += 100) await send(brokers.broker, messages.slice(i, i + 100));
    await eventually(() => expect(ids()).toEqual(messages.map((message) => message.id)));
  });

  test('stop() lets running handlers finish and takes nothing more; what is left waits for the next start', async () => {
    const finished: string[] = [];
    let running = 0;
    const consumer = await brokers.broker.subscribe(queue, [type], async (message) => {
      running += 1;
      await pause(300);
      finished.push(message.id);
      running -= 1;
    });
    const first = messageTo([queue], type);
    const sending = send(brokers.broker, [first]);
    await eventually(() => expect(running).toBe(1));
    await consumer.stop();
    expect(running).toBe(0);
    expect(new Set(finished)).toEqual(new Set([first.id]));
    await sending;

    const second = messageTo([queue], type);
    const confirmed = await brokers.broker.publish([second]);
    const { ids, handle } = collector();
    await brokers.other.subscribe(queue, [type], handle);
    if (!confirmed.has(second.id)) await send(brokers.broker, [second]);
    await eventually(() => expect(ids()).toContain(second.id));
    expect(finished).not.toContain(second.id);
  });

  test('a handler’s changes of a message are invisible to others', async () => {
    const message = messageTo([queue], type, { list: [1] });
    await brokers.broker.subscribe(queue, [type], (got) => Promise.resolve(void (got.data as { list: number[] }).list.push(2)));
    await send(brokers.broker, [message]);
    expect(message.data).toEqual({ list: [1] });
  });

  /** Waits until a listener is ready, which only a received message shows. */
  async function listening(broker: Broker, handle: (message: Message) => void) {
    const knock = `${type}-knock`;
    let there = false;
    const { stop } = await broker.listen([type, knock], {
      heard: (message) => (message.type === knock ? void (there = true) : handle(message)),
    });
    await eventually(async () => {
      await brokers.broker.publish([messageTo([], knock)]);
      expect(there).toBe(true);
    });
    return { stop };
  }

  test('every listener hears each message of its kinds as it was sent, whether or not a queue hears it too', async () => {
    const [one, two, queued] = [collector(), collector(), collector()];
    await listening(brokers.broker, (message) => void one.handle(message));
    await listening(brokers.other, (message) => void two.handle(message));
    await brokers.broker.subscribe(queue, [type], queued.handle);
    const { queues, ...sent } = messageTo([queue], type, { text: 'Ä 日本 🎵', list: [1] });
    const unheard = messageTo([], type);
    await send(brokers.broker, [{ ...sent, queues }]);
    await send(brokers.broker, [messageTo([], `${type}-other`), unheard]);
    await eventually(() => {
      for (const { ids } of [one, two]) expect(ids()).toEqual([sent.id, unheard.id]);
      expect(queued.ids()).toContain(sent.id);
    });
    expect(one.got[0]).toEqual(sent);
    expect(two.got.every((message) => [type].includes(message.type))).toBe(true);
  });

  test('nothing is kept for a listener: what was sent before it came or after it went, it never hears', async () => {
    const { ids, handle } = collector();
    await send(brokers.broker, [messageTo([], type)]);
    const { stop } = await listening(brokers.broker, (message) => void handle(message));
    const during = messageTo([], type);
    await send(brokers.broker, [during]);
    await eventually(() => expect(ids()).toEqual([during.id]));
    await stop();
    const witness = collector();
    await listening(brokers.broker, (message) => void witness.handle(message));
    await send(brokers.broker, [messageTo([], type)]);
    await eventually(() => expect(witness.got).toHaveLength(1));
    expect(ids()).toEqual([during.id]);
  });

  test('a listener that throws, or changes what it hears, disturbs neither the sender nor anybody else, and goes on hearing', async () => {
    const [queued, after] = [collector(), collector()];
    await brokers.broker.subscribe(queue, [type], queued.handle);
    await listening(brokers.broker, (message) => {
      after.got.push(structuredClone(message));
      (message.data as { list: number[] }).list.push(2);
      throw new Error('no ears today');
    });
    const messages = [messageTo([queue], type, { list: [1] }), messageTo([queue], type, { list: [1] })];
    await send(brokers.broker, messages);
    await eventually(() => expect(after.ids()).toEqual(messages.map(({ id }) => id)));
    await eventually(() => expect(queued.got.map(({ data }) => data)).toContainEqual({ list: [1] }));
    expect(queued.got.every(({ data }) => (data as { list: number[] }).list.length === 1)).toBe(true);
  });

  test('a closed broker confirms nothing', async () => {
    await brokers.broker.subscribe(queue, [type], () => Promise.resolve());
    await brokers.broker.close();
    const confirmed = await brokers.broker.publish([messageTo([queue], type)]).catch(() => new Set());
    expect(confirmed.size).toBe(0);
  });
}
