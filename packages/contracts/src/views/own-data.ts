import { z } from 'zod';
import { at } from './shared';

/** An unfinished matter that keeps an account from being deleted: what it is, and how to end it. */
export const OpenMatter = z
  .strictObject({ kind: z.enum(['payment', 'hold', 'dispute', 'balance', 'sale']), message: z.string() })
  .meta({ id: 'OpenMatter' });
export type OpenMatter = z.output<typeof OpenMatter>;

/** What orders counts as open with a buyer, with the version of its announcement. */
export const OpenPurchasesView = z.strictObject({
  userId: z.int(),
  version: z.int(),
  holds: z.int(),
  payments: z.int(),
  disputes: z.int(),
});
/** What sellers counts as open with the owner of a store, with the version of its announcement. */
export const OpenEarningsView = z.strictObject({
  sellerId: z.int(),
  userId: z.int(),
  version: z.int(),
  owedCents: z.int(),
  sales: z.int(),
});
/** The open matters of one account: those that orders and sellers have ever announced. */
export const OpenMattersNow = z.strictObject({ purchases: z.array(OpenPurchasesView), earnings: z.array(OpenEarningsView) });
export type OpenMattersNow = z.output<typeof OpenMattersNow>;

/** The account will be deleted at `erase_at`, or later, once nothing is open. */
export const AccountDeletionView = z.strictObject({ asked_at: at, erase_at: at }).meta({ id: 'AccountDeletion' });
export type AccountDeletionView = z.output<typeof AccountDeletionView>;

/** The requested deletion after a call that changed it; null when the account stays. */
export const SavedDeletionView = z.strictObject({ success: z.literal(true), deletion: AccountDeletionView.nullable() });
export type SavedDeletionView = z.output<typeof SavedDeletionView>;

/**
 * `open` lists the matters that keep the account from being deleted. `asks` names what confirms the request: the second factor of
 * an account that has one, or the password.
 */
export const OwnDataView = z
  .strictObject({
    deletion: AccountDeletionView.nullable(),
    open: z.array(OpenMatter),
    asks: z.enum(['password', 'second-factor']),
  })
  .meta({ id: 'OwnData' });
export type OwnDataView = z.output<typeof OwnDataView>;

/**
 * A file with all data that the shop keeps about a user. When it is ready, the mailed link fetches it until `until`. `missing`
 * names the services that did not answer in time. Another file can be requested from `next_at` on.
 */
export const DataExportView = z
  .strictObject({
    state: z.enum(['gathering', 'ready']),
    asked_at: at,
    until: at.nullable(),
    next_at: at,
    missing: z.array(z.string()),
  })
  .meta({ id: 'DataExport' });
export type DataExportView = z.output<typeof DataExportView>;

/** The file that is in progress or ready; null when there is none. */
export const OwnExportView = z.strictObject({ data_export: DataExportView.nullable() });
export type OwnExportView = z.output<typeof OwnExportView>;

export const RequestedExportView = z.strictObject({ success: z.literal(true), data_export: DataExportView });
export type RequestedExportView = z.output<typeof RequestedExportView>;
