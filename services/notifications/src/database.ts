import type { Schema } from '@shop/runtime';
import { Announcement } from './announcements/announcement.entity';
import { Mails1763600005000 } from './migrations/1763600005000-mails';
import { Newsletter1763800005000 } from './migrations/1763800005000-newsletter';
import { AdminLists1796320005000 } from './migrations/1796320005000-admin-lists';
import { SealChecks1796520009000 } from './migrations/1796520009000-seal-checks';
import { ContactAddresses1796540000000 } from './migrations/1796540000000-contact-addresses';
import { MailsAreLockedWhileSent1796800000000 } from './migrations/1796800000000-mails-are-locked-while-sent';
import { Timeline1796900000000 } from './migrations/1796900000000-timeline';
import { MailsTrace1797200005000 } from './migrations/1797200005000-mails-trace';
import { CountedMails1797120000000 } from './migrations/1797120000000-counted-mails';
import { Subscriber } from './subscribers/subscriber.entity';

export const schema: Schema = {
  entities: [Subscriber, Announcement],
  migrations: [
    Mails1763600005000,
    Newsletter1763800005000,
    AdminLists1796320005000,
    ContactAddresses1796540000000,
    SealChecks1796520009000,
    MailsAreLockedWhileSent1796800000000,
    Timeline1796900000000,
    MailsTrace1797200005000,
    CountedMails1797120000000,
  ],
};
