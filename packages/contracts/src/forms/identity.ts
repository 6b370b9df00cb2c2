import { z } from 'zod';
import { ADMIN_ROLES, AUDIT_KINDS, CART_LIMIT, PASSWORD_MAX, PASSWORD_MIN_RESET, WISHLIST_LIMIT } from '../constants';
import { ListQuery } from './lists';
import {
  codeDigits,
  isOneLine,
  ONE_LINE,
  line,
  personName,
  email,
  id,
  moment,
  recaptchaToken,
  socialLink,
  password,
  country,
} from './fields';

export const LoginForm = z.strictObject({
  email,
  password: z.string({ error: 'Please enter your password' }).min(1, 'Please enter your password').max(PASSWORD_MAX),
  recaptchaToken,
});
export type LoginForm = z.input<typeof LoginForm>;

const registration = {
  name: personName(60, 'Please enter your name'),
  last_name: personName(60, 'Please enter your last name'),
  email,
  country,
  is_seller: z.boolean().default(false),
  shop_name: z.string().trim().normalize('NFC').max(60, 'At most 60 characters').nullish(),
  social_link: socialLink.nullish(),
};

type SellerPart = { is_seller: boolean; shop_name?: string | null };
const withStoreName = (form: SellerPart, context: z.RefinementCtx) => {
  if (form.is_seller && !form.shop_name)
    context.addIssue({ code: 'custom', path: ['shop_name'], message: 'Please enter your store name' });
  if (form.shop_name && !isOneLine(form.shop_name)) context.addIssue({ code: 'custom', path: ['shop_name'], message: ONE_LINE });
};

export const RegisterForm = z
  .strictObject({
    ...registration,
    password,
    confirmPassword: z.string({ error: 'Passwords do not match' }).normalize('NFC'),
    recaptchaToken,
  })
  .superRefine(withStoreName)
  .refine((form) => form.password === form.confirmPassword, { path: ['confirmPassword'], message: 'Passwords do not match' });
export type RegisterForm = z.input<typeof RegisterForm>;

/**
 * The second step of a registration. The password finds the registration that the code belongs to. The other repeated fields are
 * ignored, because the stored data count.
 */
export const CompleteRegistrationForm = z.strictObject({
  email,
  verificationCode: z
    .string({ error: 'Please enter verification code' })
    .max(40, 'The verification code has six digits')
    .transform(codeDigits)
    .pipe(z.string().regex(/^\d{6}$/, 'The verification code has six digits')),
  name: z.string().max(200).optional(),
  last_name: z.string().max(200).optional(),
  password: z.string({ error: 'Please enter your password' }).min(1, 'Please enter your password').max(PASSWORD_MAX),
  confirmPassword: z.string().max(200).optional(),
  country: z.string().max(200).optional(),
  is_seller: z.boolean().optional(),
  shop_name: z.string().max(200).nullish(),
  social_link: z.string().max(500).nullish(),
  recaptchaToken,
});
export type CompleteRegistrationForm = z.input<typeof CompleteRegistrationForm>;

export const EmailForm = z.strictObject({ email, recaptchaToken });
export type EmailForm = z.input<typeof EmailForm>;

export const ResetPasswordForm = z.strictObject({
  password: z
    .string({ error: 'Please enter a new password' })
    .normalize('NFC')
    .min(PASSWORD_MIN_RESET, `Password must be at least ${PASSWORD_MIN_RESET} characters`)
    .max(PASSWORD_MAX, `At most ${PASSWORD_MAX} characters`),
});
export type ResetPasswordForm = z.input<typeof ResetPasswordForm>;

const contradiction = 'is_admin and admin_role contradict each other';

/** The fields of a profile. A form on a screen may have only some of them. */
export const ProfileFields = z.strictObject({
  name: registration.name.optional(),
  last_name: registration.last_name.optional(),
  email: email.optional(),
  country: country.optional(),
  password: z.union([z.literal(''), z.null(), password]).optional(),
  /** Required from owners who change their address or password. */
  current_password: z.string().max(PASSWORD_MAX, `At most ${PASSWORD_MAX} characters`).optional(),
  is_admin: z.union([z.literal(0), z.literal(1), z.boolean()]).optional(),
  admin_role: z.enum(ADMIN_ROLES).nullish(),
});

/** `is_admin` alone makes an account without a role an owner; `admin_role` names the role, null for none. */
export const ProfileForm = ProfileFields.refine(
  ({ is_admin, admin_role }) => is_admin === undefined || admin_role === undefined || Boolean(is_admin) === (admin_role !== null),
  { path: ['admin_role'], message: contradiction },
);
export type ProfileForm = z.input<typeof ProfileForm>;

export const SuspensionForm = z.strictObject({ reason: line(300, 'Please say why') });
export type SuspensionForm = z.input<typeof SuspensionForm>;

/**
 * A list of product ids. Entries may be whole products, of which only the ids are read. More than `most` are accepted, because some
 * may no longer be for sale (docs/product/cart-and-wishlist.md#two-tabs-two-devices).
 */
const entries = (most: number) =>
  z
    .array(z.union([id, z.looseObject({ id })]))
    .max(most * 2, `At most ${most * 2} entries`)
    .transform((list) => [...new Set(list.map((entry) => (typeof entry === 'number' ? entry : entry.id)))]);
export const CartForm = z.strictObject({ cart: entries(CART_LIMIT) });
export const WishlistForm = z.strictObject({ wishlist: entries(WISHLIST_LIMIT) });

const ids = (limit: number) => z.array(id).max(limit, `At most ${limit} tracks`).default([]);
/**
 * A change of a cart or wishlist, sent as ids to add and to remove, so that changes from another tab stay. `clear` removes the
 * entries that the list had at `version`, the last version that the browser has seen, and is refused without it.
 */
export const ListEditForm = z
  .strictObject({
    add: ids(WISHLIST_LIMIT),
    remove: ids(WISHLIST_LIMIT),
    clear: z.boolean().default(false),
    version: z.int().min(0).max(2_147_483_647).optional(),
  })
  .refine(({ clear, version }) => !clear || version !== undefined, {
    path: ['version'],
    message: 'Clearing a list needs the version that was seen',
  });
export type ListEditForm = z.input<typeof ListEditForm>;

/**
 * Filters of the audit log; `from` is included, `to` is not. `admin` is the id of the admin, 0 for the operator; `subject` is a
 * type such as `product`.
 */
export const AuditLogQuery = ListQuery.extend({
  action: line(80).optional(),
  subject: line(40).optional(),
  kind: z.enum(AUDIT_KINDS, 'Unknown kind').optional(),
  admin: z.union([id, z.literal('0').transform(Number)], { error: 'Must be a whole number' }).optional(),
  from: moment.optional(),
  to: moment.optional(),
});
export type AuditLogQuery = z.output<typeof AuditLogQuery>;
