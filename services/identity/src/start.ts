import { ALL_EVENTS } from '@shop/contracts/events';
import {
  createBotCheck,
  openDatabase,
  runService,
  sealAll,
  type Broker,
  type Endpoint,
  type Log,
  type RunningService,
} from '@shop/kit';
import { accountEndpoints } from './accounts/accounts.endpoints';
import { ensureAdmin } from './accounts/ensure-admin';
import { auditEndpoints } from './audit/audit.endpoints';
import { auditJournal } from './audit/journal';
import { requiresFactorOfAdmins, type Config } from './config';
import { schema } from './database';
import { deviceEndpoints } from './devices/devices.endpoints';
import { emailChangeEndpoints } from './email-changes/email-changes.endpoints';
import { listEndpoints } from './lists/lists.endpoints';
import { relyingPartyOf } from './passkeys/relying-party';
import { passwordEndpoints } from './passwords/passwords.endpoints';
import { registrationEndpoints } from './registration/registration.endpoints';
import { factorKeys } from './second-factor/factor-keys';
import { factorEndpoints } from './second-factor/second-factor.endpoints';
import { secondStepEndpoints } from './second-factor/second-step.endpoints';
import { sessionEndpoints, type SessionParts } from './sessions/sessions.endpoints';
import { sweep } from './sessions/sessions';
import { statsEndpoints } from './stats/stats.endpoints';
import { subscriptions } from './subscriptions';

const SEAL_EVERY_MS = 1000;

export type EndpointParts = SessionParts;

/** Every call of identity. */
export const endpointsOf = (parts: EndpointParts): Endpoint[] => [
  ...registrationEndpoints(parts),
  ...sessionEndpoints(parts),
  ...secondStepEndpoints(parts),
  ...factorEndpoints(parts),
  ...deviceEndpoints(parts),
  ...passwordEndpoints(parts),
  ...accountEndpoints(parts.source, parts.scale),
  ...emailChangeEndpoints(parts.source, parts.scale),
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
  const adminIdleMinutes = config.ADMIN_IDLE_MINUTES;
  const factors = {
    keys: factorKeys(config.FACTOR_KEY),
    party: relyingPartyOf(config.PUBLIC_URL, config.SITE_NAME),
    requiredOfAdmins: requiresFactorOfAdmins(config),
  };
  const botCheck = createBotCheck({ secret: config.RECAPTCHA_SECRET, verifyUrl: config.RECAPTCHA_VERIFY_URL, hostname, log });
  return runService({
    name: 'identity',
    config,
    source,
    broker,
    log,
    endpoints: endpointsOf({
      source,
      botCheck,
      secure: protocol === 'https:',
      scale: config.RATE_LIMIT_SCALE,
      factors,
      adminIdleMinutes,
    }),
    subscriptions,
    events: ALL_EVENTS,
    tasks: [
      { name: 'seal-audit-log', everyMs: SEAL_EVERY_MS, run: () => sealAll(source, auditJournal) },
      { name: 'sweep', everyMs: 60_000, run: () => sweep(source, { adminIdleMinutes }) },
    ],
  });
}
