import { queuesOf } from '@shop/contracts/events';
import { retry } from '@shop/runtime';

export const SERVICES = ['identity', 'catalog', 'orders', 'sellers', 'notifications'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** A running shop: its address for visitors, and ways to read and write its databases. */
export type RunningShop = {
  url: string;
  simulatorUrl: string;
  query: <Row>(service: ServiceName, sql: string) => Promise<Row[]>;
  execute: (service: ServiceName, sql: string) => Promise<void>;
};

/** How many events wait in all outboxes and inboxes. */
export async function waiting({ query }: RunningShop): Promise<number> {
  const counts = await Promise.all(
    SERVICES.map((name) =>
      query<{ open: number }>(
        name,
        `SELECT ((SELECT count(*) FROM outbox WHERE sent_at IS NULL) + (SELECT count(*) FROM inbox WHERE state <> 'done'))::int AS open`,
      ),
    ),
  );
  return counts.flat().reduce((sum, { open }) => sum + open, 0);
}

/** The events that a service has sent, but that a subscribed service does not have in its inbox. */
export async function lostEvents({ query }: RunningShop): Promise<string[]> {
  const counts = await Promise.all(
    SERVICES.map((name) => query<{ id: string; type: string }>(name, 'SELECT id, type FROM outbox')),
  );
  const handled = new Map<string, Set<string>>(
    await Promise.all(
      SERVICES.map(async (name) => {
        const rows = await query<{ message_id: string }>(name, 'SELECT DISTINCT message_id FROM inbox');
        return [`shop.${name}`, new Set(rows.map((row) => row.message_id))] as const;
      }),
    ),
  );
  return counts.flat().flatMap(({ id, type }) =>
    queuesOf(type)
      .filter((queue) => handled.get(queue)?.has(id) === false)
      .map((queue) => `${type} ${id} is not in ${queue}`),
  );
}

/** Waits until every event is sent and handled, for at most `withinMs`. @throws Error that names the remaining ones */
export const settled = (shop: RunningShop, withinMs: number): Promise<void> =>
  retry(
    async () => {
      const [open, lost] = await Promise.all([waiting(shop), lostEvents(shop)]);
      if (open + lost.length > 0) throw new Error(`${open} events wait; not handled: ${lost.slice(0, 5).join(', ') || 'none'}`);
    },
    { withinMs, pauseMs: 500 },
  );
