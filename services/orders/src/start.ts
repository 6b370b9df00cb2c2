import {
  createMetrics,
  openServiceDatabase,
  operation,
  refuseUnknownTimeZone,
  type RunningService,
  type ServiceDeps,
} from '@shop/runtime';
import { inTx } from '@shop/messaging';
import { createBotCheck, derivedRing, runShopService } from '@shop/shared';
import type { ObjectStorage } from '@shop/storage';
import { z } from 'zod';
import { removeStrayFiles } from './buyer-claims/attachments';
import { forgetOldClaims, remindOfClaims } from './buyer-claims/claim-clocks';
import { announceOldSales } from './buyers/announce-sales';
import { blankDeletedBuyers } from './buyers/blank-deleted-buyers';
import { tellOpenPurchases } from './buyers/open-purchases';
import { endReservations, pollPayments } from './capture/completer';
import { forgetOldHolds } from './claims/hold-limits';
import { logSales } from './certificates/log-sales';
import { saveCertificateKeys } from './certificates/read-certificate';
import type { Config } from './config';
import { schema } from './database';
import { heedReported, lookAtDisputes } from './disputes/look-at-disputes';
import { invoicingOf } from './invoices/legal';
import { beginInvoicing, numberInvoices } from './invoices/number-invoices';
import { hashContracts } from './orders/downloads/contracts';
import { endpointsOf } from './endpoints';
import { factsOf } from './operator/facts';
import { RecheckForm, recheckPayment } from './operator/recheck-payment';
import { emitAgain } from './operator/say-again';
import { measuredRows } from './operator/measured';
import { createDeclines } from './payments/declines';
import type { PaymentGateway } from './payments/payment-gateway';
import { createPaypalGateway } from './payments/paypal-gateway';
import { emitSettledStores } from './product-copies/copy-store';
import { reconcileAtNight } from './payments/reconciliation/reconcile';
import { pollRefunds, settleByReport } from './refunds/settle-refund';
import type { ServiceContext } from './context';
import { signingOf } from './sales-log/sales-log.endpoints';
import { verifyLog, VerifyLogForm } from './sales-log/verify-log';
import { subscriptions } from './subscriptions';

/** How often a replica looks whether the hour has come. */
const RECONCILE_EVERY_MS = 60_000;
const TELL_EVERY_MS = 2000;
const CLAIMS_EVERY_MS = 60_000;
const ABANDONED_EVERY_MS = 3_600_000;
/** A sale is in the sales log within 20 seconds. */
const LOG_EVERY_MS = 2000;

type Deps = ServiceDeps & { storage: ObjectStorage; paymentGateway?: PaymentGateway };

/** Starts the orders service: opens and migrates its database, serves, relays, reacts, and completes payments under way. */
export async function start(
  config: Config,
  { broker, storage, log, checkAnswer, paymentGateway }: Deps,
): Promise<RunningService> {
  const source = await openServiceDatabase(config, schema, log);
  await refuseUnknownTimeZone(source, config.SITE_TIME_ZONE);
  const signingKeys = {
    certificate: derivedRing(config.CERTIFICATE_KEY, 'certificate'),
    log: derivedRing(config.CERTIFICATE_KEY, 'log'),
  };
  await saveCertificateKeys(source, signingKeys.certificate);
  const metrics = createMetrics('orders');
  const context: ServiceContext = {
    source,
    storage,
    gateway: paymentGateway ?? createPaypalGateway(config),
    botCheck: createBotCheck(config, log),
    log,
    settleRefunds: (movements, deadline) => settleByReport(context, movements, deadline),
    heedDisputes: (disputes) => heedReported(context, disputes),
    countDecline: createDeclines(metrics.registry),
    siteName: config.SITE_NAME,
    timeZone: config.SITE_TIME_ZONE,
    downloadKeys: config.DOWNLOAD_KEY,
    deliveryKeys: config.DELIVERY_KEY,
    publicUrl: config.PUBLIC_URL,
    signingKeys,
    rateScale: config.RATE_LIMIT_SCALE,
    providerWithinMs: config.PAYPAL_WITHIN_MS,
    completerEveryMs: config.COMPLETER_EVERY_MS,
    leaseMs: config.CAPTURE_LEASE_MS,
    reconcileAt: config.RECONCILE_AT,
    invoicing: invoicingOf(config),
  };
  if (context.invoicing) await beginInvoicing(source.manager);
  return runShopService({
    name: 'orders',
    config,
    source,
    broker,
    log,
    checkAnswer,
    endpoints: endpointsOf(context),
    subscriptions,
    facts: factsOf(storage),
    operations: [
      operation('say-again', z.object({}), () => emitAgain(source)),
      operation('recheck-payment', RecheckForm, (form) => recheckPayment(context, form)),
      operation('verify-log', VerifyLogForm, (form) =>
        verifyLog(source, { ...signingOf(context), timeZone: context.timeZone }, form),
      ),
    ],
    metrics,
    measured: measuredRows,
    tasks: [
      { name: 'end-reservations', everyMs: config.COMPLETER_EVERY_MS, run: () => endReservations(context) },
      { name: 'complete-payments', everyMs: config.COMPLETER_EVERY_MS, run: () => pollPayments(context) },
      { name: 'look-at-disputes', everyMs: config.COMPLETER_EVERY_MS, run: () => lookAtDisputes(context) },
      { name: 'complete-refunds', everyMs: config.COMPLETER_EVERY_MS, run: () => pollRefunds(context) },
      {
        name: 'blank-deleted-buyers',
        everyMs: config.COMPLETER_EVERY_MS,
        run: () => inTx(source, (tx) => blankDeletedBuyers(tx)),
      },
      { name: 'forget-old-holds', everyMs: config.COMPLETER_EVERY_MS, run: () => forgetOldHolds(source.manager) },
      { name: 'hash-contracts', everyMs: LOG_EVERY_MS, run: () => hashContracts(context) },
      { name: 'log-sales', everyMs: LOG_EVERY_MS, run: () => logSales(context) },
      { name: 'number-invoices', everyMs: LOG_EVERY_MS, run: () => numberInvoices(context) },
      { name: 'tell-open-purchases', everyMs: TELL_EVERY_MS, run: () => tellOpenPurchases(source) },
      { name: 'announce-old-sales', everyMs: TELL_EVERY_MS, run: () => announceOldSales(source) },
      { name: 'tell-settled-stores', everyMs: TELL_EVERY_MS, run: () => emitSettledStores(source) },
      { name: 'remind-of-claims', everyMs: CLAIMS_EVERY_MS, run: () => remindOfClaims(source) },
      { name: 'forget-old-claims', everyMs: CLAIMS_EVERY_MS, run: () => forgetOldClaims(source.manager) },
      { name: 'remove-stray-claim-files', everyMs: CLAIMS_EVERY_MS, run: () => removeStrayFiles({ source, storage }) },
      { name: 'remove-abandoned-objects', everyMs: ABANDONED_EVERY_MS, run: storage.removeAbandoned },
      { name: 'reconcile', everyMs: RECONCILE_EVERY_MS, run: () => reconcileAtNight(context) },
    ],
  });
}
