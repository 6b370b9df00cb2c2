import { MailSent } from '@shop/contracts/events';
import { rowsByKey, type Facts } from '@shop/runtime';
import { damagedIn, type ObjectStorage } from '@shop/storage';

/** The facts of notifications that `npm run ops -- check` reads (docs/operating.md). */
export const factsOf = (storage: ObjectStorage): Facts[] => [
  {
    name: 'order-mails',
    read: rowsByKey(`SELECT about COLLATE "C" AS key, count(*)::int AS mails FROM mails WHERE kind = 'order' GROUP BY about`),
  },
  {
    name: 'mails-twice',
    read: rowsByKey(
      `SELECT min(id::text) COLLATE "C" AS key, count(*)::int AS times FROM mails
       GROUP BY kind, about, lower(recipient) HAVING count(*) > 1`,
    ),
  },
  {
    name: 'mails-sent-twice',
    read: rowsByKey(
      `SELECT (data ->> 'mailId') COLLATE "C" AS key, count(*)::int AS times FROM outbox
       WHERE type = '${MailSent.type}' GROUP BY data ->> 'mailId' HAVING count(*) > 1`,
    ),
  },
  {
    name: 'files',
    read: rowsByKey(
      `SELECT DISTINCT replace(image_path, '/media/', '') COLLATE "C" AS key FROM announcements WHERE image_path IS NOT NULL`,
    ),
  },
  { name: 'kept-files', read: () => storage.list('notifications') },
  { name: 'damaged-files', read: () => damagedIn(storage, 'notifications') },
];
