import { sealsChecked } from '@shop/contracts/events';
import { openServiceDatabase, type RunningService, type ServiceDeps } from '@shop/runtime';
import { createBotCheck, runShopService, sealAll, sealChecker } from '@shop/shared';
import { ensureAdmin } from './administration/ensure-admin';
import { auditJournal } from './administration/audit-log';
import { requiresFactorOfAdmins, type Config } from './config';
import { schema } from './database';
import { eraseDueAccounts } from './own-data/erase-due-accounts';
import { endpointsOf } from './endpoints';
import { facts } from './operator/facts';
import { measuredRows, lastBackup } from './operator/measured';
import { operationsOf } from './operator/operations';
import { finishDataExports } from './own-data/finish-data-exports';
import { factorKeys, relyingPartyOf } from './second-factor/factor-keys';
import { subscriptions } from './subscriptions';
import { sweep } from './sweep/sweep';

const SEAL_EVERY_MS = 1000;

/** Starts identity: accounts, sessions, cart and wishlist. The caller closes the broker. */
export async function start(config: Config, { broker, log, checkAnswer }: ServiceDeps): Promise<RunningService> {
  const source = await openServiceDatabase(config, schema, log);
  if (config.ADMIN_EMAIL && config.ADMIN_PASSWORD) await ensureAdmin(source, config.ADMIN_EMAIL, config.ADMIN_PASSWORD);
  const { protocol } = new URL(config.PUBLIC_URL);
  const adminIdleMinutes = config.ADMIN_IDLE_MINUTES;
  const factors = {
    keys: factorKeys(config.FACTOR_KEY),
    party: relyingPartyOf(config.PUBLIC_URL, config.SITE_NAME),
    requiredOfAdmins: requiresFactorOfAdmins(config),
  };
  const botCheck = createBotCheck(config, log);
  return runShopService({
    name: 'identity',
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
    facts,
    operations: operationsOf(source, config.FACTOR_KEY),
    measured: measuredRows,
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
