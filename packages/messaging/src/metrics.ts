import { Counter, Gauge, type Registry } from 'prom-client';

export type MessagingMetrics = ReturnType<typeof createMessagingMetrics>;

/** What outbox and inbox count, in the service's own registry. */
export function createMessagingMetrics(registry: Registry) {
  const registers = [registry];
  return {
    relayed: new Counter({
      name: 'outbox_publish_total',
      help: 'Outbox rows by outcome of publishing',
      labelNames: ['result'],
      registers,
    }),
    handled: new Counter({
      name: 'consumer_handled_total',
      help: 'Deliveries by reaction and outcome',
      labelNames: ['reaction', 'result'],
      registers,
    }),
    outboxPending: new Gauge({ name: 'outbox_pending', help: 'Outbox rows not yet sent', registers }),
    outboxOldest: new Gauge({ name: 'outbox_oldest_seconds', help: 'Age of the oldest row not yet sent', registers }),
    inboxWaiting: new Gauge({ name: 'inbox_waiting', help: 'Deliveries waiting for another try', registers }),
    inboxParked: new Gauge({ name: 'inbox_parked', help: 'Deliveries given up until somebody puts them back', registers }),
  };
}
