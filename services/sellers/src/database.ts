import { join } from 'node:path';
import { migrationsIn, type Schema } from '@shop/runtime';
import { Seller } from './stores/seller.entity';
import { Submission } from './submissions/submission.entity';

export const schema: Schema = {
  entities: [Seller, Submission],
  migrations: migrationsIn(join(__dirname, 'migrations')),
  rights: {
    ledger_transactions: 'append',
    ledger_entries: 'append',
    ledger_refunds: 'append',
    ledger_balances: 'read',
    seals: 'append',
  },
};
