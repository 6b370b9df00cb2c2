import { ALL_EVENTS } from '@shop/contracts/events';
import { createBotCheck, openDatabase, runService, type Broker, type Log, type RunningService } from '@shop/kit';
import { completeOnce } from './checkout/completer';
import type { OrdersConfig } from './config';
import { schema } from './database';
import { hashContracts } from './downloads/contracts';
import { endpointsOf } from './endpoints';
import type { PaymentGateway } from './payments/payment-gateway';
import { createPaypalGateway } from './payments/paypal-gateway';
import { reconcileAtNight } from './reconciliation/reconcile';
import type { Shop } from './shop';
import { subscriptions } from './subscriptions';

/** How often a replica looks whether the hour has come. */
const RECONCILE_EVERY_MS = 60_000;

export type OrdersDeps = { broker: Broker; log: Log; paymentGateway?: PaymentGateway };

/** Starts the orders service: opens and migrates its database, serves, relays, reacts, and completes payments under way. */
export async function start(config: OrdersConfig, { broker, log, paymentGateway }: OrdersDeps): Promise<RunningService> {
  const source = await openDatabase({
    ...schema,
    url: config.DATABASE_URL,
    migrationUrl: config.MIGRATION_DATABASE_URL,
    poolSize: config.DATABASE_POOL,
    log,
  });
  const shop: Shop = {
    source,
    gateway: paymentGateway ?? createPaypalGateway(config),
    botCheck: createBotCheck({
      secret: config.RECAPTCHA_SECRET,
      verifyUrl: config.RECAPTCHA_VERIFY_URL,
      hostname: new URL(config.PUBLIC_URL).hostname,
      log,
    }),
    log,
    settings: {
      siteName: config.SITE_NAME,
      timeZone: config.SITE_TIME_ZONE,
      downloadKey: config.DOWNLOAD_KEY,
      rateScale: config.RATE_LIMIT_SCALE,
      providerWithinMs: config.PAYPAL_WITHIN_MS,
      completerEveryMs: config.COMPLETER_EVERY_MS,
      leaseMs: config.CAPTURE_LEASE_MS,
      reconcileAt: config.RECONCILE_AT,
    },
  };
  return runService({
    name: 'orders',
    config,
    source,
    broker,
    log,
    endpoints: endpointsOf(shop),
    subscriptions,
    events: ALL_EVENTS,
    tasks: [
      { name: 'complete-payments', everyMs: config.COMPLETER_EVERY_MS, run: () => completeOnce(shop) },
      { name: 'hash-contracts', everyMs: config.COMPLETER_EVERY_MS, run: () => hashContracts(shop) },
      { name: 'reconcile', everyMs: RECONCILE_EVERY_MS, run: () => reconcileAtNight(shop) },
    ],
  });
}
