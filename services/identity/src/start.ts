import { ALL_EVENTS, looked, operatorActed, queueOf, queuesOf, sealsChecked } from '@shop/contracts/events';
import type { CheckAnswer } from '@shop/http';
import type { Broker } from '@shop/messaging';
import { openDatabase, runService, type Log, type RunningService } from '@shop/runtime';
import { createBotCheck, noteLooks, sealAll, sealChecker } from '@shop/shared';
import { ensureAdmin } from './administration/ensure-admin';
import { auditJournal } from './administration/audit-journal';
import { requiresFactorOfAdmins, type Config } from './config';
import { schema } from './database';
import { eraseDueAccounts } from './own-data/erase-due-accounts';
import { endpointsOf } from './endpoints';
import { facts } from './operator/facts';
import { lastBackup } from './operator/last-backup';
import { measured } from './operator/measured';
import { operationsOf } from './operator/operations';
import { finishDataExports } from './own-data/finish-data-exports';
import { relyingPartyOf } from './second-factor/relying-party';
import { factorKeys } from './second-factor/factor-keys';
import { subscriptions } from './subscriptions';
import { sweep } from './sweep';

const SEAL_EVERY_MS = 1000;

export type Deps = { broker: Broker; log: Log; checkAnswer?: CheckAnswer };

/** Starts identity: accounts, sessions, cart and wishlist. The broker belongs to the caller. */
export async function start(config: Config, { broker, log, checkAnswer }: Deps): Promise<RunningService> {
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
    queue: queueOf('identity'),
    queuesOf,
    config,
    source,
    broker,
    log,
    checkAnswer,
    endpoints: endpointsOf({
      source,
      siteName: config.SITE_NAME,
      botCheck,
      secure: protocol === 'https:',
      rateScale: config.RATE_LIMIT_SCALE,
      factors,
      adminIdleMinutes,
    }),
    subscriptions,
    events: ALL_EVENTS,
    facts,
    operations: operationsOf(source, config.FACTOR_KEY),
    acted: operatorActed('identity'),
    noteLook: noteLooks(source, looked),
    measured,
    status: lastBackup,
    tasks: [
      { name: 'seal-audit-log', everyMs: SEAL_EVERY_MS, run: () => sealAll(source, auditJournal) },
      { name: 'check-seals', everyMs: 60_000, run: sealChecker(source, auditJournal, sealsChecked) },
      { name: 'erase-due-accounts', everyMs: 15_000, run: () => eraseDueAccounts(source) },
      { name: 'finish-data-exports', everyMs: 2000, run: () => finishDataExports(source) },
      { name: 'sweep', everyMs: 60_000, run: () => sweep(source, { adminIdleMinutes }) },
    ],
  });
}
