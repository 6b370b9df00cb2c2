import { Histogram, type Registry } from 'prom-client';

export type HttpMetrics = ReturnType<typeof createHttpMetrics>;

/** The counters of a service's HTTP side, in the service's own registry. */
export const createHttpMetrics = (registry: Registry) => ({
  requestDuration: new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by route template',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  }),
});
