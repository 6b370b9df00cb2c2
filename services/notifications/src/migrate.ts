import { runMigrations } from '@shop/runtime';
import { schema } from './database';

runMigrations('notifications', schema);
