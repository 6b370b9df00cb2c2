import { z } from 'zod';
import { COUNTRIES } from './countries';
import {
  CART_LIMIT,
  CO_PRODUCING_NEEDS,
  EMAIL_PATTERN,
  GENRES,
  KEY_MODES,
  LINK_HOSTS,
  MIX_VERSIONS,
  MIXING_NEEDS,
  MUSIC_KEYS,
  ORDER_STATUSES,
  PASSWORD_HINTS,
  PASSWORD_MAX,
  PASSWORD_MIN_RESET,
  PRICE_LIMITS_CENTS,
  PROJECT_NAMES,
  RADIO_VERSIONS,
  SELLER_STATUSES,
  STEMS_MIN,
  TRACK_TYPES,
  WISHLIST_LIMIT,
} from './constants';

/** What browsers send and servers accept: one schema for both. Unknown keys are refused. */

// eslint-disable-next-line no-control-regex -- they break lines in mails and logs
const CONTROL = /[\u0000-\u001f\u007f]/;
// eslint-disable-next-line no-control-regex -- NUL is what Postgres cannot store
const NUL = /\u0000/;
/** Half of a surrogate pair, which no database takes. */
const HALF = /\p{Surrogate}/u;

/** What Postgres and mails can hold on one line: no control characters, no half of a surrogate pair. */
const isOneLine = (text: string) => !CONTROL.test(text) && !HALF.test(text);
const ONE_LINE = 'Line breaks and control characters are not allowed';

/** One line of text, trimmed; CR, LF and NUL are refused (decision 11). */
export const line = (max: number, message = 'This field is required') =>
  z.string({ error: message }).trim().min(1, message).max(max, `At most ${max} characters`).refine(isOneLine, ONE_LINE);

/** Text of several lines, trimmed. */
export const paragraph = (max: number, message = 'This field is required') =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(max, `At most ${max} characters`)
    .refine((text) => !NUL.test(text) && !HALF.test(text), 'Control characters are not allowed');

export const email = line(254, 'Please enter a valid email')
  .regex(EMAIL_PATTERN, 'Please enter a valid email')
  .transform((text) => text.toLowerCase())
  .meta({ description: 'An e-mail address; compared without regard to case' });

/** A JSON number, or a numeric string, that fits an integer column (decision 61). */
export const id = z
  .union([z.number(), z.string().regex(/^\d{1,10}$/, 'Must be a whole number')], { error: 'Must be a whole number' })
  .transform(Number)
  .pipe(z.int('Must be a whole number').min(1, 'Must be a whole number').max(2_147_483_647, 'Must be a whole number'))
  .meta({ description: 'Integer id; a numeric string is accepted', type: 'integer' });

/** Far above any order, far below where cents stop being exact. */
const MOST_CENTS = 1e11;

/** A JSON number, or a numeric string as forms send it; never `true` or a list. */
const wholeNumber = (message: string) =>
  z.union([z.number(), z.string().regex(/^-?\d{1,9}$/, message)], { error: message }).transform(Number);

/** Dollars, not negative, as a number or decimal string with at most two decimals → integer cents (decision 61). */
export const dollars = z
  .union([z.number(), z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, 'Must be an amount with at most two decimals')], {
    error: 'Must be an amount with at most two decimals',
  })
  .transform((value) => Number(value) * 100)
  .refine(
    (cents) => cents >= 0 && cents < MOST_CENTS && Math.abs(cents - Math.round(cents)) < 1e-6,
    'Must be an amount with at most two decimals',
  )
  .transform(Math.round)
  .meta({ description: 'Dollars, at most two decimals', type: 'number' });

const priceCents = dollars.refine(
  (cents) => cents >= PRICE_LIMITS_CENTS.min && cents <= PRICE_LIMITS_CENTS.max,
  'The price must be between 1.00 and 10,000.00',
);

/** A token of the bot check; absent or empty when the check is off. */
const recaptchaToken = z.string().max(4096).optional();

/** A link whose host is one of the given domains or below one (decision 10). `schemes` without colon. */
export const linkBelow = (hosts: readonly string[], schemes: readonly string[], message: string) =>
  z
    .string({ error: message })
    .trim()
    .max(2000, message)
    .refine((text) => isLinkBelow(text, hosts, schemes), message);

export function isLinkBelow(text: string, hosts: readonly string[], schemes: readonly string[]): boolean {
  const address = /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address) || CONTROL.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  return (
    username === '' &&
    password === '' &&
    schemes.includes(protocol.slice(0, -1)) &&
    hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  );
}

const SOCIAL_MESSAGE = 'Please provide a valid SoundCloud, Facebook or VK link';
/** Optional: an empty text means none (decision 24). Schemes and www may be left out (spec 1 §5). */
export const socialLink = z
  .string()
  .trim()
  .max(500, SOCIAL_MESSAGE)
  .refine((text) => text === '' || isLinkBelow(text, LINK_HOSTS.social, ['http', 'https']), SOCIAL_MESSAGE);

const httpsLink = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .max(2000, message)
    .refine((text) => URL.canParse(text) && /^https?:\/\//i.test(text) && !CONTROL.test(text), message);

export const password = z
  .string({ error: 'Password does not meet requirements' })
  .max(PASSWORD_MAX, `At most ${PASSWORD_MAX} characters`)
  .refine((text) => PASSWORD_HINTS.every((hint) => hint.holds(text)), 'Password does not meet requirements');

const country = line(60, 'Please select a country.').refine((name) => COUNTRIES.includes(name), 'Please select a country.');

/* identity */

export const LoginForm = z.strictObject({
  email,
  password: z.string({ error: 'Please enter your password' }).min(1, 'Please enter your password').max(PASSWORD_MAX),
  recaptchaToken,
});
export type LoginForm = z.input<typeof LoginForm>;

const registration = {
  name: line(60, 'Please enter your name'),
  last_name: line(60, 'Please enter your last name'),
  email,
  country,
  is_seller: z.boolean().default(false),
  shop_name: z.string().trim().max(60, 'At most 60 characters').nullish(),
  social_link: socialLink.nullish(),
};

type SellerPart = { is_seller: boolean; shop_name?: string | null | undefined };
const withStoreName = (form: SellerPart, context: z.RefinementCtx) => {
  if (form.is_seller && !form.shop_name)
    context.addIssue({ code: 'custom', path: ['shop_name'], message: 'Please enter your store name' });
  if (form.shop_name && !isOneLine(form.shop_name))
    context.addIssue({ code: 'custom', path: ['shop_name'], message: 'Line breaks and control characters are not allowed' });
};

export const RegisterForm = z
  .strictObject({ ...registration, password, confirmPassword: z.string({ error: 'Passwords do not match' }), recaptchaToken })
  .superRefine(withStoreName)
  .refine((form) => form.password === form.confirmPassword, { path: ['confirmPassword'], message: 'Passwords do not match' });
export type RegisterForm = z.input<typeof RegisterForm>;

/** What it repeats of the first step is not used: the stored data win (decision 12). */
export const CompleteRegistrationForm = z.strictObject({
  email,
  verificationCode: z
    .string({ error: 'Please enter verification code' })
    .trim()
    .regex(/^\d{6}$/, 'The verification code has six digits'),
  name: z.string().max(200).optional(),
  last_name: z.string().max(200).optional(),
  password: z.string().max(200).optional(),
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
    .min(PASSWORD_MIN_RESET, `Password must be at least ${PASSWORD_MIN_RESET} characters`)
    .max(PASSWORD_MAX, `At most ${PASSWORD_MAX} characters`),
});
export type ResetPasswordForm = z.input<typeof ResetPasswordForm>;

export const ProfileForm = z.strictObject({
  name: registration.name.optional(),
  last_name: registration.last_name.optional(),
  email: email.optional(),
  country: country.optional(),
  password: z.union([z.literal(''), z.null(), password]).optional(),
  is_admin: z.union([z.literal(0), z.literal(1), z.boolean()]).optional(),
});
export type ProfileForm = z.input<typeof ProfileForm>;

/** Entries may be whole products, as the documents send them: only the ids are read (decision 4). */
const entries = (most: number) =>
  z
    .array(z.union([id, z.looseObject({ id })]))
    .max(most * 2, `At most ${most * 2} entries`)
    .transform((list) => [...new Set(list.map((entry) => (typeof entry === 'number' ? entry : entry.id)))].slice(0, most));
export const CartForm = z.strictObject({ cart: entries(CART_LIMIT) });
export const WishlistForm = z.strictObject({ wishlist: entries(WISHLIST_LIMIT) });

/* catalog */

export const ByIdsForm = z.strictObject({ ids: z.array(id).max(100, 'At most 100 ids') });

const flag = z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean);

/** The `fields` JSON of the product form; amounts in dollars in, cents out (spec 3 §5). */
export const ProductFields = z
  .strictObject({
    name: line(120, 'Name is required'),
    category: z.enum(GENRES, { error: 'Please choose a genre' }),
    price: priceCents,
    old_price: dollars
      .refine((cents) => cents >= 0, 'The old price must not be negative')
      .refine((cents) => cents <= PRICE_LIMITS_CENTS.max, 'The old price must be at most 10,000.00')
      .nullish()
      .transform((cents) => cents || null),
    music_key: z.enum(MUSIC_KEYS, { error: 'Please choose a key' }),
    key_mode: z
      .enum(KEY_MODES)
      .nullish()
      .transform((mode) => mode ?? null),
    type: z.enum(TRACK_TYPES, { error: 'Please choose a type' }),
    bpm: wholeNumber('BPM must be a whole number')
      .pipe(z.int().min(0, 'BPM must not be negative').max(400, 'At most 400'))
      .nullish()
      .transform((bpm) => bpm ?? null),
    download_link: httpsLink('Please enter the download link, starting with https://'),
    project_name: z
      .enum(PROJECT_NAMES)
      .or(z.literal(''))
      .nullish()
      .transform((name) => name || null),
    project_link: httpsLink('Please enter the project link, starting with https://')
      .or(z.literal(''))
      .nullish()
      .transform((link) => link || null),
    is_hot: flag.default(false),
    exclusive_vocal: flag.default(false),
    seller_id: id.nullish().transform((seller) => seller ?? null),
  })
  .refine((fields) => !fields.project_name || fields.project_link, {
    path: ['project_link'],
    message: 'A project link is required when a project is chosen',
  });
export type ProductFields = z.output<typeof ProductFields>;
export type ProductFieldsInput = z.input<typeof ProductFields>;

export const DemoFields = z.strictObject({ name: line(120, 'Name is required'), category: line(60, 'Category is required') });
export type DemoFields = z.output<typeof DemoFields>;

/* orders */

export const CustomerForm = z.strictObject({
  firstName: line(60, 'First name is required'),
  lastName: line(60, 'Last name is required'),
  email,
  country: line(60, 'Country is required').refine((name) => COUNTRIES.includes(name), 'Please select a country.'),
  phone: z.string().trim().max(40, 'At most 40 characters').refine(isOneLine, 'Not a phone number').nullish(),
});
export type CustomerForm = z.input<typeof CustomerForm>;

/** A map of product id → YES, or a list of ids or of `{id, includeProject}` (decision 5). → the set of chosen ids. */
export const projectSelections = z
  .union([
    z.record(z.string().regex(/^\d{1,10}$/), z.union([z.boolean(), z.string().max(10), z.number(), z.null()])),
    z.array(z.union([id, z.looseObject({ id, includeProject: z.boolean().optional() })])).max(200),
  ])
  .nullish()
  .transform((chosen) => {
    if (!chosen) return [];
    if (Array.isArray(chosen))
      return chosen.flatMap((one) => (typeof one === 'number' ? [one] : one.includeProject === false ? [] : [one.id]));
    return Object.entries(chosen).flatMap(([key, value]) => (isYes(value) ? [Number(key)] : []));
  });
const isYes = (value: unknown) => value === true || value === 1 || (typeof value === 'string' && /^(yes|true|1)$/i.test(value));

const productList = z
  .array(z.union([id, z.looseObject({ id })]))
  .min(1, 'Your cart is empty')
  .max(CART_LIMIT, `At most ${CART_LIMIT} items`)
  .transform((list) => list.map((entry) => (typeof entry === 'number' ? entry : entry.id)))
  .refine((ids) => new Set(ids).size === ids.length, 'A track can be bought only once');

export const PaypalCreateForm = z.strictObject({
  cartItems: productList,
  projectSelections,
  customer_info: CustomerForm,
  coupon_id: id.nullish(),
  discount_amount: dollars.nullish(),
  total_amount: dollars,
  userId: id,
});
export type PaypalCreateForm = z.output<typeof PaypalCreateForm>;

export const PlaceOrderForm = z.strictObject({
  user_id: id,
  products: productList,
  total_price: dollars,
  discount_amount: dollars.nullish(),
  coupon_id: id.nullish(),
  projectSelections,
  customer_info: CustomerForm,
});
export type PlaceOrderForm = z.output<typeof PlaceOrderForm>;

export const PaypalCaptureForm = z.strictObject({ orderID: line(64, 'orderID is required'), userId: id });
export type PaypalCaptureForm = z.output<typeof PaypalCaptureForm>;

export const RecordPaymentForm = z.strictObject({
  method: z.enum(['crypto', 'bank', 'other'], { error: 'Please choose how it was paid' }),
  reference: line(120, 'Please enter a reference'),
});
export type RecordPaymentForm = z.output<typeof RecordPaymentForm>;

export const OrderStatusForm = z.strictObject({ status: z.enum(ORDER_STATUSES, { error: 'Unknown status' }) });

export const CouponForm = z
  .strictObject({
    code: line(40, 'Code is required').transform((code) => code.toUpperCase()),
    discount_percent: wholeNumber('Percent is required').pipe(
      z.int('Must be a whole number').min(1, 'At least 1').max(100, 'At most 100'),
    ),
    is_forever: flag.default(false),
    expiry_date: z.iso
      .date('Please enter a date')
      .or(z.literal(''))
      .nullish()
      .transform((date) => date || null),
  })
  .refine((form) => form.is_forever || form.expiry_date, {
    path: ['expiry_date'],
    message: 'An expiry date is required unless it never expires',
  });
export type CouponForm = z.output<typeof CouponForm>;

export const CouponStatusForm = z.strictObject({ is_active: z.boolean({ error: 'is_active must be true or false' }) });

/* service requests (spec 1 §3, §5) */

const WEB_ADDRESS = 'Please enter a link that starts with https://';
const exampleLink = httpsLink(WEB_ADDRESS);
/** An empty text means none. */
const optionalLink = z
  .string({ error: WEB_ADDRESS })
  .trim()
  .max(2000, WEB_ADDRESS)
  .refine((text) => text === '' || exampleLink.safeParse(text).success, WEB_ADDRESS)
  .nullish()
  .transform((text) => text || null);

const yesOrNo = z
  .union([z.enum(['Yes', 'No']), z.boolean()], { error: 'Must be Yes or No' })
  .default('No')
  .transform((answer) => (answer === true || answer === 'Yes' ? ('Yes' as const) : ('No' as const)));

const choices = <Option extends string>(options: readonly Option[]) =>
  z
    .array(z.enum(options, { error: 'Please choose from the list' }), { error: 'Please choose from the list' })
    .max(options.length * 2)
    .transform((chosen) => [...new Set(chosen)]);

const NEEDS = 'Please select at least one service you need';
const needs = <Option extends string>(options: readonly Option[]) =>
  choices(options).refine((chosen) => chosen.length > 0, NEEDS);

const requester = {
  description: paragraph(5000, 'Please describe what you need'),
  name: line(120, 'Please enter your name'),
  email,
  recaptchaToken,
};

const BPM = 'Please enter the BPM as a number';
export const TrackOrderForm = z.strictObject({
  genre: line(60, 'Please enter a genre'),
  bpm: z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^\d{1,3}(\.\d{1,2})?$/, BPM),
      ],
      { error: BPM },
    )
    .transform(Number)
    .refine((bpm) => bpm >= 1 && bpm <= 400, 'The BPM must be between 1 and 400'),
  version: z.enum(TRACK_TYPES, { error: 'Please choose a version' }),
  projectFile: yesOrNo,
  masterVersion: yesOrNo,
  mixVersion: choices(MIX_VERSIONS).default([]),
  radioVersion: choices(RADIO_VERSIONS).default([]),
  example: exampleLink,
  ...requester,
});
export type TrackOrderForm = z.output<typeof TrackOrderForm>;
export type TrackOrderInput = z.input<typeof TrackOrderForm>;

export const CoProducingForm = z.strictObject({ needs: needs(CO_PRODUCING_NEEDS), link: optionalLink, ...requester });
export type CoProducingForm = z.output<typeof CoProducingForm>;
export type CoProducingInput = z.input<typeof CoProducingForm>;

const STEMS = `Please enter the number of stems, at least ${STEMS_MIN}`;
/** The number of stems counts only for a mixing; without one it is left out. */
export const MixingMasteringForm = z
  .strictObject({
    needs: needs(MIXING_NEEDS),
    stemsCount: z.union([z.number(), z.string().max(20)], { error: STEMS }).nullish(),
    example: optionalLink,
    ...requester,
  })
  .refine((form) => !form.needs.includes('Mixing') || isStemsCount(form.stemsCount), {
    path: ['stemsCount'],
    message: STEMS,
    // said together with what else is wrong, as soon as there is a choice to judge it by
    when: ({ value }) => Array.isArray((value as { needs?: unknown } | null)?.needs),
  })
  .transform((form) => ({ ...form, stemsCount: form.needs.includes('Mixing') ? Number(form.stemsCount) : null }));
export type MixingMasteringForm = z.output<typeof MixingMasteringForm>;
export type MixingMasteringInput = z.input<typeof MixingMasteringForm>;

function isStemsCount(value: unknown): boolean {
  const count = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isInteger(count) && count >= STEMS_MIN && count <= 1000;
}

/* sellers */

export const SellerStatusForm = z.strictObject({ status: z.enum(SELLER_STATUSES, { error: 'Unknown status' }) });

/* notifications */

export const SubscribeForm = z.strictObject({ email });
export type SubscribeForm = z.input<typeof SubscribeForm>;

/** The contact page (spec 1 §2, §5). */
export const FeedbackForm = z.strictObject({
  name: line(120, 'Name is required'),
  email,
  message: paragraph(5000, 'Message is required'),
  recaptchaToken,
});
export type FeedbackForm = z.input<typeof FeedbackForm>;

/** A message to the admin out of the account; `to` is only an address of the shop's own (decision 11). */
export const ContactForm = z.strictObject({
  name: line(200, 'Name is required'),
  email,
  subject: line(150, 'Subject is required'),
  text: paragraph(5000, 'Message is required'),
  to: z.union([z.literal(''), email]).nullish(),
  recaptchaToken,
});
export type ContactForm = z.input<typeof ContactForm>;

const choice = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')], {
  error: 'Must be true or false',
});

/** The text parts of the multipart form (spec 3 §5); the file is `image`, and no file keeps the one there is (decision 29). */
export const AnnouncementFields = z.strictObject({
  title: line(100, 'Title is required').min(3, 'Title must be 3 to 100 characters'),
  content: paragraph(5000, 'Content is required').min(10, 'Content must be 10 to 5000 characters'),
  is_active: choice.default(true),
  remove_image: choice.default(false),
});
export type AnnouncementFields = z.output<typeof AnnouncementFields>;

export const AnnouncementStatusForm = z.strictObject({ is_active: z.boolean({ error: 'is_active must be true or false' }) });

/* lists */

/** Query of every admin list (decision 62). */
export const ListQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  limit: z.coerce.number().int().min(1).max(100, 'At most 100').default(10),
  q: z.string().trim().max(200, 'At most 200 characters').refine(isOneLine, ONE_LINE).optional(),
  sort: z.string().max(40).optional(),
});
export type ListQuery = z.output<typeof ListQuery>;
