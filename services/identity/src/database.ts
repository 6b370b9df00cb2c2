import { join } from 'node:path';
import { migrationsIn, type Schema } from '@shop/runtime';
import { User } from './accounts/user.entity';
import { PendingRegistration } from './registration/pending-registration.entity';

export const schema: Schema = {
  entities: [User, PendingRegistration],
  migrations: migrationsIn(join(__dirname, 'migrations')),
  rights: { audit_entries: 'append', seals: 'append' },
};
