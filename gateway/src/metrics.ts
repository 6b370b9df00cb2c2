import { createMetrics } from '@shop/runtime';
import { Counter, Gauge } from 'prom-client';
import { UNSURE_BECAUSE, type UnsureBecause } from './sessions/sessions';
import { OUTCOMES, type Outcome } from './storefront/rendering/page-renderer';
import { createVitals } from './vitals/vitals';

export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>;

/** The metrics of the gateway, in its own registry. `openStreams` answers the number of open streams of live news. */
export function createGatewayMetrics(openStreams: () => number) {
  const { registry, requestDuration } = createMetrics('gateway');
  const registers = [registry];
  const policyReports = new Counter({
    name: 'csp_reports_total',
    help: 'What browsers kept out of pages, by directive',
    labelNames: ['directive'],
    registers,
  });
  new Gauge({
    name: 'live_streams',
    help: 'Open pages that hear of sales at once',
    registers,
    collect() {
      this.set(openStreams());
    },
  });
  const renders = new Counter({
    name: 'page_renders_total',
    help: 'Public pages that the server had to render, by how that ended; those not rendered are rendered by the browser',
    labelNames: ['outcome'],
    registers,
  });
  const unsure = new Counter({
    name: 'sessions_unsure_total',
    help: 'Requests with a session that identity did not confirm, by reason; calls that need a login are answered 503',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of UNSURE_BECAUSE) unsure.inc({ reason }, 0);
  for (const outcome of OUTCOMES) renders.inc({ outcome }, 0);
  return {
    registry,
    requestDuration,
    countCspReport: (directive: string) => policyReports.inc({ directive }),
    countUnsure: (reason: UnsureBecause) => unsure.inc({ reason }),
    countRender: (outcome: Outcome) => renders.inc({ outcome }),
    countVitals: createVitals(registry),
  };
}
