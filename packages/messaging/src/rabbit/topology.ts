import type { Channel } from 'amqplib';

export type Topology = {
  exchange: string;
  /**
   * False where an account may not: exchange, queues and bindings are the operator's then. A consumer waits for its queue; a sender may not
   * even ask after the queues of others, and learns only when a message has come to none.
   */
  declares: boolean;
};

/** Above what any outage reaches: our own inbox counts tries, the queue must never drop (facts differ by RabbitMQ version). */
export const QUEUE_ARGUMENTS = { 'x-queue-type': 'quorum', 'x-delivery-limit': 1_000_000 };

/** The exchange is there afterwards, where this account may make it. */
export async function declareExchange(channel: Channel, { exchange, declares }: Topology): Promise<void> {
  if (declares) await channel.assertExchange(exchange, 'topic', { durable: true });
}

/** The queue is there afterwards, with what it hears. @throws when it is the operator's to make, and not there. */
export async function declareQueue(channel: Channel, topology: Topology, queue: string, types: readonly string[]): Promise<void> {
  if (!topology.declares) return void (await channel.checkQueue(queue));
  await declareExchange(channel, topology);
  await channel.assertQueue(queue, { durable: true, arguments: QUEUE_ARGUMENTS });
  for (const type of types) await channel.bindQueue(queue, topology.exchange, type);
}
