import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** One registry for each service, so that five of them can share a process. */
export function createMetrics(service: string) {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requestDuration: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Duration of requests by route template',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
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
    policyReports: new Counter({
      name: 'csp_reports_total',
      help: 'What browsers kept out of pages, by directive',
      labelNames: ['directive'],
      registers,
    }),
    inboxParked: new Gauge({ name: 'inbox_parked', help: 'Deliveries given up until somebody puts them back', registers }),
  };
}
