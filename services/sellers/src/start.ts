import { createPaypalClient } from '@shop/paypal';
import { sealsChecked } from '@shop/contracts/events';
import { openServiceDatabase, operation, type RunningService, type ServiceDeps } from '@shop/runtime';
import { createBotCheck, keyId, runShopService, sealAll, sealChecker } from '@shop/shared';
import type { ObjectStorage } from '@shop/storage';
import { z } from 'zod';
import { forgetPayoutDetails } from './closing/close-store';
import { tellOpenEarnings } from './closing/open-earnings';
import { forgetOldWords } from './closing/words-of-store';
import type { Config } from './config';
import { schema } from './database';
import { drawOlderDocuments } from './documents/draw-older-documents';
import { forgetOldDocuments } from './documents/forget-document';
import { removeStrayDocuments } from './documents/stray-documents';
import type { ServiceContext } from './context';
import { endpointsOf } from './endpoints';
import { factsOf } from './operator/facts';
import { resealCards } from './operator/reseal-cards';
import { emitAgain } from './operator/say-again';
import { compareLedger } from './ledger/compare-ledger-when-payments-reconciled';
import { ledgerJournal } from './ledger/journal';
import { tellStatements } from './statements/tell-statements';
import { partsOf } from './payouts/batch';
import { createPaypalPayouts } from './payouts/paypal-payouts';
import { askPaypal } from './payouts/send-batch';
import { forgetUnusedCards } from './stores/forget-unused-cards';
import { forgetLapsedPackages } from './submissions/package-copies';
import { remindOfOverdue } from './submissions/remind-of-overdue';
import { subscriptionsOf } from './subscriptions';
import { tellOfUnsold } from './tracks/unsold-tracks';

const SEAL_EVERY_MS = 1000;
const TELL_EVERY_MS = 2000;
const REMIND_EVERY_MS = 60_000;
const REMOVE_EVERY_MS = 10_000;
const COMPARE_EVERY_MS = 10_000;
const ASK_EVERY_MS = 2000;
const UNSOLD_EVERY_MS = 600_000;
const DRAW_EVERY_MS = 10_000;
const FORGET_EVERY_MS = 600_000;
const ABANDONED_EVERY_MS = 3_600_000;

type Deps = ServiceDeps & { storage: ObjectStorage };

/** Starts sellers: stores, their owners' lists of tracks, and the ledger. The caller closes broker and storage. */
export async function start(config: Config, { broker, storage, log, checkAnswer }: Deps): Promise<RunningService> {
  const source = await openServiceDatabase(config, schema, log);
  const botCheck = createBotCheck(config, log);
  const context: ServiceContext = {
    source,
    siteName: config.SITE_NAME,
    storage,
    botCheck,
    cardKeys: config.CARD_KEY,
    timeZone: config.SITE_TIME_ZONE,
    rateScale: config.RATE_LIMIT_SCALE,
    payouts: {
      paypal: createPaypalPayouts(createPaypalClient(config)),
      minCents: config.PAYOUT_MIN_CENTS,
      secondApprovalCents: config.PAYOUT_SECOND_APPROVAL_CENTS ?? null,
      withinMs: config.PAYPAL_WITHIN_MS,
    },
  };
  return runShopService({
    name: 'sellers',
    config,
    source,
    broker,
    log,
    checkAnswer,
    endpoints: endpointsOf(context),
    subscriptions: subscriptionsOf(config.SITE_NAME, config.SITE_TIME_ZONE),
    facts: factsOf(storage),
    operations: [
      operation('say-again', z.object({}), () => emitAgain(source)),
      operation('keys', z.object({}), () => Promise.resolve({ CARD_KEY: config.CARD_KEY.map(keyId) })),
      operation('reseal', z.object({}), () => resealCards(source, config.CARD_KEY)),
    ],
    tasks: [
      { name: 'seal-ledger', everyMs: SEAL_EVERY_MS, run: () => sealAll(source, ledgerJournal) },
      { name: 'check-seals', everyMs: 60_000, run: sealChecker(source, ledgerJournal, sealsChecked) },
      { name: 'tell-open-earnings', everyMs: TELL_EVERY_MS, run: () => tellOpenEarnings(source) },
      { name: 'compare-ledger', everyMs: COMPARE_EVERY_MS, run: () => compareLedger(source) },
      { name: 'ask-paypal', everyMs: ASK_EVERY_MS, run: () => askPaypal(source, partsOf(context)) },
      { name: 'forget-payout-details', everyMs: REMIND_EVERY_MS, run: () => forgetPayoutDetails(source.manager) },
      {
        name: 'tell-statements',
        everyMs: FORGET_EVERY_MS,
        run: () => tellStatements(source, { siteName: config.SITE_NAME, timeZone: config.SITE_TIME_ZONE }),
      },
      { name: 'remind-of-overdue', everyMs: REMIND_EVERY_MS, run: () => remindOfOverdue(source) },
      { name: 'remove-stray-documents', everyMs: REMOVE_EVERY_MS, run: () => removeStrayDocuments(source, storage) },
      { name: 'draw-older-documents', everyMs: DRAW_EVERY_MS, run: () => drawOlderDocuments({ source, storage }) },
      { name: 'forget-unused-cards', everyMs: FORGET_EVERY_MS, run: () => forgetUnusedCards(source) },
      { name: 'forget-old-documents', everyMs: FORGET_EVERY_MS, run: () => forgetOldDocuments(source) },
      { name: 'forget-old-words', everyMs: FORGET_EVERY_MS, run: () => forgetOldWords(source.manager) },
      { name: 'forget-lapsed-packages', everyMs: FORGET_EVERY_MS, run: () => forgetLapsedPackages(source.manager) },
      { name: 'tell-of-unsold', everyMs: UNSOLD_EVERY_MS, run: () => tellOfUnsold(source) },
      { name: 'remove-abandoned-objects', everyMs: ABANDONED_EVERY_MS, run: storage.removeAbandoned },
    ],
  });
}
