import { ALL_EVENTS } from '@shop/contracts/events';
import { openDatabase, runService, type Broker, type Log, type RunningService } from '@shop/kit';
import type { Config } from './config';
import { schema } from './database';
import { deliverMails, pruneMails } from './mails/deliver-mails';
import { createSmtp } from './mails/smtp';
import { subscriptionsOf } from './subscriptions';

/** Every mail the shop sends. */
export async function start(config: Config, { broker, log }: { broker: Broker; log: Log }): Promise<RunningService> {
  const source = await openDatabase({ ...schema, url: config.DATABASE_URL, poolSize: config.DATABASE_POOL, log });
  const site = { name: config.SITE_NAME, url: config.PUBLIC_URL };
  const smtp = createSmtp(config.SMTP_URL, config.MAIL_FROM);
  const service = await runService({
    name: 'notifications',
    config,
    source,
    broker,
    log,
    endpoints: [],
    subscriptions: subscriptionsOf(site, config.ADMIN_MAIL_TO),
    events: ALL_EVENTS,
    tasks: [
      { name: 'deliver-mails', everyMs: 300, run: () => deliverMails(source, smtp.send, site, log) },
      { name: 'prune-mails', everyMs: 3_600_000, run: () => pruneMails(source) },
    ],
  });
  return {
    ...service,
    async stop() {
      await service.stop();
      smtp.close();
    },
  };
}
