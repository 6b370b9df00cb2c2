import { join } from 'node:path';
import { migrationsIn, type Schema } from '@shop/runtime';
import { Announcement } from './announcements/announcement.entity';
import { Subscriber } from './subscribers/subscriber.entity';

export const schema: Schema = {
  entities: [Subscriber, Announcement],
  migrations: migrationsIn(join(__dirname, 'migrations')),
};
