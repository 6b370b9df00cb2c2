import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forEachTest, openTestDatabase, testApp, testLog } from '@shop/runtime/testing';
import type { BotCheck } from '@shop/shared';
import { createFileStorage } from '@shop/storage';
import { schema } from '../database';
import { endpointsOf } from '../endpoints';
import { createPostgresArchive } from '../timeline/archive-postgres';
import { deliverMails, type OutgoingMail } from '../mails/deliver-mails';

export const site = { name: 'Ghostline', url: 'https://shop.example', timeZone: 'Europe/Moscow' };
export const operator = 'Admin@example.com';

/** Notifications behind HTTP on its own database and folder; `mails()` sends the waiting mails and returns all sent ones. */
async function openNotifications({
  rateScale = 1,
  botCheck = () => Promise.resolve(),
}: { rateScale?: number; botCheck?: BotCheck } = {}) {
  const db = await openTestDatabase(schema);
  const folder = await mkdtemp(join(tmpdir(), 'notifications-test-'));
  const { source } = db;
  const storage = createFileStorage(folder);
  const app = testApp(
    endpointsOf({
      source,
      archive: createPostgresArchive(source),
      storage,
      botCheck,
      site,
      operator,
      rateScale,
    }),
  );
  const mails: OutgoingMail[] = [];
  return {
    app,
    source,
    asOwner: db.asOwner,
    storage,
    async mails(): Promise<OutgoingMail[]> {
      const send = (mail: OutgoingMail) => Promise.resolve(void mails.push(mail));
      while (await deliverMails(source, send, site, testLog));
      return mails;
    },
    async close() {
      await db.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const useNotifications = (...settings: Parameters<typeof openNotifications>) =>
  forEachTest(() => openNotifications(...settings));
