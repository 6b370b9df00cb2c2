import type { AdminRole } from '../constants';
import type { Page } from './shared';

export type UserView = {
  id: number;
  name: string;
  last_name: string;
  email: string;
  country: string;
  is_admin: 0 | 1;
  admin_role: AdminRole | null;
  is_seller: boolean;
  /** While nobody can log in with the account: since when, and why. */
  suspended: { since: string; reason: string } | null;
  created_at: string;
};

export type ListEntry = { id: number };

/** `pending_email`: the new address that waits to be confirmed. */
export type DetailsView = {
  user: UserView;
  cart: ListEntry[];
  wishlist: ListEntry[];
  /** How often each list was changed: what an edit names as seen. */
  listVersions: { cart: number; wishlist: number };
  pending_email: string | null;
};

export type SessionView = {
  message: string;
  user: Pick<UserView, 'id' | 'name' | 'last_name' | 'email' | 'is_admin' | 'admin_role' | 'is_seller'>;
  token: string;
};

export type RegisterView = { requiresVerification: true; message: string };

/** `version` counts the changes of the list; `removed` was asked for but cannot be bought. */
export type CartView = { success: true; cart: ListEntry[]; removed: number[]; version: number };

export type WishlistView = { success: true; wishlist: ListEntry[]; removed: number[]; version: number };

/** One act of an administrator. A deleted account is called so, and has no address any more; 0 is the operator. */
export type AuditEntryView = {
  id: number;
  at: string;
  admin: { id: number; name: string; email: string | null };
  action: string;
  subject: { type: string; id: number | null; name: string };
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

/** `choices`: what there is to filter by in the whole log. */
export type AuditLogView = Page<AuditEntryView> & {
  /** The last seal of the chain; null before the first. */
  head: { number: number; hash: string; sealedAt: string } | null;
  choices: { actions: string[]; subjects: string[]; admins: { id: number; name: string }[] };
};
