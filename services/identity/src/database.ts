import type { Schema } from '@shop/runtime';
import { User } from './accounts/user.entity';
import { Identity1763600001000 } from './migrations/1763600001000-identity';
import { AuditEntries1796300001000 } from './migrations/1796300001000-audit-entries';
import { SaySellersAgain1796350001000 } from './migrations/1796350001000-say-sellers-again';
import { ClosedStores1796360000000 } from './migrations/1796360000000-closed-stores';
import { RegistrationsOfTheirOwn1796400001000 } from './migrations/1796400001000-registrations-of-their-own';
import { FirstAdmin1796400002000 } from './migrations/1796400002000-first-admin';
import { KnownDevices1796400003000 } from './migrations/1796400003000-known-devices';
import { EmailChanges1796400004000 } from './migrations/1796400004000-email-changes';
import { NamesThatLookAlike1796400005000 } from './migrations/1796400005000-names-that-look-alike';
import { AdminRoles1796410001000 } from './migrations/1796410001000-admin-roles';
import { Suspensions1796410002000 } from './migrations/1796410002000-suspensions';
import { SecondFactors1796420001000 } from './migrations/1796420001000-second-factors';
import { SealedAuditLog1796450100000 } from './migrations/1796450100000-sealed-audit-log';
import { ListVersions1796470001000 } from './migrations/1796470001000-list-versions';
import { AccountDeletions1796500001000 } from './migrations/1796500001000-account-deletions';
import { OpenMatters1796520003000 } from './migrations/1796520003000-open-matters';
import { DataExports1796550000000 } from './migrations/1796550000000-data-exports';
import { InvariantChecks1797110000000 } from './migrations/1797110000000-invariant-checks';
import { RecoveryCodeKeys1797340000000 } from './migrations/1797340000000-recovery-code-keys';
import { Backups1797340001000 } from './migrations/1797340001000-backups';
import { PendingRegistration } from './registration/pending-registration.entity';

export const schema: Schema = {
  entities: [User, PendingRegistration],
  migrations: [
    Identity1763600001000,
    AuditEntries1796300001000,
    SaySellersAgain1796350001000,
    ClosedStores1796360000000,
    RegistrationsOfTheirOwn1796400001000,
    FirstAdmin1796400002000,
    KnownDevices1796400003000,
    EmailChanges1796400004000,
    NamesThatLookAlike1796400005000,
    AdminRoles1796410001000,
    Suspensions1796410002000,
    SecondFactors1796420001000,
    SealedAuditLog1796450100000,
    ListVersions1796470001000,
    OpenMatters1796520003000,
    AccountDeletions1796500001000,
    DataExports1796550000000,
    InvariantChecks1797110000000,
    RecoveryCodeKeys1797340000000,
    Backups1797340001000,
  ],
  rights: { audit_entries: 'append', seals: 'append' },
};
