import { createHttpMetrics } from '@shop/http';
import { createMessagingMetrics } from '@shop/messaging';
import { collectDefaultMetrics, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** Each service has its own registry, because five of them may share a process. */
export function createMetrics(service: string) {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return { registry, ...createHttpMetrics(registry), ...createMessagingMetrics(registry) };
}
