import type { Channel } from 'amqplib';

export type Topology = {
  exchange: string;
  /**
   * Whether this account may declare exchange, queues and bindings. If not, the operator makes them: a consumer waits for its
   * queue, and a sender only learns that a message reached no queue, because it may not ask for other services' queues.
   */
  declares: boolean;
};

/**
 * Higher than the number of deliveries that any outage causes: the inbox counts tries, so the queue must never drop a message (the
 * default limit differs between versions of RabbitMQ).
 */
export const QUEUE_ARGUMENTS = { 'x-queue-type': 'quorum', 'x-delivery-limit': 1_000_000 };

/** Declares the exchange, if this account may. */
export async function declareExchange(channel: Channel, { exchange, declares }: Topology): Promise<void> {
  if (declares) await channel.assertExchange(exchange, 'topic', { durable: true });
}

/** Declares a queue and binds it to its types. @throws when the operator must make the queue and it does not exist. */
export async function declareQueue(channel: Channel, topology: Topology, queue: string, types: readonly string[]): Promise<void> {
  if (!topology.declares) return void (await channel.checkQueue(queue));
  await declareExchange(channel, topology);
  await channel.assertQueue(queue, { durable: true, arguments: QUEUE_ARGUMENTS });
  for (const type of types) await channel.bindQueue(queue, topology.exchange, type);
}
