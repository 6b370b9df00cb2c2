import { openServiceDatabase, type RunningService, type ServiceDeps } from '@shop/runtime';
import { createBotCheck, runShopService } from '@shop/shared';
import type { ObjectStorage } from '@shop/storage';
import type { Config } from './config';
import { forgetUnconfirmed } from './contact-addresses/contact-addresses';
import { schema } from './database';
import { endpointsOf } from './endpoints';
import { factsOf } from './operator/facts';
import { measuredRows } from './operator/measured';
import { deliverMails, pruneMails } from './mails/deliver-mails';
import { createSmtp } from './mails/smtp';
import { createArchive } from './timeline/create-archive';
import { archiveTimeline, tidyTimeline } from './timeline/archive-timeline';
import { forgetUnconfirmedSubscribers } from './subscribers/delete-subscribers';
import { subscriptionsOf } from './subscriptions';

type Deps = ServiceDeps & { storage: ObjectStorage };

/** Starts notifications: mails, newsletter, announcements, messages and the timeline. Broker and storage belong to the caller. */
export async function start(config: Config, { broker, storage, log, checkAnswer }: Deps): Promise<RunningService> {
  const source = await openServiceDatabase(config, schema, log);
  const site = { name: config.SITE_NAME, url: config.PUBLIC_URL, timeZone: config.SITE_TIME_ZONE };
  const botCheck = createBotCheck(config, log);
  const archive = createArchive(source, config.MONGODB_URL, log);
  const smtp = createSmtp(config.SMTP_URL, config.MAIL_FROM);
  const service = await runShopService({
    name: 'notifications',
    config,
    source,
    broker,
    log,
    checkAnswer,
    endpoints: endpointsOf({
      source,
      archive,
      storage,
      botCheck,
      site,
      operator: config.ADMIN_MAIL_TO,
      rateScale: config.RATE_LIMIT_SCALE,
    }),
    subscriptions: subscriptionsOf(site, config.ADMIN_MAIL_TO, config.RATE_LIMIT_SCALE),
    facts: factsOf(storage),
    measured: measuredRows,
    tasks: [
      { name: 'deliver-mails', everyMs: 300, run: ({ tracer }) => deliverMails(source, smtp.send, site, log, tracer) },
      { name: 'prune-mails', everyMs: 3_600_000, run: () => pruneMails(source) },
      { name: 'tidy-timeline', everyMs: 3_600_000, run: () => tidyTimeline(archive, config.TIMELINE_DAYS) },
      { name: 'forget-unconfirmed-contacts', everyMs: 600_000, run: () => forgetUnconfirmed(source) },
      { name: 'forget-unconfirmed-subscribers', everyMs: 3_600_000, run: () => forgetUnconfirmedSubscribers(source) },
      { name: 'remove-abandoned-objects', everyMs: 3_600_000, run: storage.removeAbandoned },
    ],
  });
  const timeline = await archiveTimeline(broker, archive);
  return {
    ...service,
    async stop() {
      const stopping = timeline.stop();
      // Waits for writes under way before the service's own database is closed.
      if (!config.MONGODB_URL) await stopping;
      await service.stop();
      // Writes that a hanging MongoDB has not taken by now fail, and their events go back to the queue.
      await archive.close();
      await stopping;
      smtp.close();
    },
  };
}
