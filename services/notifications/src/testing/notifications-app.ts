import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileStorage, type BotCheck } from '@shop/kit';
import { openTestDatabase, testApp, testLog } from '@shop/kit/testing';
import { schema } from '../database';
import { endpointsOf } from '../endpoints';
import { deliverMails, type OutgoingMail } from '../mails/deliver-mails';

export const site = { name: 'Ghostline', url: 'https://shop.example', timeZone: 'Europe/Moscow' };
export const house = 'House@example.com';

/** Notifications behind HTTP on a database and a folder of its own; `mails()` sends what waits and answers all that was sent. */
export async function openNotifications({
  scale = 1,
  botCheck = () => Promise.resolve(),
}: { scale?: number; botCheck?: BotCheck } = {}) {
  const db = await openTestDatabase(schema);
  const folder = await mkdtemp(join(tmpdir(), 'notifications-test-'));
  const { source } = db;
  const app = testApp(endpointsOf({ source, storage: createFileStorage(folder), botCheck, site, house, scale }));
  const sent: OutgoingMail[] = [];
  return {
    app,
    source,
    async mails(): Promise<OutgoingMail[]> {
      const send = (mail: OutgoingMail) => Promise.resolve(void sent.push(mail));
      while (await deliverMails(source, send, site, testLog));
      return sent;
    },
    async close() {
      await db.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type NotificationsApp = Awaited<ReturnType<typeof openNotifications>>;
