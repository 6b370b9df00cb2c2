import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_EVENTS, EXCHANGE, queueOf, queuesOf, TIMELINE_QUEUE } from '@shop/contracts/events';
import { createRabbitBroker, type Broker, type Message } from '@shop/messaging';
import { eventually, testBrokerUrl, testLog } from '@shop/runtime/testing';
import { connect, type Channel, type ChannelModel, type ConsumeMessage } from 'amqplib';
import { LIVE_TYPES } from '../../gateway/src/live/live-messages';
import { findRabbitmq } from '../../infra/local/src/programs/rabbitmq';
import type { Rabbitmq } from '../../infra/local/src/programs/rabbitmq-server';

const SERVICES = ['identity', 'catalog', 'orders', 'sellers', 'notifications'] as const;
const USERS = [...SERVICES, 'gateway'] as const;
type User = (typeof USERS)[number];

/** Gives a local broker the definitions of compose, to test what a real broker refuses. */
(testBrokerUrl ? describe : describe.skip)('the users of RabbitMQ', () => {
  let rabbitmq: Rabbitmq | undefined;
  let secrets: string;
  const connections: ChannelModel[] = [];
  const channelOf = {} as Record<User | 'shop', () => Promise<Channel>>;

  const urlOf = (user: string) => {
    const file = user === 'shop' ? 'amqp-url' : `for/${user}/amqp-url-${user}`;
    const url = new URL(readFileSync(join(secrets, file), 'utf8'));
    return Object.assign(url, { host: new URL(rabbitmq!.url).host }).href;
  };

  beforeAll(async () => {
    secrets = mkdtempSync(join(tmpdir(), 'shop-broker-users-'));
    execFileSync(process.execPath, [join(__dirname, '../../infra/docker/make-secrets.mjs'), secrets]);
    const installation = await findRabbitmq({ own: true });
    if ('missing' in installation) throw new Error(installation.missing);
    rabbitmq = await installation.start({ definitions: join(secrets, 'rabbitmq/definitions.json') });
    for (const user of [...USERS, 'shop'] as const) {
      const connection = await connect(urlOf(user));
      connection.on('error', () => undefined);
      connections.push(connection);
      // A refusal closes its channel, so each attempt has a channel of its own.
      channelOf[user] = async () => {
        const channel = await connection.createChannel();
        channel.on('error', () => undefined);
        return channel;
      };
    }
  }, 360_000);
  afterAll(async () => {
    for (const connection of connections) await connection.close().catch(() => undefined);
    await rabbitmq?.stop();
    rmSync(secrets, { recursive: true, force: true });
  });

  /** The broker's refusal; null when the attempt succeeded. */
  const refusalOf = async (user: User, attempt: (channel: Channel) => Promise<unknown>): Promise<string | null> => {
    const channel = await channelOf[user]();
    return attempt(channel).then(
      () => channel.close().then(() => null),
      (error: Error) => error.message,
    );
  };
  /** Publishing has no answer; another call on the same channel succeeds only if it was allowed. */
  const publish =
    (type: string, exchange: string = EXCHANGE, headers = {}) =>
    async (channel: Channel) => {
      const closed = new Promise<never>((_, reject) => channel.once('error', reject));
      channel.publish(exchange, type, Buffer.from('{}'), headers);
      await Promise.race([channel.prefetch(1), closed]);
    };
  const REFUSED = expect.stringMatching(/ACCESS.REFUSED/) as string;

  test.each(USERS)('%s is refused on every event of another owner', async (user) => {
    for (const { type } of ALL_EVENTS) {
      const owner = type.split('.')[0]!;
      const own = owner === user || (owner === 'shop' && user !== 'gateway');
      expect([type, await refusalOf(user, publish(type))]).toEqual([type, own ? null : REFUSED]);
    }
  });

  test.each(USERS)('%s reads no queue of another, makes and deletes none, and hears nothing more', async (user) => {
    const mine: string[] = user === 'notifications' ? [queueOf(user), TIMELINE_QUEUE] : [queueOf(user)];
    for (const queue of [...SERVICES.map(queueOf), TIMELINE_QUEUE]) {
      const foreign = mine.includes(queue) ? null : queue;
      if (foreign) {
        expect([foreign, await refusalOf(user, (channel) => channel.get(foreign))]).toEqual([foreign, REFUSED]);
        expect([foreign, await refusalOf(user, (channel) => channel.consume(foreign, () => undefined))]).toEqual([
          foreign,
          REFUSED,
        ]);
        expect([foreign, await refusalOf(user, (channel) => channel.purgeQueue(foreign))]).toEqual([foreign, REFUSED]);
      }
      for (const type of ['#', ALL_EVENTS[0]!.type]) {
        const bound = await refusalOf(user, (channel) => channel.bindQueue(queue, EXCHANGE, type));
        expect([queue, type, bound]).toEqual([queue, type, REFUSED]);
      }
      expect(await refusalOf(user, (channel) => channel.deleteQueue(queue))).toEqual(REFUSED);
    }
    expect(await refusalOf(user, (channel) => channel.assertQueue(`own.${randomUUID()}`))).toEqual(REFUSED);
    expect(await refusalOf(user, (channel) => channel.assertExchange('own', 'fanout'))).toEqual(REFUSED);
    expect(await refusalOf(user, (channel) => channel.deleteExchange(EXCHANGE))).toEqual(REFUSED);
  });

  test.each(USERS)('%s finds no way round the exchange', async (user) => {
    for (const exchange of ['', 'amq.topic', 'amq.direct', 'amq.fanout'])
      expect([exchange, await refusalOf(user, publish(queueOf('orders'), exchange))]).toEqual([exchange, REFUSED]);
    // A queue that passes its refused messages to the exchange under another service's key.
    const deadLetters = (channel: Channel) =>
      channel.assertQueue('', { exclusive: true, deadLetterExchange: EXCHANGE, deadLetterRoutingKey: 'orders.order-captured' });
    expect(await refusalOf(user, deadLetters)).toEqual(REFUSED);
  });

  test('a second routing key in the headers does not make it another event', async () => {
    const administrator = await channelOf.shop();
    const { queue } = await administrator.assertQueue('', { exclusive: true });
    await administrator.bindQueue(queue, EXCHANGE, 'orders.order-captured');
    const routingKeys: string[] = [];
    let isOver = false;
    const handle = ({ fields, content }: ConsumeMessage) => {
      isOver = content.toString() === 'the last one';
      if (!isOver) routingKeys.push(fields.routingKey);
    };
    await administrator.consume(queue, (delivery) => handle(delivery!), { noAck: true });
    await refusalOf('catalog', publish('catalog.product-changed', EXCHANGE, { CC: ['orders.order-captured'] }));
    administrator.publish(EXCHANGE, 'orders.order-captured', Buffer.from('the last one'));
    await eventually(() => expect(isOver).toBe(true));
    expect(routingKeys.filter((type) => type !== 'catalog.product-changed')).toEqual([]);
    await administrator.close();
  });

  test('the gateway hears what browsers learn of, and nothing else', async () => {
    const bound = (type: string) =>
      refusalOf('gateway', async (channel) => {
        const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true, durable: false });
        await channel.bindQueue(queue, EXCHANGE, type);
      });
    for (const { type } of ALL_EVENTS)
      expect([type, await bound(type)]).toEqual([type, LIVE_TYPES.includes(type) ? null : REFUSED]);
  });

  test('with these rights every event reaches everybody who is to hear it, and browsers learn of sales', async () => {
    const brokers = {} as Record<User, Broker>;
    for (const user of USERS)
      brokers[user] = createRabbitBroker({ url: urlOf(user), exchange: EXCHANGE, declares: false, log: testLog });
    const got = new Map<string, Set<string>>(USERS.map((user) => [user, new Set()]));
    const keep = (user: User) => (message: Message) => void got.get(user)!.add(message.id);
    try {
      await brokers.gateway.listen(LIVE_TYPES, { heard: keep('gateway') });
      const heardBy = (name: string) => ALL_EVENTS.filter((kind) => (kind.heardBy as readonly string[]).includes(name));
      for (const name of SERVICES) {
        const types = heardBy(name).map(({ type }) => type);
        await brokers[name].subscribe(queueOf(name), types, (message) => Promise.resolve(keep(name)(message)));
      }
      const archived = new Set<string>();
      await brokers.notifications.subscribe(
        TIMELINE_QUEUE,
        ALL_EVENTS.map(({ type }) => type),
        (message) => Promise.resolve(void archived.add(message.id)),
      );
      const ids: string[] = [];
      const expected = new Map<string, Set<string>>(SERVICES.map((name) => [name, new Set()]));
      for (const { type, heardBy: names } of ALL_EVENTS) {
        const owner = type.split('.')[0] as User | 'shop';
        for (const sayer of owner === 'shop' ? SERVICES : [owner]) {
          const message = { id: randomUUID(), type, data: {}, occurredAt: new Date().toISOString(), requestId: null };
          // RabbitMQ 4 refuses even to tell whether another account's queue exists.
          const queues = [...queuesOf(type), 'shop.nowhere'];
          ids.push(message.id);
          expect([type, await brokers[sayer].publish([{ ...message, queues }])]).toEqual([type, new Set([message.id])]);
          for (const name of names) expected.get(name)!.add(message.id);
        }
      }
      await eventually(() => expect(ids.filter((id) => !archived.has(id))).toEqual([]));
      for (const name of SERVICES) {
        const missing = () => [...expected.get(name)!].filter((id) => !got.get(name)!.has(id));
        await eventually(() => expect([name, missing()]).toEqual([name, []]));
      }
      const sold = {
        id: randomUUID(),
        type: 'orders.track-held',
        data: {},
        occurredAt: new Date().toISOString(),
        requestId: null,
      };
      await eventually(async () => {
        await brokers.orders.publish([{ ...sold, queues: [] }]);
        expect([...got.get('gateway')!]).toContain(sold.id);
      });
    } finally {
      for (const broker of Object.values(brokers)) await broker.close();
    }
  });
});
