import { z } from 'zod';
import { ADMIN_ROLES } from '../constants';
import { at, Page } from './shared';

/** `suspended`: when the account was suspended, and why; null when it is not. */
export const UserView = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    last_name: z.string(),
    email: z.string(),
    country: z.string(),
    is_admin: z.literal([0, 1]),
    admin_role: z.enum(ADMIN_ROLES).nullable(),
    is_seller: z.boolean(),
    suspended: z.strictObject({ since: at, reason: z.string() }).nullable(),
    created_at: at,
  })
  .meta({ id: 'User' });
export type UserView = z.output<typeof UserView>;

const ListEntry = z.strictObject({ id: z.int() });

/**
 * `listVersions`: how often each list was changed; an edit names the version that the browser saw. `pending_email`: the unconfirmed
 * new address. `erase_at`: when the account will be deleted, if its owner asked for that.
 */
export const DetailsView = z
  .strictObject({
    user: UserView,
    cart: z.array(ListEntry),
    wishlist: z.array(ListEntry),
    listVersions: z.strictObject({ cart: z.int(), wishlist: z.int() }),
    pending_email: z.string().nullable(),
    erase_at: at.nullable(),
  })
  .meta({ id: 'UserDetails' });
export type DetailsView = z.output<typeof DetailsView>;

/** An account after a change by an admin. */
export const SavedUserView = z.strictObject({ success: z.literal(true), data: UserView }).meta({ id: 'SavedUser' });
export type SavedUserView = z.output<typeof SavedUserView>;

/** An account after a change of its profile, with the new address that waits for confirmation. */
export const SavedProfileView = SavedUserView.extend({ pending_email: z.string().nullable() }).meta({ id: 'SavedProfile' });
export type SavedProfileView = z.output<typeof SavedProfileView>;

/** `token` is the session's bearer credential. */
export const SessionView = z
  .strictObject({
    message: z.string(),
    user: UserView.pick({
      id: true,
      name: true,
      last_name: true,
      email: true,
      is_admin: true,
      admin_role: true,
      is_seller: true,
    }),
    token: z.string(),
  })
  .meta({ id: 'Session' });
export type SessionView = z.output<typeof SessionView>;

export const RegisterView = z
  .strictObject({ requiresVerification: z.literal(true), message: z.string() })
  .meta({ id: 'RegistrationBegun' });
export type RegisterView = z.output<typeof RegisterView>;

/**
 * The owner of a credential, for the gateway. `steppedUp`: whether the session has confirmed its second factor again, and until
 * when that counts; an account without a factor counts as stepped up. `reauthenticatedUntil`: until when its factor, or the password of
 * an account without one, counts as confirmed.
 */
export const SessionOwnerView = z
  .strictObject({
    userId: z.int(),
    admin: z.boolean(),
    role: z.enum(ADMIN_ROLES).nullable(),
    sessionId: z.uuid(),
    steppedUp: z.boolean(),
    steppedUpUntil: at.nullable(),
    reauthenticatedUntil: at.nullable(),
  })
  .meta({ id: 'SessionOwner' });
export type SessionOwnerView = z.output<typeof SessionOwnerView>;

/** `version` counts the changes of the list. `removed` are the sent ids that cannot be bought. */
const change = { success: z.literal(true), removed: z.array(z.int()), version: z.int() };

export const CartView = z.strictObject({ ...change, cart: z.array(ListEntry) }).meta({ id: 'Cart' });
export type CartView = z.output<typeof CartView>;

export const WishlistView = z.strictObject({ ...change, wishlist: z.array(ListEntry) }).meta({ id: 'Wishlist' });
export type WishlistView = z.output<typeof WishlistView>;

const fields = z.record(z.string(), z.unknown()).nullable();
/** One action of an admin. For a deleted account the entry says so and has no address. The id 0 is the operator. */
export const AuditEntryView = z
  .strictObject({
    id: z.int(),
    at,
    admin: z.strictObject({ id: z.int(), name: z.string(), email: z.string().nullable() }),
    action: z.string(),
    subject: z.strictObject({ type: z.string(), id: z.int().nullable(), name: z.string() }),
    before: fields,
    after: fields,
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntryView = z.output<typeof AuditEntryView>;

/**
 * `head`: the last seal of the chain, null before the first; a copy kept elsewhere shows whether the past was rewritten. `choices`: the
 * values of the filters, from the whole log.
 */
export const AuditLogView = Page(AuditEntryView)
  .extend({
    head: z.strictObject({ number: z.int(), hash: z.string(), sealedAt: z.string() }).nullable(),
    choices: z.strictObject({
      actions: z.array(z.string()),
      subjects: z.array(z.string()),
      admins: z.array(z.strictObject({ id: z.int(), name: z.string() })),
    }),
  })
  .meta({ id: 'AuditLog' });
export type AuditLogView = z.output<typeof AuditLogView>;
