import type { Schema } from '@shop/kit';
import { Mails1763600005000 } from './migrations/1763600005000-mails';

export const schema: Schema = { entities: [], migrations: [Mails1763600005000] };
