import { createHttpMetrics } from '@shop/http';
import { createMessagingMetrics } from '@shop/messaging';
import { collectDefaultMetrics, Registry, Gauge } from 'prom-client';
import type { DataSource } from 'typeorm';

export type Metrics = ReturnType<typeof createMetrics>;

/** Each service has its own registry, because five of them may share a process. */
export function createMetrics(service: string) {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return { registry, ...createHttpMetrics(registry), ...createMessagingMetrics(registry) };
}

/** A gauge that is read from the database at each scrape. Each row of the query has a `value`, and a column for each label. */
export type MeasuredRows = { name: string; help: string; labels?: string[]; query: string };

/** A query that counts the rows in each of these states, through an index on that column. All names are literals in the code. */
export const countedBy = (table: string, column: string, states: readonly string[]): string =>
  states
    .map((state) => `SELECT '${state}' AS state, count(*) AS value FROM ${table} WHERE ${column} = '${state}'`)
    .join(' UNION ALL ');

/**
 * Registers the gauges.
 * @returns a function that reads them again one after the other, with a single connection. While the database does not answer,
 * the last figures stay: /readyz and `database_up` report the outage.
 */
export function measureRows(registry: Registry, source: DataSource, measures: readonly MeasuredRows[]): () => Promise<void> {
  const gauges = measures.map(({ name, help, labels = [], query }) => ({
    gauge: new Gauge({ name, help, labelNames: labels, registers: [registry] }),
    query,
  }));
  return async () => {
    for (const { gauge, query } of gauges) {
      const rows = await source.query<Record<string, string>[]>(query).catch(() => null);
      if (!rows) return;
      gauge.reset();
      for (const { value, ...row } of rows) gauge.set(row, Number(value));
    }
  };
}

type Pool = { totalCount: number; idleCount: number; waitingCount: number };

/** Registers gauges for the use of a service's database connections. */
export function measurePool(registry: Registry, source: DataSource): void {
  const { master } = source.driver as unknown as { master: Pool };
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections to the database in use and idle, and who waits for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { totalCount, idleCount, waitingCount } = master;
      this.set({ state: 'used' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'awaited' }, waitingCount);
    },
  });
}
