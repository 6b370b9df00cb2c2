import type { ConsumeMessage } from 'amqplib';
import type { Logger } from 'pino';
import type { Listener } from '../broker';
import type { RabbitConnection } from './connection';
import { messageOf } from './message';
import { persist } from '../../persist';
import { declareExchange, type Topology } from './topology';

type ListeningParts = {
  connection: RabbitConnection;
  topology: Topology;
  types: readonly string[];
  listener: Listener;
  log: Logger;
  signal: AbortSignal;
};

/** Exclusive to its connection and removed with it. If the listener falls behind, the oldest messages are dropped. */
const QUEUE = { exclusive: true, autoDelete: true, durable: false, arguments: { 'x-max-length': 10_000 } };

/** Listens through its own queue, which is made again after every outage, without acknowledgements. Ends with `signal`. */
export async function listenForEver({ connection, topology, types, listener, log, signal }: ListeningParts) {
  let heardBefore = false;

  const notify = (delivery: ConsumeMessage) => {
    try {
      listener.heard(messageOf(delivery));
    } catch (error) {
      log.warn({ err: error, type: delivery.fields.routingKey }, 'a listener failed');
    }
  };

  async function listenUntilLost(onAttached: () => void) {
    const channel = await (await connection.get()).createChannel();
    channel.on('error', (error: Error) => log.warn({ err: error }, 'the channel of a listener broke'));
    const leave = () => void channel.emit('left');
    signal.addEventListener('abort', leave);
    try {
      const closing = new Promise<void>((resolve) => {
        for (const end of ['close', 'cancelled', 'left']) channel.once(end, () => resolve());
      });
      await declareExchange(channel, topology);
      const { queue } = await channel.assertQueue('', QUEUE);
      for (const type of types) await channel.bindQueue(queue, topology.exchange, type);
      // A null delivery means that the queue was deleted.
      const onDelivery = (delivery: ConsumeMessage | null) => (delivery ? notify(delivery) : void channel.emit('cancelled'));
      if (signal.aborted) return;
      await channel.consume(queue, onDelivery, { noAck: true });
      onAttached();
      if (heardBefore) listener.missed?.();
      heardBefore = true;
      await closing;
    } finally {
      signal.removeEventListener('abort', leave);
      await Promise.resolve()
        .then(() => channel.close())
        .catch(() => undefined);
    }
  }

  await persist(signal, listenUntilLost, (error) =>
    log.warn({ err: error }, 'the listener cannot reach the broker; it tries again'),
  );
}
