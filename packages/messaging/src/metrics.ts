import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export type MessagingMetrics = ReturnType<typeof createMessagingMetrics>;

/** The counters of outbox and inbox, in the service's own registry. */
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
    consumerLag: new Histogram({
      name: 'consumer_lag_seconds',
      help: 'From what happened to the end of the reaction to it, where the first try succeeds',
      buckets: [0.05, 0.1, 0.3, 1, 3, 10, 30, 60, 300],
      registers,
    }),
    outboxPending: new Gauge({ name: 'outbox_pending', help: 'Outbox rows not yet sent', registers }),
    outboxOldest: new Gauge({ name: 'outbox_oldest_seconds', help: 'Age of the oldest row not yet sent', registers }),
    inboxWaiting: new Gauge({ name: 'inbox_waiting', help: 'Deliveries waiting for another try', registers }),
    inboxParked: new Gauge({ name: 'inbox_parked', help: 'Deliveries given up until somebody puts them back', registers }),
  };
}
