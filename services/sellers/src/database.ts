import type { Schema } from '@shop/runtime';
import { Sellers1763600004000 } from './migrations/1763600004000-sellers';
import { Ledger1796301000000 } from './migrations/1796301000000-ledger';
import { TrackSubmissions1796320004000 } from './migrations/1796320004000-track-submissions';
import { Stores1796340000000 } from './migrations/1796340000000-stores';
import { LedgerBalances1796360000000 } from './migrations/1796360000000-ledger-balances';
import { DocumentRefusals1796370000000 } from './migrations/1796370000000-document-refusals';
import { PayoutGuards1796430002000 } from './migrations/1796430002000-payout-guards';
import { GuardedLedger1796450000000 } from './migrations/1796450000000-guarded-ledger';
import { SealedLedger1796450100000 } from './migrations/1796450100000-sealed-ledger';
import { NamesThatLookAlike1796510000000 } from './migrations/1796510000000-names-that-look-alike';
import { DocumentPages1796510001000 } from './migrations/1796510001000-document-pages';
import { OpenEarnings1796520002000 } from './migrations/1796520002000-open-earnings';
import { TempoWithDecimals1796540002000 } from './migrations/1796540002000-tempo-with-decimals';
import { Seller } from './stores/seller.entity';
import { Submission } from './submissions/submission.entity';

export const schema: Schema = {
  entities: [Seller, Submission],
  migrations: [
    Sellers1763600004000,
    Ledger1796301000000,
    TrackSubmissions1796320004000,
    Stores1796340000000,
    LedgerBalances1796360000000,
    DocumentRefusals1796370000000,
    PayoutGuards1796430002000,
    GuardedLedger1796450000000,
    SealedLedger1796450100000,
    NamesThatLookAlike1796510000000,
    DocumentPages1796510001000,
    OpenEarnings1796520002000,
    TempoWithDecimals1796540002000,
  ],
  rights: {
    ledger_transactions: 'append',
    ledger_entries: 'append',
    ledger_refunds: 'append',
    ledger_balances: 'read',
    seals: 'append',
  },
};
