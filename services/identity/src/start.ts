import type { DataSource } from 'typeorm';
import { ALL_EVENTS } from '@shop/contracts/events';
import {
  createBotCheck,
  openDatabase,
  runService,
  type BotCheck,
  type Broker,
  type Endpoint,
  type Log,
  type RunningService,
} from '@shop/kit';
import { accountEndpoints } from './accounts/accounts.endpoints';
import { ensureAdmin } from './accounts/ensure-admin';
import { auditEndpoints } from './audit/audit.endpoints';
import type { Config } from './config';
import { schema } from './database';
import { listEndpoints } from './lists/lists.endpoints';
import { passwordEndpoints } from './passwords/passwords.endpoints';
import { registrationEndpoints } from './registration/registration.endpoints';
import { sessionEndpoints } from './sessions/sessions.endpoints';
import { sweep } from './sessions/sessions';
import { statsEndpoints } from './stats/stats.endpoints';
import { subscriptions } from './subscriptions';

export type EndpointParts = { source: DataSource; botCheck: BotCheck; secure: boolean; scale: number };

/** Every call of identity. */
export const endpointsOf = (parts: EndpointParts): Endpoint[] => [
  ...registrationEndpoints(parts),
  ...sessionEndpoints(parts),
  ...passwordEndpoints(parts),
  ...accountEndpoints(parts.source, parts.scale),
  ...listEndpoints(parts.source),
  ...auditEndpoints(parts.source),
  ...statsEndpoints(parts.source),
];

/** Accounts, sessions, cart and wishlist. */
export async function start(config: Config, { broker, log }: { broker: Broker; log: Log }): Promise<RunningService> {
  const source = await openDatabase({
    ...schema,
    url: config.DATABASE_URL,
    migrationUrl: config.MIGRATION_DATABASE_URL,
    poolSize: config.DATABASE_POOL,
    log,
  });
  if (config.ADMIN_EMAIL && config.ADMIN_PASSWORD) await ensureAdmin(source, config.ADMIN_EMAIL, config.ADMIN_PASSWORD);
  const { protocol, hostname } = new URL(config.PUBLIC_URL);
  const botCheck = createBotCheck({ secret: config.RECAPTCHA_SECRET, verifyUrl: config.RECAPTCHA_VERIFY_URL, hostname, log });
  return runService({
    name: 'identity',
    config,
    source,
    broker,
    log,
    endpoints: endpointsOf({ source, botCheck, secure: protocol === 'https:', scale: config.RATE_LIMIT_SCALE }),
    subscriptions,
    events: ALL_EVENTS,
    tasks: [{ name: 'sweep', everyMs: 60_000, run: () => sweep(source) }],
  });
}
